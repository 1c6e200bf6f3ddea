from django.db.models import Q

from apps.accounts.models import User
from apps.outbox.models import Message
from apps.outbox.models.message import MessageQuerySet

KIND = "message"


def to_person(*, person: User) -> MessageQuerySet:
    """What was written to a person, sent or not, newest first; login codes are not among it."""
    theirs = Q(payload__person_id=str(person.pk)) | Q(payload__to=person.mobile)
    if person.email:
        theirs |= Q(payload__to=person.email)
    return Message.objects.filter(theirs, kind=KIND).order_by("-created_at", "-pk")
