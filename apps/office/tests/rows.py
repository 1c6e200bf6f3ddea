"""Many rows of each kind that the page of a learner shows."""

from datetime import datetime, timedelta

from django.contrib.admin.models import CHANGE, LogEntry

from apps.accounts.models import Consent, Delivery, Entitlement, LoginSession, User
from apps.accounts.states import (
    ConsentChannel,
    ConsentKind,
    DeliveryStatus,
    MessageChannel,
    Scope,
    Source,
)
from apps.catalog.models import TopicProgress, WishListItem
from apps.catalog.tests.factories import TopicFactory
from apps.commerce.models import Order
from apps.commerce.states import OrderStatus
from apps.core.ids import new_id
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import WebinarFactory
from apps.support.models import ContactMessage, Ticket

KINDS = 11
"""How many rows one call with a count of 1 adds to the timeline."""


def add_rows(person: User, order: Order, *, by: User, count: int, at: datetime) -> None:
    """Add that many rows of each kind, each a minute older than the one before."""
    for number in range(count):
        _add(person, order, by=by, at=at - timedelta(minutes=number))


def _add(person: User, order: Order, *, by: User, at: datetime) -> None:
    topic = TopicFactory()
    course = topic.chapter.course
    Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE,
        item_id=course.pk,
        source=Source.FREE,
        label="A year",
        starts_at=at,
        ends_at=at + timedelta(days=365),
    )
    order.pk, order.number, order.provider_order_id = new_id(), f"RA-{new_id().hex[-10:].upper()}", None
    order.status, order.paid_at, order.paid_by, order.placed_at = OrderStatus.EXPIRED, None, None, at
    order.save(force_insert=True)
    Booking.objects.create(
        person=person,
        webinar=WebinarFactory(),
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.FREE,
        made_at=at,
    )
    TopicProgress.objects.create(
        person=person, course=course, topic=topic, is_completed=True, watched_seconds=60, updated_at=at
    )
    WishListItem.objects.create(person=person, course=course, added_at=at)
    for template, status in (("receipt", DeliveryStatus.SENT), ("reminder_day", DeliveryStatus.FAILED)):
        Delivery.objects.create(
            key=new_id(),
            person=person,
            template=template,
            channel=MessageChannel.MAIL,
            to="meera@example.in",
            subject="Your receipt",
            text="Thank you for your order.",
            status=status,
            created_at=at,
        )
    common = {"person": person, "name": "Meera", "subject": "Charged twice", "message": "Twice"}
    Ticket.objects.create(
        number=f"GR-{new_id().hex[-10:].upper()}", received_at=at, due_date=at.date(), digest="x", **common
    )
    ContactMessage.objects.create(
        number=f"CM-{new_id().hex[-10:].upper()}", received_at=at, digest="x", **common
    )
    Consent.objects.create(
        person=person,
        kind=ConsentKind.WHATSAPP,
        is_given=True,
        text="Yes",
        text_version="1",
        at=at,
        channel=ConsentChannel.LOGIN,
    )
    LoginSession.objects.create(
        session_key=new_id().hex,
        session_data="",
        expire_date=at + timedelta(days=30),
        person=person,
        device_id=new_id(),
        device="Firefox on Linux",
        started_at=at,
        seen_at=at,
    )
    LogEntry.objects.log_actions(by.pk, [person], CHANGE, change_message="Blocked.", single_object=True)
