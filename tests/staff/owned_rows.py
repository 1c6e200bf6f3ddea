"""Rows that users own or that are in use, and the message that staff get for each."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.models import Course, Topic
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory, TopicFactory, VideoFactory
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, Mentorship, ProgramSession, SessionPlan, Webinar
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import MentorshipFactory, SessionFactory, WebinarFactory
from apps.media.models import Asset
from apps.media.states import AssetKind
from apps.media.tests.factories import AssetFactory
from apps.pro.models import Plan, ProSection, Subscription
from apps.pro.tests.factories import PlanFactory, ProSectionFactory


def create_booking(person: User, *, by: SessionPlan | None = None, **item: Any) -> Booking:
    return Booking.objects.create(
        person=person,
        plan=by,
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.PAYMENT,
        bought_by=new_id(),
        made_at=timezone.now(),
        **item,
    )


def create_subscription(person: User, plan: Plan) -> Subscription:
    return Subscription.objects.create(
        person=person,
        plan=plan,
        plan_name=plan.price_name,
        days=30,
        order_id=new_id(),
        line_id=new_id(),
        bought_at=timezone.now(),
    )


def owned_course(person: User) -> Course:
    course: Course = CourseFactory(taught_by=[])
    give_access(person, course, at=timezone.now())
    return course


def owned_topic(person: User) -> Topic:
    topic: Topic = TopicFactory()
    give_access(person, topic.chapter.course, at=timezone.now())
    return topic


def used_captions(person: User) -> Asset:
    captions: Asset = AssetFactory(kind=AssetKind.CAPTIONS)
    owned_topic(person).captions.add(captions)
    return captions


def booked_webinar(person: User) -> Webinar:
    return create_booking(person, webinar=WebinarFactory()).webinar  # type: ignore[return-value]


def booked_mentorship(person: User) -> Mentorship:
    return create_booking(person, mentorship=MentorshipFactory()).mentorship  # type: ignore[return-value]


def booked_session(person: User) -> ProgramSession:
    return create_booking(person, session=SessionFactory()).session  # type: ignore[return-value]


def bought_pro_section(person: User) -> ProSection:
    section: ProSection = ProSectionFactory()
    create_subscription(person, PlanFactory(section=section))
    return section


OWNED: dict[str, tuple[Callable[[User], Any], str]] = {
    "course": (owned_course, "1 person owns this. Archive it instead."),
    "webinar": (booked_webinar, "1 person booked this. Archive it instead."),
    "mentorship": (booked_mentorship, "1 person booked this. Archive it instead."),
    "program": (lambda person: booked_session(person).program, "1 person booked this. Archive it instead."),
    "session": (
        booked_session,
        "1 person booked this. If it will not take place, cancel it instead.",
    ),
    "Pro section": (bought_pro_section, "1 person bought this. Archive it instead."),
    "instructor": (lambda person: booked_webinar(person).host, "Used by 1 webinar, so it cannot be deleted."),
    "category": (lambda person: owned_course(person).category, "Used by 1 course, so it cannot be deleted."),
    "topic": (owned_topic, "1 person owns this. Archive it instead."),
    "asset": (lambda _: VideoFactory().asset, "Used by 1 topic, so it cannot be deleted."),
    "captions": (used_captions, "Used by 1 topic, so it cannot be deleted."),
}

of_each = pytest.mark.parametrize("kind", OWNED)


def owned(kind: str, person: Person) -> tuple[Any, str]:
    make, reason = OWNED[kind]
    return make(person.user), reason
