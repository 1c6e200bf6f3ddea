from collections.abc import Mapping

from django.db.models import TextChoices


class ComplaintSource(TextChoices):
    """The sources that the regulator's table lists, in its words."""

    DIRECT = "direct", "Directly from Investors"
    SCORES = "scores", "SEBI (SCORES)"
    OTHER = "other", "Other Sources"


class TicketState(TextChoices):
    NEW = "new", "New"
    WORKING = "working", "In progress"
    WAITING = "waiting", "Waiting for investor"
    ESCALATED = "escalated", "Escalated"
    RESOLVED = "resolved", "Resolved"
    REJECTED = "rejected", "Not upheld"
    SUSPECT = "suspect", "Suspected spam"
    SPAM = "spam", "Spam"


_OPEN_MOVES = frozenset(
    {
        TicketState.WORKING,
        TicketState.WAITING,
        TicketState.ESCALATED,
        TicketState.RESOLVED,
        TicketState.REJECTED,
    }
)

TICKET_TRANSITIONS: Mapping[TicketState, frozenset[TicketState]] = {
    TicketState.NEW: _OPEN_MOVES | {TicketState.SPAM},
    TicketState.WORKING: (_OPEN_MOVES | {TicketState.SPAM}) - {TicketState.WORKING},
    TicketState.WAITING: _OPEN_MOVES - {TicketState.WAITING},
    TicketState.ESCALATED: _OPEN_MOVES - {TicketState.ESCALATED},
    TicketState.RESOLVED: frozenset({TicketState.WORKING, TicketState.ESCALATED}),
    TicketState.REJECTED: frozenset({TicketState.WORKING, TicketState.ESCALATED}),
    TicketState.SUSPECT: frozenset({TicketState.NEW, TicketState.SPAM}),
    TicketState.SPAM: frozenset({TicketState.NEW}),
}
"""A resolved or rejected ticket can be reopened."""

CLOSED_STATES = frozenset({TicketState.RESOLVED, TicketState.REJECTED, TicketState.SPAM})
"""The time for the reply stops running in these."""

UNREGISTERED_STATES = frozenset({TicketState.SUSPECT, TicketState.SPAM})
"""Not in the complaints register."""


class Escalation(TextChoices):
    """Who decides on an escalated grievance."""

    OFFICER = "officer", "Principal officer"
    SCORES = "scores", "SEBI (SCORES)"
    ODR = "odr", "SMART ODR"


class ReplyOrigin(TextChoices):
    """Who wrote a reply, and where."""

    STAFF = "staff", "Staff"
    ACCOUNT = "account", "Account page"
    LINK = "link", "By the link in an email, not logged in"
