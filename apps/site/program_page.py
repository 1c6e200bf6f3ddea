"""
What is ahead in a trading program, as its own page shows it.

The twins are program.ts in frontend/src/features/live/lib and ProgramPage.tsx.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.core.templatetags.page import day, indian
from apps.live.selectors.cards import Session
from apps.live.selectors.plans import PlanShown

NAMED = 6

GAINS = (
    "You book single sessions: one evening or many, on the days that suit you.",
    "The more sessions together, the less each costs.",
    "The link to join is in My Learnings from 15 minutes before each session, the recording after it.",
    "Until 4 hours before a session you can move it to another day or give it up for a credit.",
)


@dataclass(frozen=True, slots=True)
class Picture:
    named: Sequence[Session]
    more: str
    day: str
    is_on_now: bool
    has_open: bool
    least: float | int | None
    gains: Sequence[str] = GAINS


def picture(sessions: Sequence[Session], plans: Sequence[PlanShown], *, now: datetime) -> Picture:
    ahead = [session for session in sessions if datetime.fromisoformat(session["date"]) > now]
    more = len(ahead) - NAMED
    prices = [*(row["basePricePerSession"] for row in ahead), *(plan["discountedPrice"] for plan in plans)]
    return Picture(
        named=ahead[:NAMED],
        more=f"And {indian(more)} more {'session' if more == 1 else 'sessions'} on the calendar."
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
