"""
What a page says that confirms a purchase or a booking.

The twin is features/orders/lib/confirmation.ts in frontend/src.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.site.receipts import Order

_JOIN = "The link to join appears in My Learnings 15 minutes before the start."


@dataclass(frozen=True, slots=True)
class Follow:
    """What was bought with an order of this kind, and how one goes on from there."""

    kind: str
    lines: tuple[str, ...]
    nothing: str
    to: str
    label: str


FOLLOWS: Mapping[str, Follow] = {
    "course-confirmation": Follow(
        "course",
        (
            "Your place in every topic is kept, so you go on where you stopped, on any device.",
            "You find the course in My Learnings at any time.",
        ),
        "You have no course yet. The one you take next is confirmed here.",
        "/courses",
        "Browse courses",
    ),
    "webinar-confirmation": Follow(
        "webinar",
        (_JOIN, "The recording stands there once the webinar is over."),
        "You have booked no webinar yet. The one you book next is confirmed here.",
        "/live-webinars",
        "See live webinars",
    ),
    "mentorship-confirmation": Follow(
        "mentorship",
        (_JOIN, "You find all its dates in My Learnings."),
        "You have booked no mentorship yet. The one you book next is confirmed here.",
        "/live-mentorships",
        "See live mentorships",
    ),
    "live-trading-confirmation": Follow(
        "liveTrading",
        (_JOIN, "Until 4 hours before it starts you can swap or cancel a session there."),
        "You have booked no session yet. Those you book next are confirmed here.",
        "/live-trading",
        "See live trading programs",
    ),
}


def heading(order: Order | None, *, usual: str) -> str:
    """The usual one only once the thing is theirs."""
    if order is None or order["status"] == "paid":
        return usual
    if order["status"] == "refunded":
        return "This order was refunded"
    return "This order was not paid" if order["status"] == "expired" else "We are checking your payment"
