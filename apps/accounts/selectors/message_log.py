from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q

from apps.accounts import message_texts
from apps.accounts.models import Delivery, User
from apps.accounts.models.delivery import DeliveryQuerySet
from apps.accounts.states import VIEW_ALL_DELIVERIES, VIEW_DELIVERIES_OF
from apps.core.api.pagination import Slice, page_and_total
from apps.outbox.models import Message
from apps.outbox.models.message import MessageQuerySet

KIND = "message"


def to_person(*, person: User, of: DeliveryQuerySet | None = None) -> DeliveryQuerySet:
    """
    The log of messages to a person, newest first.

    Includes messages without an account that went to the person's number while it was theirs: the number
    is verified. Email addresses are not: anybody can enter another person's.
    """
    to_number = Q(to=person.mobile, person=None, created_at__gte=person.mobile_since or person.joined_at)
    rows = Delivery.objects.all() if of is None else of
    return rows.filter(Q(person=person) | to_number).newest_first()


def visible_to(*, staff: Any) -> DeliveryQuerySet:
    """The messages of which the staff member may see whether they arrived; their texts need more."""
    if staff.has_perm(VIEW_ALL_DELIVERIES):
        return Delivery.objects.all()
    matters = [matter for matter, name in VIEW_DELIVERIES_OF.items() if staff.has_perm(name)]
    return Delivery.objects.filter(template__in=message_texts.keys_about(matters))


def queued_to(*, person: User) -> MessageQuerySet:
    """The same messages in the outbox, where their texts and addresses are until they are deleted."""
    to_number = Q(
        payload__to=person.mobile,
        payload__person_id=None,
        created_at__gte=person.mobile_since or person.joined_at,
    )
    theirs = Q(payload__person_id=str(person.pk)) | to_number
    return Message.objects.filter(theirs, kind=KIND).order_by("-created_at", "-pk")


def list_for(*, person: User, page: Slice) -> tuple[Sequence[Mapping[str, object]], int]:
    """
    A page of the messages to a person, newest first, as they may read them, and how many there are.

    Of a message that was tried more than once only the last attempt is listed.
    """
    later = Q(created_at__gt=OuterRef("created_at")) | Q(
        created_at=OuterRef("created_at"), pk__gt=OuterRef("pk")
    )
    tried_again = Exists(Delivery.objects.filter(later, key=OuterRef("key")))
    rows, count = page_and_total(to_person(person=person).exclude(tried_again), page=page)
    return [_as_read_by(person, row) for row in rows], count


def _as_read_by(person: User, row: Delivery) -> Mapping[str, object]:
    is_secret = row.template in message_texts.SECRET_KEYS
    return {
        "id": row.pk,
        "template": row.template,
        "channel": row.channel,
        "to": address_for(person, row.to),
        "subject": row.subject,
        "text": "" if is_secret else row.text,
        "status": row.status,
        "at": row.ended_at or row.created_at,
    }


def address_for(person: User, address: str) -> str:
    """A number or email address as this person may read it: masked unless it is their own at present."""
    return address if address in (person.mobile, person.email) else _masked(address)


def _masked(address: str) -> str:
    """The last two digits of a number, the first letter and the domain of an email address."""
    name, at, domain = address.rpartition("@")
    if at:
        return f"{name[:1]}•••@{domain}"
    return address and f"•••{address[-2:]}"
