from datetime import UTC, datetime, timedelta

import factory
from factory.django import DjangoModelFactory

from apps.outbox.models import Message
from apps.outbox.states import Status

NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


class MessageFactory(DjangoModelFactory):
    """A queued message, due since a minute before noon."""

    class Meta:
        model = Message

    kind = "greeting"
    payload = factory.LazyFunction(lambda: {"name": "Meera"})
    created_at = NOON - timedelta(minutes=1)
    due_at = factory.SelfAttribute("created_at")

    class Params:
        leased = factory.Trait(status=Status.SENDING, attempts=1, lease_until=NOON + timedelta(minutes=4))
        failed = factory.Trait(status=Status.FAILED, attempts=7, last_error="ValueError: no")
        sent = factory.Trait(status=Status.SENT, attempts=1, sent_at=NOON)
        dropped = factory.Trait(status=Status.DROPPED, attempts=1, last_error="The booking is cancelled")
