"""The objects that requests of the matrix use; what has an owner belongs to the member."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from apps.accounts.models.session import SessionStore
from apps.catalog.models import Certificate, Course, Topic, TopicNote, TopicProgress
from apps.catalog.services import certificates
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory, QuestionFactory, TopicFactory
from apps.commerce.models import Cart, Coupon, Order, OrderLine, Refund
from apps.commerce.services import carts, orders, refunds
from apps.commerce.tests.colleagues import colleague
from apps.content.models import AcademyChapter
from apps.content.tests.factories import AcademyChapterFactory
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory
from apps.pro.models import Plan
from apps.pro.tests.factories import PlanFactory
from apps.support.models import Ticket

FREE = "the-free-course"
"""The slug of a free course that nobody has booked."""

COMPLETED = "the-completed-course"
"""The slug of the course that the member has finished."""


@dataclass(frozen=True)
class Objects:
    member: Person
    course: Course
    draft_course: Course
    topic: Topic
    preview_topic: Topic
    draft_topic: Topic
    quiz_topic: Topic
    note: TopicNote
    webinar: Webinar
    draft_webinar: Webinar
    mentorship: Mentorship
    draft_mentorship: Mentorship
    program: LiveTrading
    draft_program: LiveTrading
    cart: Cart
    order: Order
    line: OrderLine
    refund: Refund
    booking: Booking
    open_session: ProgramSession
    plan: Plan
    chapter: AcademyChapter
    draft_chapter: AcademyChapter
    device_id: UUID
    certificate: Certificate
    ticket: Ticket


def create_objects(member: Person) -> Objects:
    CourseFactory(weburlname=FREE, offer_price_paise=0)
    course, order, booking = CourseFactory(), create_order(member), create_booking(member)
    topic = create_completed_topic(member)
    return Objects(
        member=member,
        course=course,
        draft_course=CourseFactory(is_published=False),
        topic=topic,
        preview_topic=TopicFactory(is_free_preview=True),
        draft_topic=TopicFactory(chapter__course__is_published=False, is_free_preview=True),
        quiz_topic=create_quiz(member),
        note=create_note(member),
        webinar=WebinarFactory(starts_at=timezone.now() + timedelta(days=1)),
        draft_webinar=WebinarFactory(is_published=False),
        mentorship=MentorshipFactory(),
        draft_mentorship=MentorshipFactory(is_published=False),
        program=SessionFactory().program,
        draft_program=LiveTradingFactory(is_published=False),
        cart=create_cart(member, course),
        order=order,
        line=order.lines.all()[0],
        refund=create_refund(order),
        booking=booking,
        open_session=create_open_session(booking),
        plan=PlanFactory(),
        chapter=AcademyChapterFactory(),
        draft_chapter=AcademyChapterFactory(is_published=False),
        device_id=SessionStore.device_id_of(member.api.cookies["sessionid"].value),
        certificate=certificates.issue(person=member.user, course_key=COMPLETED, at=timezone.now()),
        ticket=Ticket.objects.create(
            person=member.user,
            number="GR-261121-AAAAAA",
            due_date=timezone.localdate(),
            received_at=timezone.now(),
        ),
    )


def create_booking(member: Person) -> Booking:
    session = SessionFactory(starts_at=timezone.now() + timedelta(days=2), seats_taken=1)
    return Booking.objects.create(
        person=member.user,
        session=session,
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.PAYMENT,
        made_at=timezone.now(),
    )


def create_open_session(booking: Booking) -> ProgramSession:
    assert booking.session is not None
    later = booking.session.starts_at + timedelta(days=1)
    session: ProgramSession = SessionFactory(program=booking.session.program, starts_at=later)
    return session


def create_cart(member: Person, course: Course) -> Cart:
    request = {"id": str(course.pk)}
    return carts.fill(
        person=member.user, kind="course", request=request, billing_details={}, at=timezone.now()
    )


def create_order(member: Person) -> Order:
    """A paid order with a total of zero, which needs no provider."""
    now, cart = timezone.now(), create_cart(member, CourseFactory())
    Coupon.objects.create(code="ALL", percent=100, short_description="All of it")
    carts.apply_coupon(person=member.user, cart_id=cart.pk, code="ALL", at=now)
    return orders.place(person=member.user, kind="course", cart_id=cart.pk, at=now)


def create_refund(order: Order) -> Refund:
    return refunds.refund_as_staff(
        order_id=order.pk,
        line_ids=None,
        reason="Asked for",
        by=colleague(),
        release_coupon=False,
        at=timezone.now(),
    )


def create_completed_topic(member: Person) -> Topic:
    """A topic of a course that the member owns and has completed."""
    topic = TopicFactory(chapter__course__weburlname=COMPLETED)
    now, course = timezone.now(), topic.chapter.course
    give_access(member.user, course, at=now)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=topic, is_completed=True, updated_at=now
    )
    return topic


def create_quiz(member: Person) -> Topic:
    topic = QuestionFactory().topic
    give_access(member.user, topic.chapter.course, at=timezone.now())
    return topic


def create_note(member: Person) -> TopicNote:
    """A note in a free preview, which everybody can open."""
    return TopicNote.objects.create(
        person=member.user,
        topic=TopicFactory(is_free_preview=True),
        note_id=new_id(),
        text="Four prices.",
        updated_at=timezone.now(),
    )
