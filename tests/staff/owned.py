"""Rows that somebody bought, booked or uses, and the reason that staff are given for each."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.models import Course, Topic
from apps.catalog.tests.factories import CourseFactory, TopicFactory, VideoFactory
from apps.catalog.tests.learners import give
from apps.content.models import Asset
from apps.content.states import AssetKind
from apps.content.tests.factories import AssetFactory
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, Mentorship, ProgramSession, SessionPlan, Webinar
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import MentorshipFactory, SessionFactory, WebinarFactory
from apps.pro.models import Plan, ProSection, Subscription
from apps.pro.tests.factories import PlanFactory, ProSectionFactory


def booked(person: User, *, by: SessionPlan | None = None, **thing: Any) -> Booking:
    return Booking.objects.create(
        person=person,
        plan=by,
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.PAYMENT,
        bought_by=new_id(),
        made_at=timezone.now(),
        **thing,
    )


def subscribed(person: User, plan: Plan) -> Subscription:
    return Subscription.objects.create(
        person=person,
        plan=plan,
        plan_name=plan.price_name,
        days=30,
        order_id=new_id(),
        line_id=new_id(),
        bought_at=timezone.now(),
    )


def a_course(person: User) -> Course:
    course: Course = CourseFactory(taught_by=[])
    give(person, course, at=timezone.now())
    return course


def a_topic(person: User) -> Topic:
    topic: Topic = TopicFactory()
    give(person, topic.chapter.course, at=timezone.now())
    return topic


def some_captions(person: User) -> Asset:
    captions: Asset = AssetFactory(kind=AssetKind.CAPTIONS)
    a_topic(person).captions.add(captions)
    return captions


def a_webinar(person: User) -> Webinar:
    return booked(person, webinar=WebinarFactory()).webinar  # type: ignore[return-value]


def a_mentorship(person: User) -> Mentorship:
    return booked(person, mentorship=MentorshipFactory()).mentorship  # type: ignore[return-value]


def a_session(person: User) -> ProgramSession:
    return booked(person, session=SessionFactory()).session  # type: ignore[return-value]


def a_pro_section(person: User) -> ProSection:
    section: ProSection = ProSectionFactory()
    subscribed(person, PlanFactory(section=section))
    return section


OWNED: dict[str, tuple[Callable[[User], Any], str]] = {
    "course": (a_course, "1 person owns this. Archive it instead."),
    "webinar": (a_webinar, "1 person booked this. Archive it instead."),
    "mentorship": (a_mentorship, "1 person booked this. Archive it instead."),
    "program": (lambda person: a_session(person).program, "1 person booked this. Archive it instead."),
    "session": (
        a_session,
        "1 person booked this. If it will not take place, call it off instead.",
    ),
    "Pro section": (a_pro_section, "1 person bought this. Archive it instead."),
    "instructor": (lambda person: a_webinar(person).host, "Used by 1 webinar, so it cannot be deleted."),
    "category": (lambda person: a_course(person).category, "Used by 1 course, so it cannot be deleted."),
    "topic": (a_topic, "1 person owns this. Archive it instead."),
    "asset": (lambda _: VideoFactory().asset, "Used by 1 topic, so it cannot be deleted."),
    "captions": (some_captions, "Used by 1 topic, so it cannot be deleted."),
}

of_each = pytest.mark.parametrize("kind", OWNED)


def owned(kind: str, person: Person) -> tuple[Any, str]:
    make, reason = OWNED[kind]
    return make(person.user), reason
