"""Hindi, chosen with the keyboard; the browser keeps what the server rendered in it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .page_checks import wait_for_hydration
from .tabs import visit
from .test_scrolling import scroll_to


def test_the_language_is_chosen_by_keyboard_and_back(page: Page) -> None:
    visit(page, "/login")
    page.get_by_role("contentinfo").get_by_role("button", name="हिन्दी").press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "hi-IN")
    expect(page.get_by_role("textbox", name="मोबाइल नंबर")).to_be_visible()
    wait_for_hydration(page)
    page.get_by_role("contentinfo").get_by_role("button", name="English").press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "en-IN")
    expect(page.get_by_role("textbox", name="Mobile number")).to_be_visible()


def test_hindi_pages_are_hydrated(page: Page) -> None:
    """A hydration error is a console error, which fails the test when the tab is closed."""
    visit(page, "/")
    page.get_by_role("contentinfo").get_by_role("button", name="हिन्दी").click()
    expect(page.locator("html")).to_have_attribute("lang", "hi-IN")
    for path in ("/", "/login", "/signup", "/courses"):
        page.goto(path)
        wait_for_hydration(page)
        assert page.title(), path
    page.get_by_role("button", name="खोजें").click()
    dialog = page.get_by_role("dialog", name="खोजें")
    expect(dialog).to_have_attribute("lang", "hi-IN")
    dialog.get_by_role("searchbox").fill("candle")
    expect(dialog.get_by_role("link").first).to_be_visible()


def test_the_other_language_is_shown_at_the_same_place(page: Page) -> None:
    """The page is a new entry of the history, whether the first was loaded or opened by a link."""
    visit(page, "/")
    page.get_by_role("banner").get_by_role("link", name="Academy").click()
    # The browser keeps the footer in place while the modules appear above it.
    expect(page.get_by_role("main").get_by_role("heading", level=2).first).to_be_visible()
    page.wait_for_function("() => scrollY === 0")
    for name, lang in (("हिन्दी", "hi-IN"), ("English", "en-IN")):
        scroll_to(page, 600)
        # A click would scroll to the footer.
        page.get_by_role("contentinfo").get_by_role("button", name=name).evaluate("(one) => one.click()")
        expect(page.locator("html")).to_have_attribute("lang", lang)
        wait_for_hydration(page)
        page.wait_for_function("() => Math.abs(scrollY - 600) < 2")
