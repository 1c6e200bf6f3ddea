"""The things that the calls of the matrix are about; those that belong to somebody belong to the member."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from apps.accounts.models.session import SessionStore
from apps.catalog.models import Course, Topic, TopicProgress
from apps.catalog.tests.factories import CourseFactory, QuestionFactory, TopicFactory
from apps.catalog.tests.learners import give
from apps.commerce.models import Cart, Coupon, Order, Refund
from apps.commerce.services import carts, orders, refunds
from apps.content.models import AcademyChapter
from apps.content.tests.factories import AcademyChapterFactory
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory
from apps.pro.models import Plan
from apps.pro.tests.factories import PlanFactory

FREE = "the-free-course"
"""The address name of a course that costs nothing and that nobody has booked."""

LEARNED = "the-learned-course"
"""The address name of the course that the member has finished."""


@dataclass(frozen=True)
class World:
    member: Person
    course: Course
    draft_course: Course
    topic: Topic
    preview_topic: Topic
    draft_topic: Topic
    quiz_topic: Topic
    webinar: Webinar
    draft_webinar: Webinar
    mentorship: Mentorship
    draft_mentorship: Mentorship
    program: LiveTrading
    draft_program: LiveTrading
    cart: Cart
    order: Order
    refund: Refund
    booking: Booking
    open_session: ProgramSession
    plan: Plan
    chapter: AcademyChapter
    draft_chapter: AcademyChapter
    device_id: UUID


def made_for(member: Person) -> World:
    CourseFactory(weburlname=FREE, offer_price_paise=0)
    course, order, booking = CourseFactory(), order_of(member), booking_of(member)
    return World(
        member=member,
        course=course,
        draft_course=CourseFactory(is_published=False),
        topic=learned_by(member),
        preview_topic=TopicFactory(is_free_preview=True),
        draft_topic=TopicFactory(chapter__course__is_published=False, is_free_preview=True),
        quiz_topic=quiz_of(member),
        webinar=WebinarFactory(starts_at=timezone.now() + timedelta(days=1)),
        draft_webinar=WebinarFactory(is_published=False),
        mentorship=MentorshipFactory(),
        draft_mentorship=MentorshipFactory(is_published=False),
        program=SessionFactory().program,
        draft_program=LiveTradingFactory(is_published=False),
        cart=cart_of(member, course),
        order=order,
        refund=refund_of(order),
        booking=booking,
        open_session=open_session_beside(booking),
        plan=PlanFactory(),
        chapter=AcademyChapterFactory(),
        draft_chapter=AcademyChapterFactory(is_published=False),
        device_id=SessionStore.device_id_of(member.api.cookies["sessionid"].value),
    )


def booking_of(member: Person) -> Booking:
    session = SessionFactory(starts_at=timezone.now() + timedelta(days=2), taken=1)
    return Booking.objects.create(
        person=member.user,
        session=session,
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.PAYMENT,
        made_at=timezone.now(),
    )


def open_session_beside(booking: Booking) -> ProgramSession:
    assert booking.session is not None
    later = booking.session.starts_at + timedelta(days=1)
    session: ProgramSession = SessionFactory(program=booking.session.program, starts_at=later)
    return session


def cart_of(member: Person, course: Course) -> Cart:
    request = {"id": str(course.pk)}
    return carts.fill(
        person=member.user, kind="course", request=request, billing_details={}, at=timezone.now()
    )


def order_of(member: Person) -> Order:
    """An order that is paid without the provider: its bill is zero."""
    now, cart = timezone.now(), cart_of(member, CourseFactory())
    Coupon.objects.create(code="ALL", percent=100, short_description="All of it")
    carts.apply_coupon(person=member.user, cart_id=cart.pk, code="ALL", at=now)
    return orders.place(person=member.user, kind="course", cart_id=cart.pk, at=now)


def refund_of(order: Order) -> Refund:
    return refunds.by_staff(
        order_id=order.pk,
        line_ids=None,
        reason="Asked for",
        by="Staff",
        gives_coupon_back=False,
        at=timezone.now(),
    )


def learned_by(member: Person) -> Topic:
    """A topic of a course that the member has and has finished."""
    topic = TopicFactory(chapter__course__weburlname=LEARNED)
    now, course = timezone.now(), topic.chapter.course
    give(member.user, course, at=now)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=topic, is_completed=True, updated_at=now
    )
    return topic


def quiz_of(member: Person) -> Topic:
    topic = QuestionFactory().topic
    give(member.user, topic.chapter.course, at=timezone.now())
    return topic
