"""An image that staff upload, on a phone and on a desktop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from apps.core.testing import proof
from apps.core.testing.images import as_bytes, halves

from . import course_helpers
from .page_checks import COUNT_SHIFTS
from .stack import Stack
from .tabs import NARROW, WIDE, Tabs, visit

_PHOTO = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": as_bytes(halves(1600, 900), "JPEG")}


def change(desk: Page, course: dict[str, Any]) -> None:
    desk.goto(f"/admin/catalog/course/{course['_id']}/change/")


def save(desk: Page) -> None:
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.get_by_text("was changed successfully")).to_be_visible()


@pytest.fixture
def course_with_image(desk: Page, stack: Stack) -> Iterator[dict[str, Any]]:
    """A course with an uploaded image, which is removed afterwards."""
    course = course_helpers.paid_course(stack)
    change(desk, course)
    desk.locator("input[type=file][name=image]").set_input_files(_PHOTO)
    save(desk)
    yield course
    change(desk, course)
    desk.locator("input[name=image-clear]").check()
    save(desk)


def image_widths(image: Locator) -> tuple[int, float]:
    """Width in pixels of the file that the browser chose, and of its display."""
    image.scroll_into_view_if_needed()
    image.evaluate("(image) => image.decode()")
    address, shown = image.evaluate(
        "(image) => [image.currentSrc, image.clientWidth * window.devicePixelRatio]"
    )
    found = re.search(r"-(\d+)\.webp$", address)
    assert found, address
    return int(found[1]), shown


def test_the_browser_fetches_a_fitting_size_without_layout_shift(
    course_with_image: dict[str, Any], tabs: Tabs
) -> None:
    screens = [(NARROW, 3), (WIDE, 1)]
    if proof.IS_WHOLE:
        screens += [(NARROW, 1), (NARROW, 2), (768, 1)]
    for width, density in screens:
        check_sizes(tabs, course_with_image, width=width, density=density)


def check_sizes(tabs: Tabs, course_with_image: dict[str, Any], *, width: int, density: int) -> None:
    page = tabs.open(width=width, device_scale_factor=density, scripts=(COUNT_SHIFTS,))
    visit(page, course_helpers.path_to(course_with_image))
    beside = page.get_by_role("complementary", name="Price and access").locator("img").first
    fetched_beside, shown_beside = image_widths(beside)
    visit(page, "/courses")
    card = course_helpers.cards(page).filter(has_text=course_with_image["title"]).locator("img").first
    fetched_on_card, shown_on_card = image_widths(card)

    # Each size is at most twice the next; a browser may choose one that is slightly too small.
    assert 0.85 * shown_beside <= fetched_beside < 2 * shown_beside
    assert 0.85 * shown_on_card <= fetched_on_card < 2 * shown_on_card
    assert page.evaluate("() => window.allShifts()") == []


def test_an_invalid_image_is_rejected_and_the_form_keeps_its_values(desk: Page, stack: Stack) -> None:
    course = course_helpers.paid_course(stack)
    change(desk, course)
    desk.get_by_label("Title:").fill("Another title")
    desk.locator("input[type=file][name=image]").set_input_files(
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": b"Dear Meera, here is the image."}
    )
    desk.get_by_role("button", name="Save", exact=True).click()

    expect(desk.get_by_text("This is not an image that can be used here.")).to_be_visible()
    expect(desk.get_by_label("Title:")).to_have_value("Another title")
    assert stack.get(course_helpers.path_to(course)).status_code == 200
