"""Previews in the admin, under the admin's Content-Security-Policy."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

_MARKUP = """<p>Yes, <strong>18%</strong>.</p>
<table><tr><th>Price</th><th>Total</th></tr><tr><td>100</td><td>118</td></tr></table>
<img src="data:," onerror="document.body.remove()"><script>document.body.remove()</script>"""


@pytest.mark.parametrize(
    ("screen", "title", "field"),
    [
        ("faqarticle/add/", "Question:", "Answer:"),
        ("academychapter/add/", "Title:", "Text:"),
        ("page/?q=about-us", "Title:", "Text:"),
    ],
)
def test_a_preview_opens_and_is_sanitised(desk: Page, screen: str, title: str, field: str) -> None:
    desk.goto(f"/admin/content/{screen}")
    if "?" in screen:
        desk.locator("#result_list tbody a").first.click()
    desk.get_by_label(title, exact=True).fill("Is GST added?")
    desk.get_by_label(field, exact=True).fill(_MARKUP)
    before = desk.url

    with desk.expect_popup() as opened:
        desk.get_by_role("button", name="Preview in a new tab").click()

    preview = opened.value
    paper = preview.get_by_role("article")
    expect(paper.get_by_role("heading", level=1)).to_have_text("Is GST added?")
    expect(paper.get_by_role("strong")).to_have_text("18%")
    expect(paper.get_by_role("table")).to_be_visible()
    assert desk.url == before
    expect(desk.get_by_label(field, exact=True)).to_have_value(_MARKUP)
