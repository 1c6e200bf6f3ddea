"""Pages on which people pay load scripts of no origin that `docs/runbooks/paying-pages.md` does not list."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from csp.constants import NONCE, SELF
from django.test import Client

from apps.catalog.tests.factories import CourseFactory
from apps.commerce.gateways.razorpay.origins import ORIGINS
from apps.core.security_headers import content_security_policy
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page

INVENTORY = Path(__file__).resolve().parents[1] / "docs" / "runbooks" / "paying-pages.md"
LISTED = set(re.findall(r"^\| `(https://[^`]+)` \|", INVENTORY.read_text(encoding="utf-8"), re.MULTILINE))

BUNDLE = "http://localhost"
"""In place of the site's own files, which tests do not build."""


def test_the_policy_allows_the_listed_origins_alone() -> None:
    policy = content_security_policy(
        payment_origins=[ORIGINS], engagement=True, media_origin="https://s3.example", development_port=None
    )
    assert set(policy["DIRECTIVES"]["script-src"]) == {SELF, NONCE, *LISTED}


@pytest.mark.django_db
@pytest.mark.parametrize("is_member", [False, True])
def test_scripts_in_the_pages_are_our_own_or_listed(member: Person, is_member: bool) -> None:
    course = CourseFactory()
    client = member.api if is_member else Client()
    for path in (f"/courses/{course.weburlname}", "/pro", "/live-webinars", "/live-mentorships"):
        scripts = get_page(client, path).root.all("script")
        urls = [urlsplit(script.attributes["src"]) for script in scripts if "src" in script.attributes]
        assert urls, path
        assert {f"{url.scheme}://{url.netloc}" for url in urls if url.netloc} - LISTED <= {BUNDLE}
