from django.db.models import Q

from apps.accounts.models import User
from apps.outbox.models import Message
from apps.outbox.models.message import MessageQuerySet

KIND = "message"


def to_person(*, person: User) -> MessageQuerySet:
    """
    Return the messages to a person, sent or not, newest first, without login codes.

    Includes messages without an account that went to the person's number while it was theirs: the number
    is verified. Email addresses are not: anybody can enter another person's.
    """
    to_number = Q(
        payload__to=person.mobile,
        payload__person_id=None,
        created_at__gte=person.mobile_since or person.joined_at,
    )
    theirs = Q(payload__person_id=str(person.pk)) | to_number
    return Message.objects.filter(theirs, kind=KIND).order_by("-created_at", "-pk")
