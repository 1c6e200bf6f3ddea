"""The status of a message and its transitions."""

from collections.abc import Mapping

from django.db.models import TextChoices


class Status(TextChoices):
    WAITING = "waiting", "Queued"
    SENDING = "sending", "Sending"
    SENT = "sent", "Sent"
    FAILED = "given_up", "Failed"
    DROPPED = "dropped", "Not needed"


TRANSITIONS: Mapping[Status, frozenset[Status]] = {
    Status.WAITING: frozenset({Status.SENDING}),
    # SENDING to SENDING: another process takes over once the lease of a crashed one has expired.
    Status.SENDING: frozenset({Status.SENDING, Status.WAITING, Status.SENT, Status.FAILED, Status.DROPPED}),
    Status.FAILED: frozenset({Status.WAITING}),
    Status.SENT: frozenset(),
    Status.DROPPED: frozenset(),
}

OPEN = (Status.WAITING, Status.SENDING)
"""Statuses of messages still to be sent."""

DONE = (Status.SENT, Status.DROPPED)
"""Statuses of finished messages, which are deleted after the retention period."""
