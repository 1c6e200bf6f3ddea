"""Drafts made from a course and from a live trading program."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.audit.models import AuditEntry
from apps.catalog.models import Course, CourseOwner, Option, Question, Review, Topic
from apps.catalog.services import course_copies
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import (
    CategoryFactory,
    CourseFactory,
    QuestionFactory,
    ReviewFactory,
    VideoFactory,
)
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from apps.live.models import LiveTrading, ProgramSession, SessionPlan, SessionSeries
from apps.live.tests.factories import PlanFactory, SessionFactory
from apps.media.states import AssetKind
from apps.media.tests.factories import AssetFactory
from tests.staff.undeletable_rows import messages_of

pytestmark = pytest.mark.django_db


def duplicate(client: Client, *rows: Any, **values: Any) -> Any:
    meta = rows[0]._meta
    url = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    chosen = {"action": "duplicate", "_selected_action": [str(row.pk) for row in rows]}
    return client.post(url, {**chosen, **values}, follow="confirmed" in values)


def confirmed(client: Client, row: Any, **values: str) -> dict[str, str]:
    """What the button of the confirmation page sends."""
    form = duplicate(client, row).context["form"]
    return {
        **{name: str(field.value()) for name, field in ((f.name, f) for f in form)},
        "confirmed": "1",
        **values,
    }


def _course(person: Person) -> Course:
    """With a chapter, an archived topic, a video with captions, a quiz, an owner and a review."""
    course = CourseFactory(
        title="Candles",
        weburlname="candles",
        approval_number="A-1",
        confirmed_prices=[1499_00],
        total_learners=9,
    )
    video = VideoFactory(chapter__course=course, title="Video", market_data_date="2026-01-02")
    captions, sheet = AssetFactory(kind=AssetKind.CAPTIONS), AssetFactory(kind=AssetKind.PDF)
    video.captions.add(captions)
    video.attachments.add(captions, sheet)
    VideoFactory(chapter=video.chapter, title="Archived", is_published=False)
    QuestionFactory(topic__chapter__course=course, topic__title="Quiz")
    give_access(person.user, course, at=timezone.now())
    ReviewFactory(course=course, person=person.user)
    return course


def _outline(course: Course) -> list[Any]:
    topics = Topic.objects.filter(chapter__course=course).in_order()
    return [
        (
            topic.chapter.title,
            topic.title,
            topic.is_published,
            topic.asset_id,
            topic.market_data_date,
            sorted(topic.captions.values_list("pk", flat=True)),
            sorted(topic.attachments.values_list("pk", flat=True)),
            [
                (one.text, [(option.text, option.is_right) for option in one.options.all()])
                for one in topic.questions.all()
            ],
        )
        for topic in topics
    ]


def test_a_copy_of_a_course_has_its_curriculum_and_nobody_in_it(admin_client: Client, member: Person) -> None:
    course = _course(member)
    outline = _outline(course)
    form = confirmed(admin_client, course)
    assert (form["title"], form["slug"]) == ("Candles (copy)", "candles-copy")
    assert Course.objects.count() == 1
    assert not AuditEntry.objects.exists()

    response = duplicate(admin_client, course, **form)
    assert messages_of(response) == ["This is the copy. It is a draft: read it before you publish it."]
    copy = Course.objects.get(weburlname="candles-copy")
    assert str(copy.pk) in response.redirect_chain[0][0]
    assert _outline(copy) == _outline(course) == outline
    assert (copy.is_published, copy.approval_number, copy.confirmed_prices) == (False, "", None)
    assert (copy.total_learners, copy.review_count, copy.rating) == (0, 0, 0)
    assert copy.offer_price_paise == course.offer_price_paise
    assert [row.instructor_id for row in copy.teaching.all()] == [
        row.instructor_id for row in course.teaching.all()
    ]
    assert not CourseOwner.objects.filter(course=copy.pk).exists()
    assert not Review.objects.filter(course=copy).exists()
    assert (Question.objects.count(), Option.objects.count()) == (2, 6)
    assert AuditEntry.objects.get(object_id=str(copy.pk)).kind == "added"


def test_a_form_that_is_sent_twice_makes_one_copy(admin_client: Client, member: Person) -> None:
    course = _course(member)
    form = confirmed(admin_client, course)
    for _ in range(2):
        assert duplicate(admin_client, course, **form).status_code == 200
    assert Course.objects.count() == 2
    assert Topic.objects.count() == 6


def test_a_slug_that_is_taken_is_asked_again(admin_client: Client) -> None:
    course = CourseFactory(weburlname="candles")
    response = duplicate(admin_client, course, **confirmed(admin_client, course, slug="candles"))
    assert response.context["form"].errors == {"slug": ["Another course has this slug. Enter another one."]}
    assert Course.objects.count() == 1


@pytest.mark.parametrize(
    "values",
    [{"key": "x"}, {"key": ""}, {"slug": "a b"}, {"slug": "\x00"}, {"title": ""}, {"title": "x" * 5000}],
)
def test_wrong_values_are_asked_again(admin_client: Client, values: dict[str, str]) -> None:
    course = CourseFactory()
    response = duplicate(admin_client, course, **confirmed(admin_client, course, **values))
    assert "Nothing has been copied" in response.content.decode()
    assert Course.objects.count() == 1


def test_only_one_is_copied_at_a_time(admin_client: Client) -> None:
    response = duplicate(admin_client, CourseFactory(), CourseFactory())
    assert response.status_code == 302
    assert Course.objects.count() == 2


def test_a_copy_of_a_program_has_its_plans_and_no_sessions(admin_client: Client) -> None:
    session = SessionFactory(
        program__title="Desk",
        program__agenda=["Open", "Close"],
        program__language="Hindi",
        program__category=CategoryFactory(),
    )
    program = session.program
    PlanFactory(program=program, num_of_sessions=5)
    SessionSeries.objects.create(
        program=program,
        name="Open",
        weekdays=[0],
        starts_time="09:00",
        minutes=60,
        first_date="2026-12-01",
        last_date="2026-12-31",
        base_price_paise=100_00,
    )
    duplicate(admin_client, program, **confirmed(admin_client, program, slug="desk-two"))
    copy = LiveTrading.objects.get(weburlname="desk-two")
    assert (copy.title, copy.agenda, copy.host_id) == ("Desk (copy)", ["Open", "Close"], program.host_id)
    assert (copy.language, copy.category) == ("Hindi", program.category)
    assert not copy.is_published
    assert [(plan.num_of_sessions, plan.discounted_price_paise) for plan in copy.plans.all()] == [(5, 399_00)]
    assert ProgramSession.objects.get() == session
    assert SessionSeries.objects.get().program == program
    assert SessionPlan.objects.count() == 2


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_requests_with_one_form_make_one_copy() -> None:
    course, key = CourseFactory(), new_id()

    def copy(_: int) -> bool:
        made = course_copies.copy_course(course_id=course.pk, copy_id=key, title="Copy", slug="copy")
        return made.is_new

    assert sorted(in_parallel(copy, times=2), key=str) == [False, True]
    assert Course.objects.count() == 2
