"""
The upcoming sessions of a trading program, for its page.

Mirrored by program.ts in frontend/src/features/live/lib and ProgramPage.tsx.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.core.formatting import day, indian_number
from apps.live.selectors.cards import Session
from apps.live.selectors.plans import SessionPlanData

MAX_LISTED = 6

GAINS = (
    "Book single sessions, one or many, on the days that suit you.",
    "The more sessions you book together, the less each one costs.",
    "The join link is in My Learnings from 15 minutes before each session, and the recording after it.",
    "Until 4 hours before a session, you can swap it for another day or cancel it for a credit.",
)


@dataclass(frozen=True, slots=True)
class ProgramContext:
    next_sessions: Sequence[Session]
    more: str
    day: str
    is_on_now: bool
    has_open: bool
    least: float | int | None
    gains: Sequence[str] = GAINS


def build_context(
    sessions: Sequence[Session], plans: Sequence[SessionPlanData], *, now: datetime
) -> ProgramContext:
    ahead = [session for session in sessions if datetime.fromisoformat(session["date"]) > now]
    more = len(ahead) - MAX_LISTED
    prices = [*(row["basePricePerSession"] for row in ahead), *(plan["discountedPrice"] for plan in plans)]
    return ProgramContext(
        next_sessions=ahead[:MAX_LISTED],
        more=f"And {indian_number(more)} more {'session' if more == 1 else 'sessions'} on the calendar."
        if more > 0
        else "",
        day=_days(ahead),
        is_on_now=any(_is_on(session, now) for session in sessions),
        has_open=any(not session["booked"] and not session["full"] for session in ahead),
        least=min(prices) if ahead else None,
    )


def _days(ahead: Sequence[Session]) -> str:
    if not ahead:
        return ""
    first, last = day(ahead[0]["date"]), day(ahead[-1]["date"])
    return first if first == last else f"{first} onwards"


def _is_on(session: Session, now: datetime) -> bool:
    return datetime.fromisoformat(session["date"]) <= now < datetime.fromisoformat(session["endDate"])
