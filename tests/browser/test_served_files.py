"""Files of the build and of the brand, as the server itself sends them: Django's client has no part in it."""

from __future__ import annotations

import re

from .stack import Stack

_FOR_EVER = "max-age=315360000, public, immutable"


def test_built_files_are_immutable_and_scripts_and_styles_compressed(stack: Stack) -> None:
    """Phones pay for each kilobyte; a second visit must download nothing."""
    page = stack.get("/").text
    [font] = set(re.findall(r'"(/static/dist/[^"]+\.woff2)"', page))
    served = stack.get(font)
    assert (served.headers["Content-Type"], served.headers["Cache-Control"]) == ("font/woff2", _FOR_EVER)

    for ending in ("js", "css"):
        files = set(re.findall(rf'"(/static/dist/[^"]+\.{ending})"', page))
        assert files, ending
        for file in files:
            served = stack.get(file, headers={"Accept-Encoding": "gzip, br"})
            assert served.headers["Content-Encoding"] == "br", file
            assert served.headers["Cache-Control"] == _FOR_EVER, file


def test_a_file_without_a_hash_is_revalidated(stack: Stack) -> None:
    """Otherwise browsers would keep an old logo."""
    served = stack.get("/static/brand/icon.svg")

    assert (served.status_code, served.headers["Content-Type"]) == (200, "image/svg+xml")
    assert served.headers["Cache-Control"] == "max-age=3600, public"


def test_all_icons_and_the_picture_for_link_previews_are_there(stack: Stack) -> None:
    """The site needs the icons to be installed on a phone's home screen."""
    icons = [icon["src"] for icon in stack.get("/site.webmanifest").json()["icons"]]
    assert len(icons) == 3
    for path in (*icons, "/static/brand/social.png", "/favicon.ico"):
        served = stack.get(path, allow_redirects=True)
        assert (served.status_code, served.headers["Content-Type"]) == (200, "image/png"), path


def test_a_missing_static_file_is_a_plain_404(stack: Stack) -> None:
    """HTML in place of a script would be a confusing syntax error."""
    served = stack.get("/static/dist/none.js")

    assert served.status_code == 404
    assert "page-data" not in served.text
