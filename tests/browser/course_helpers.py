"""Locators of the courses page, and courses of each kind."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from .stack import Stack


def cards(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("article")


def expect_result_count(page: Page, text: str) -> None:
    expect(page.get_by_role("region", name="Courses").get_by_role("status").first).to_have_text(text)


def filters(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Filters")


def titles(page: Page) -> list[str]:
    return cards(page).get_by_role("heading").all_inner_texts()


def wait_for_url(page: Page, path: str) -> None:
    page.wait_for_function("(path) => location.pathname + location.search === path", arg=path)


def path_to(course: dict[str, Any]) -> str:
    return f"/courses/{course['weburlname']}"


def free_course(stack: Stack, *, place: int = 0) -> dict[str, Any]:
    return [one for one in stack.courses if one["offer_price"] == 0 and not one["proCourse"]][place]


def paid_course(stack: Stack) -> dict[str, Any]:
    return next(one for one in stack.courses if one["offer_price"] and not one["proCourse"])


def pro_course(stack: Stack, *, place: int = 0) -> dict[str, Any]:
    return [one for one in stack.courses if one["proCourse"]][place]


def reviewed_course(stack: Stack) -> dict[str, Any]:
    """A course that has a review with text."""
    details = (stack.get(f"/api/course/users/{one['_id']}").json()["data"] for one in stack.courses)
    return next(detail for detail in details if any(review["text"] for review in detail["reviews"][:1]))


def finish(stack: Stack, course: dict[str, Any], *, mobile: str) -> None:
    """Complete every topic of a course as this user."""
    stack.shell(f"""
from django.utils import timezone
from apps.accounts.models import User
from apps.catalog.models import Topic, TopicProgress
for topic in Topic.objects.filter(chapter__course={course["_id"]!r}):
    TopicProgress.objects.update_or_create(
        person=User.objects.get(mobile={mobile!r}), course_id={course["_id"]!r}, topic=topic,
        defaults={{"is_completed": True, "updated_at": timezone.now()}},
    )
""")
