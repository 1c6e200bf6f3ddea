"""Two whole stories: a seat by way of the waiting list, and a mentorship of which one meeting is moved."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from .checkout_helpers import checkout, create_buyer, pay, respond_as_bank
from .learners import Learner, create_user
from .stack import Stack
from .tabs import NARROW, Tabs, visit

JOIN = "Join the waiting list"
_numbers = itertools.count(1)

_FULL_WEBINAR = """
from datetime import timedelta
from django.utils import timezone
from apps.content.models import Instructor
from apps.live.models import Webinar
starts_at = (timezone.now() + timedelta(days=300)).replace(microsecond=0)
row = Webinar.objects.create(
    weburlname="{name}", title="{title}", host=Instructor.objects.first(), is_published=True, price_paise=0,
    capacity=1, starts_at=starts_at, ends_at=starts_at + timedelta(hours=1),
)
print(row.pk)
"""

_MENTORSHIP = """
from datetime import timedelta
from django.utils import timezone
from apps.content.models import Instructor
from apps.live.models import Meeting, Mentorship
from apps.media.models import Asset
now = timezone.now().replace(microsecond=0)
hours = {{"First": -50, "Second": -26, "Third": 240}}
row = Mentorship.objects.create(
    weburlname="{name}", title="{title}", host=Instructor.objects.first(), is_published=True,
    price_paise=99900, capacity=12, starts_at=now - timedelta(hours=50), ends_at=now + timedelta(hours=241),
)
video = Asset.objects.filter(kind="video").order_by("pk").first()
for subject, after in hours.items():
    starts_at = now + timedelta(hours=after)
    held = {{"recording": video, "market_data_date": now.date() - timedelta(days=120)}} if after < 0 else {{}}
    Meeting.objects.create(
        mentorship=row, title=subject, starts_at=starts_at, ends_at=starts_at + timedelta(hours=1), **held
    )
for subject in ("Second", "Third"):
    print(Meeting.objects.get(mentorship=row, title=subject).pk)
"""


_UNPUBLISH = """
from apps.live.models import Mentorship, Webinar
for model in (Mentorship, Webinar):
    model.objects.filter(weburlname="{name}").update(is_published=False)
"""


@pytest.fixture
def name(stack: Stack) -> Iterator[str]:
    """The slug of what a test publishes; it is taken off the lists again."""
    slug = f"live-journey-{next(_numbers)}"
    yield slug
    stack.shell(_UNPUBLISH.format(name=slug))


def event_box(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Price and booking")


def test_a_seat_that_frees_goes_from_the_waiting_list_to_whoever_waits(
    tabs: Tabs, stack: Stack, name: str
) -> None:
    webinar = stack.shell(_FULL_WEBINAR.format(name=name, title="A full evening")).strip()
    holder = Learner(stack, create_user(stack), {})
    holder.call("POST", "/api/learning/bookfreewebinarV1", {"id": webinar})
    (held,) = holder.call("GET", "/api/learning/bookedwebinarV1")["data"]

    page = visit(tabs.open(member=create_user(stack), width=NARROW), f"/live-webinars/{name}")
    box = event_box(page)
    expect(box).to_contain_text("All seats are taken")
    box.get_by_role("button", name=JOIN).click()
    expect(box).to_contain_text("You are 1st in line.")

    holder.call("POST", "/api/learning/giveup", {"bookingId": held["_id"]})
    visit(page, "/my-learnings")
    waiting = page.get_by_role("region", name="Waiting list")
    expect(waiting).to_contain_text(re.compile(r"A seat is held for you until \d{1,2}:\d\d [AP]M"))
    waiting.get_by_role("link", name="Book your seat").click()
    event_box(page).get_by_role("button", name="Book for free").click()

    expect(event_box(page)).to_contain_text("Your seat is booked.")
    visit(page, "/my-learnings")
    expect(page.get_by_role("region", name="Waiting list")).to_have_count(0)
    expect(page.get_by_role("article", name="A full evening")).to_be_visible()


def move_by_a_day(desk: Page, meeting: str) -> None:
    desk.goto(f"/admin/live/meeting/{meeting}/reschedule/")
    for name in ("starts_at_0", "ends_at_0"):
        field = desk.locator(f"[name={name}]")
        field.fill((date.fromisoformat(field.input_value()) + timedelta(days=1)).isoformat())
    desk.get_by_role("button", name="Continue").click()
    expect(desk.get_by_role("main")).to_contain_text("1 person keeps the seat and is notified.")
    # Its host may teach then, or it may be a holiday: that depends on the day of the test.
    desk.get_by_role("button", name=re.compile("^(Reschedule|Save anyway)$")).click()
    expect(desk.locator(".messagelist")).to_be_visible()


def unpublish(desk: Page, title: str) -> None:
    """In the site's own process, so that the lists of other tests are without it at once."""
    desk.goto("/admin/live/mentorship/?is_published__exact=1")
    desk.get_by_role("link", name=title).first.click()
    desk.get_by_role("checkbox", name="Published", exact=True).uncheck()
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.locator(".messagelist .success")).to_be_visible()


def test_a_mentorship_is_bought_one_meeting_is_moved_and_a_missed_one_watched(
    tabs: Tabs, stack: Stack, desk: Page, name: str
) -> None:
    second, third = stack.shell(_MENTORSHIP.format(name=name, title="A moved circle")).split()
    page = visit(tabs.open(member=create_buyer(stack)), f"/live-mentorships/{name}")
    expect(event_box(page)).to_contain_text("2 of 3 meetings are over.")
    event_box(page).get_by_role("button", name=re.compile("^Book for ₹")).click()
    expect(checkout(page)).to_be_visible()
    respond_as_bank(page, pay(page), "Success")
    page.get_by_role("dialog", name="Payment successful").get_by_role("button").click()
    page.wait_for_url("**/mentorship-confirmation*")
    booked = page.get_by_role("article", name="A moved circle")
    expect(booked.filter(has_text="Third")).to_be_visible()

    move_by_a_day(desk, third)
    visit(page, f"/live-mentorships/{name}")
    expect(page.get_by_role("main")).to_contain_text("You're booked")
    expect(page.get_by_role("main").get_by_role("button", name="Book")).to_have_count(0)
    moved = page.get_by_role("main").get_by_role("listitem").filter(has_text="Third")
    expect(moved).to_contain_text("New time")
    page.get_by_role("main").get_by_role("link", name="Watch the recording of Second").click()

    expect(page.get_by_role("heading", level=1, name="Second")).to_be_visible()
    assert page.url.endswith(f"/recordings/{second}")
    video = page.locator("video")
    expect(video).to_have_js_property("readyState", 4)
    page.get_by_role("button", name=re.compile("^Play")).first.click()
    page.wait_for_function("() => document.querySelector('video').currentTime > 0.2")

    unpublish(desk, "A moved circle")
