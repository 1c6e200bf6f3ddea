"""My Learnings and the dashboard."""

from __future__ import annotations

import json

import pytest
import requests

from .page_checks import MAIN_SCRIPT, axe_findings, scroll_width_at_narrowest, wait_for_hydration
from .stack import NAMELESS, Stack
from .tabs import IS_STYLED, NARROW, NARROWEST, WIDE, Tabs, hold, visit

LEARNER = "9876500003"
LONG = "शेयर बाज़ार में तकनीकी विश्लेषण और जोखिम प्रबंधन की संपूर्ण मार्गदर्शिका, शुरुआत से आत्मविश्वास तक"

# Unlisted courses, so that other tests count the same courses.
_LEARNER = f"""
import json
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from apps.accounts.models import Entitlement, User
from apps.catalog.models import Category, Chapter, Course, Topic
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.pro.models import Plan
from apps.pro.services import purchases

now = timezone.now()
learner = User.objects.create_user(mobile="{LEARNER}", name="Meera Joshi")
category = Category.objects.order_by("title").first()

def own(number, title, *, ends_at=None):
    course = Course.objects.create(
        title=title, weburlname=f"own-{{number}}", category=category, is_published=False
    )
    chapter = Chapter.objects.create(course=course, title="Chapter")
    Entitlement.objects.create(
        person=learner, scope="course", item_id=course.pk, source="paid", label=title,
        starts_at=now - timedelta(days=60 - number), ends_at=ends_at or now + timedelta(days=300),
    )
    return [
        str(Topic.objects.create(
            chapter=chapter, title=f"Topic {{place}}", position=place, content_type="article",
            text="<p>Read.</p>", duration_seconds=600,
        ).pk)
        for place in range(2)
    ]

for number in range(1, 10):
    own(number, f"Own course {{number}}")
for days_ago in (800, 5, 4):
    plan = Plan.objects.order_by("-validity_days").first()
    with transaction.atomic():
        purchases.deliver(
            line=Line(new_id(), new_id(), learner.pk, plan.pk, plan.price_name, {{}}, plan.validity_days),
            at=now - timedelta(days=days_ago),
        )
own(10, "Ended course", ends_at=now - timedelta(days=1))
print(json.dumps([str(learner.pk), own(11, "Learned course"), own(12, "{LONG}")]))
"""

_BOXES = """() => [...document.querySelectorAll('main *')]
  .filter((element) => !element.closest('svg g'))
  .map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.tagName, ...[x, y, width, height].map(Math.round)];
  })"""


@pytest.fixture(scope="module")
def last_topic(stack: Stack) -> str:
    """The id of the learner's last topic."""
    user_id, learned, begun = json.loads(stack.shell(_LEARNER))
    for course, topic, seconds in [(11, learned[0], 600), (11, learned[1], 600), (12, begun[0], 600)]:
        _watch(stack, user_id, course=course, topic=topic, seconds=seconds)
    _watch(stack, user_id, course=12, topic=begun[1], seconds=300)
    return str(begun[1])


def _watch(stack: Stack, user_id: str, *, course: int, topic: str, seconds: int) -> None:
    """Report progress as the player does."""
    cookies = {"sessionid": stack.session_of(LEARNER), "csrftoken": "a" * 32}
    answered = requests.post(
        f"{stack.origin}/api/course/progress/update",
        json={
            "userId": user_id,
            "courseId": f"own-{course}",
            "topicId": topic,
            "watchedDuration": seconds,
            "isCompleted": seconds == 600,
            "topicrestart": False,
            "ContentType": "article",
            "watchedRanges": [[0, seconds]],
        },
        headers={"X-CSRFToken": cookies["csrftoken"]},
        cookies=cookies,
        timeout=20,
    )
    assert answered.status_code == 200, answered.text


@pytest.mark.parametrize(
    ("member", "width"),
    [
        pytest.param(LEARNER, NARROW, id="with much, on a phone"),
        pytest.param(NAMELESS, WIDE, id="with nothing, at a desk"),
        pytest.param(LEARNER, WIDE, id="with much, at a desk", marks=pytest.mark.proof),
        pytest.param(NAMELESS, NARROW, id="with nothing, on a phone", marks=pytest.mark.proof),
    ],
)
@pytest.mark.usefixtures("last_topic")
def test_hydration_shifts_nothing_and_fetches_nothing(tabs: Tabs, width: int, member: str) -> None:
    """The first paint is complete: hydration must not move anything."""
    page = tabs.open(member=member, width=width)
    for path in ("/my-learnings", "/my-learnings?status=completed", "/my-learnings?kind=pro", "/dashboard"):
        release = hold(page, MAIN_SCRIPT)
        page.goto(path, wait_until="commit")
        page.locator("footer").last.wait_for()
        page.wait_for_function(IS_STYLED)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        before = page.evaluate(_BOXES), page.get_by_role("main").inner_text().split()

        release()
        wait_for_hydration(page)

        after = page.evaluate(_BOXES), page.get_by_role("main").inner_text().split()
        assert after == before, path
        assert tabs.calls(page) == [], path
        page.unroute(MAIN_SCRIPT)


@pytest.mark.parametrize("path", ["/my-learnings", "/dashboard"])
@pytest.mark.usefixtures("last_topic")
def test_a_full_page_passes_axe_and_fits_a_small_phone(tabs: Tabs, path: str) -> None:
    page = visit(tabs.open(member=LEARNER), path)

    assert axe_findings(page) == []
    assert scroll_width_at_narrowest(page) == NARROWEST
