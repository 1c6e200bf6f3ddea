"""Lists of the admin on a tablet, and the names of what is edited in them."""

import pytest
from playwright.sync_api import Page, expect

_ROOM = "() => document.querySelector('#changelist-form').getBoundingClientRect().width"
_GAP = """() => {
  const box = (one) => one.getBoundingClientRect();
  const bottoms = [...document.querySelectorAll('.object-tools a')].map((one) => box(one).bottom);
  return box(document.querySelector('#changelist')).top - Math.max(0, ...bottoms);
}"""
_IS_WIDER = "() => document.scrollingElement.scrollWidth > window.innerWidth"


@pytest.mark.parametrize("name", ["live/mentorship", "content/complianceaudit", "accounts/user"])
def test_a_list_has_room_on_a_tablet(desk: Page, name: str) -> None:
    desk.set_viewport_size({"width": 768, "height": 1024})
    desk.goto(f"/admin/{name}/")
    assert desk.evaluate(_ROOM) > 400
    assert not desk.evaluate(_IS_WIDER)
    assert desk.evaluate(_GAP) >= 8


def test_the_icons_beside_the_lists_of_a_persons_groups_have_a_name(desk: Page) -> None:
    desk.goto("/admin/accounts/user/")
    desk.locator("#result_list tbody th a").first.click()
    icons = desk.get_by_role("img", name="Type into this box to filter down the list of available groups.")
    expect(icons).to_have_count(1)


def test_what_is_edited_in_a_list_is_named_by_column_and_row(desk: Page) -> None:
    desk.goto("/admin/content/faqarticle/")
    row = desk.locator("#result_list tbody tr").first
    title = row.locator("th").inner_text()
    expect(row.get_by_role("checkbox", name=f"Published: {title}", exact=True)).to_be_visible()
    expect(row.get_by_role("spinbutton", name=f"Position: {title}", exact=True)).to_be_visible()
