"""
The texts of pages that confirm a purchase or a booking.

Mirrored by features/orders/lib/confirmation.ts in frontend/src.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from apps.site.receipts import Order

_JOIN = "The join link appears in My Learnings 15 minutes before the start."


@dataclass(frozen=True, slots=True)
class Follow:
    """What was bought with an order of this kind, and the next step."""

    kind: str
    lines: tuple[str, ...]
    nothing: str
    to: str
    label: str


FOLLOWS: Mapping[str, Follow] = {
    "course-confirmation": Follow(
        "course",
        (
            "Pick up where you left off in every topic, on any device.",
            "You can find the course in My Learnings at any time.",
        ),
        "You haven't enrolled in a course yet.",
        "/courses",
        "Browse courses",
    ),
    "webinar-confirmation": Follow(
        "webinar",
        (_JOIN, "The recording will be there after the webinar ends."),
        "You haven't booked a webinar yet.",
        "/live-webinars",
        "See live webinars",
    ),
    "mentorship-confirmation": Follow(
        "mentorship",
        (_JOIN, "You can find all its dates in My Learnings."),
        "You haven't booked a mentorship yet.",
        "/live-mentorships",
        "See live mentorships",
    ),
    "live-trading-confirmation": Follow(
        "liveTrading",
        (_JOIN, "Until 4 hours before it starts, you can swap or cancel a session there."),
        "You haven't booked any sessions yet.",
        "/live-trading",
        "See live trading programs",
    ),
}


def heading(order: Order | None, *, usual: str) -> str:
    """The usual heading only once the order is paid."""
    if order is None or order["status"] == "paid":
        return usual
    if order["status"] == "refunded":
        return "This order was refunded"
    return "This order was not paid" if order["status"] == "expired" else "We are checking your payment"
