"""The closed sets of what is read and shown."""

from collections.abc import Mapping

from django.db.models import TextChoices


class AssetKind(TextChoices):
    VIDEO = "video", "Video"
    CAPTIONS = "captions", "Captions"
    PDF = "pdf", "PDF"
    IMAGE = "image", "Image"
    FILE = "file", "Other file"


class Provider(TextChoices):
    """Where an asset lies; each has its module in `media/`."""

    LOCAL = "local", "This machine"


class ComplaintSource(TextChoices):
    """Whence a complaint came, as the regulator's table has it."""

    DIRECT = "direct", "Directly from Investors"
    SCORES = "scores", "SEBI (SCORES)"
    OTHER = "other", "Other Sources"


class TicketState(TextChoices):
    NEW = "new", "new"
    WORKING = "working", "being looked into"
    WAITING = "waiting", "waiting for the investor"
    RESOLVED = "resolved", "resolved"
    REJECTED = "rejected", "not upheld"
    SUSPECT = "suspect", "held as suspected spam"
    SPAM = "spam", "spam"


TICKET_MOVES: Mapping[TicketState, frozenset[TicketState]] = {
    TicketState.NEW: frozenset(
        {
            TicketState.WORKING,
            TicketState.WAITING,
            TicketState.RESOLVED,
            TicketState.REJECTED,
            TicketState.SPAM,
        }
    ),
    TicketState.WORKING: frozenset(
        {TicketState.WAITING, TicketState.RESOLVED, TicketState.REJECTED, TicketState.SPAM}
    ),
    TicketState.WAITING: frozenset({TicketState.WORKING, TicketState.RESOLVED, TicketState.REJECTED}),
    TicketState.RESOLVED: frozenset({TicketState.WORKING}),
    TicketState.REJECTED: frozenset({TicketState.WORKING}),
    TicketState.SUSPECT: frozenset({TicketState.NEW, TicketState.SPAM}),
    TicketState.SPAM: frozenset({TicketState.NEW}),
}
"""Who is not content may have an answered ticket looked into again."""

TICKET_ENDS = frozenset({TicketState.RESOLVED, TicketState.REJECTED, TicketState.SPAM})
"""The clock stands still in these."""


class AuditStatus(TextChoices):
    CONDUCTED = "conducted", "Conducted"
    NOT_CONDUCTED = "not_conducted", "Not conducted"
    UNDER_WAY = "under_way", "Under way"
    NOT_DUE = "not_due", "Not due yet"
