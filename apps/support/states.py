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
    RESOLVED = "resolved", "Resolved"
    REJECTED = "rejected", "Not upheld"
    SUSPECT = "suspect", "Suspected spam"
    SPAM = "spam", "Spam"


TICKET_TRANSITIONS: Mapping[TicketState, frozenset[TicketState]] = {
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
"""A resolved or rejected ticket can be reopened."""

CLOSED_STATES = frozenset({TicketState.RESOLVED, TicketState.REJECTED, TicketState.SPAM})
"""The time for the reply stops running in these."""
