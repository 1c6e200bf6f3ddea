from django.db.models import Q

from apps.accounts.models import User
from apps.outbox.models import Message
from apps.outbox.models.message import MessageQuerySet

KIND = "message"


def to_person(*, person: User) -> MessageQuerySet:
    """
    What was written to a person, sent or not, newest first; login codes are not among it.

    Their rows, and what went to their number while it was theirs: they have proved the number. An email
    address proves nothing, since anybody can type another's into their details.
    """
    to_number = Q(
        payload__to=person.mobile,
        payload__person_id=None,
        created_at__gte=person.mobile_since or person.joined_at,
    )
    theirs = Q(payload__person_id=str(person.pk)) | to_number
    return Message.objects.filter(theirs, kind=KIND).order_by("-created_at", "-pk")
