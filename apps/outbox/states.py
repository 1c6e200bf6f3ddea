"""What a message can be, and which moves there are."""

from collections.abc import Mapping

from django.db.models import TextChoices


class Status(TextChoices):
    WAITING = "waiting", "Waiting"
    SENDING = "sending", "Being sent"
    SENT = "sent", "Sent"
    GIVEN_UP = "given_up", "Given up"
    DROPPED = "dropped", "Not needed any more"


MOVES: Mapping[Status, frozenset[Status]] = {
    Status.WAITING: frozenset({Status.SENDING}),
    # To itself: a sender that died holds its message only as long as its lease.
    Status.SENDING: frozenset({Status.SENDING, Status.WAITING, Status.SENT, Status.GIVEN_UP, Status.DROPPED}),
    Status.GIVEN_UP: frozenset({Status.WAITING}),
    Status.SENT: frozenset(),
    Status.DROPPED: frozenset(),
}

OPEN = (Status.WAITING, Status.SENDING)
"""Those that somebody still has to deal with."""

DONE = (Status.SENT, Status.DROPPED)
"""Those that nobody has to look at again."""
