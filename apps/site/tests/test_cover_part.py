"""The picture of a course in HTML, beside what `Cover.tsx` makes of the same."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string

VECTORS = json.loads((Path(settings.BASE_DIR) / "tests" / "vectors" / "covers.json").read_text())


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.attributes: dict[str, str | None] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "img"
        self.attributes = dict(attrs)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["why"])
def test_the_server_writes_what_the_browser_does(vector: dict[str, Any]) -> None:
    told = dict(vector["told"])
    if "className" in told:
        told["class"] = told.pop("className")
    seen = Seen()

    seen.feed(render_to_string("parts/cover.html", {"images": vector["images"], **told}))

    assert seen.attributes == vector["attributes"]
