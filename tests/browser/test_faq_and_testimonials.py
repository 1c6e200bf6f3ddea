"""FAQ and testimonials: URLs of questions, one open answer, animation."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .page_checks import axe_findings, wait_for_hydration
from .stack import Stack
from .tabs import NARROW, NARROWEST, WIDE, Tabs, visit

TOPIC = "Courses and Webinar"


@pytest.fixture
def faq(stack: Stack) -> list[dict[str, Any]]:
    topics: list[dict[str, Any]] = stack.get("/api/faq/").json()["data"]
    return topics


def questions(topic: dict[str, Any]) -> list[dict[str, Any]]:
    return [article for group in topic["groups"] for article in group["articles"]]


def button(page: Page, article: dict[str, Any]) -> Any:
    return page.get_by_role("main").get_by_role("button", name=article["articleTitle"], exact=True)


def open_answers(page: Page) -> list[str]:
    names: list[str] = page.locator('#faq button[aria-expanded="true"]').all_inner_texts()
    return names


def test_the_url_of_a_question_opens_it_in_view(tabs: Tabs, faq: list[dict[str, Any]]) -> None:
    last = questions(faq[-1])[-1]
    page = tabs.open(width=NARROW)

    visit(page, f"/#faq-{last['_id']}")

    expect(button(page, last)).to_have_attribute("aria-expanded", "true")
    expect(button(page, last)).to_be_in_viewport()
    expect(button(page, last)).to_be_focused()
    assert open_answers(page) == [last["articleTitle"]]


def test_questions_open_one_at_a_time_by_keyboard(tabs: Tabs, faq: list[dict[str, Any]]) -> None:
    first, second = questions(faq[0])[:2]
    page = tabs.open()
    visit(page, "/")

    button(page, first).focus()
    expect(button(page, first)).to_be_in_viewport()
    expect(button(page, first)).to_be_focused()
    page.keyboard.press("Enter")
    expect(button(page, first)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(button(page, second)).to_be_focused()
    page.keyboard.press("Space")
    expect(button(page, second)).to_have_attribute("aria-expanded", "true")
    assert open_answers(page) == [second["articleTitle"]]
    assert page.url.endswith(f"/#faq-{second['_id']}")

    page.reload()
    wait_for_hydration(page)
    expect(button(page, second)).to_have_attribute("aria-expanded", "true")


def test_testimonials_fade_in_one_by_one(tabs: Tabs) -> None:
    page = tabs.open()
    visit(page, "/")
    root = page.locator("[data-entrance]")
    expect(root).to_have_attribute("data-entrance", "waiting")

    root.scroll_into_view_if_needed()

    expect(root).to_have_attribute("data-entrance", "entering")
    delays = root.locator("figure").evaluate_all(
        "cards => cards.map(card => getComputedStyle(card).animationDelay)"
    )
    assert delays[:4] == ["0s", "0.2s", "0.4s", "0.6s"]
    expect(root.locator("figure").first).to_have_css("opacity", "1")


def test_testimonials_do_not_animate_with_reduced_motion(tabs: Tabs) -> None:
    page = tabs.open(reduced_motion="reduce")
    visit(page, "/")

    card = page.locator("[data-entrance] figure").first
    expect(card).to_have_css("opacity", "1")
    card.scroll_into_view_if_needed()
    expect(card).to_have_css("animation-name", "none")


@pytest.mark.parametrize("path", ["/", "/pro"])
def test_pages_with_an_open_answer_pass_axe_and_fit(tabs: Tabs, path: str, faq: list[dict[str, Any]]) -> None:
    page = visit(tabs.open(reduced_motion="reduce"), path)
    [own] = [topic for topic in faq if topic["topicTitle"] == TOPIC]
    button(page, questions(own)[0]).click()

    assert axe_findings(page) == []
    for width in (WIDE, 768, NARROW, NARROWEST):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("() => document.scrollingElement.scrollWidth") == width
