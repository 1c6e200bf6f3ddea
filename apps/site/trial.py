"""The free trial section of the home page."""

from collections.abc import Mapping
from datetime import datetime

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.accounts.selectors.subscriptions import Subscription
from apps.core.formatting import day


def trial_context(*, person: User | None, at: datetime) -> Mapping[str, str | None]:
    """The member's number, and a line about their trial or Pro. Empty for a visitor."""
    if person is None:
        return {}
    mobile = f"+91 {person.mobile[:5]} {person.mobile[5:]}"
    return {"mobile": mobile, "line": _line(subscriptions.list_for(person=person, at=at))}


def _line(owned: list[Subscription]) -> str | None:
    """None if they may still start the trial. Mirrored by features/account/lib/trial.ts."""
    if owned and owned[0].active:
        until = f" until {_day(owned[0].ends_at)}" if owned[0].ends_at else ""
        if owned[0].kind == "trial":
            return f"Your free trial is active{until}."
        return f"You have Pro{until}. It includes everything in the trial."
    ended = next((trial.ends_at for trial in owned if trial.kind == "trial"), None)
    return f"Your free trial ended on {_day(ended)}. Each mobile number gets one trial." if ended else None


def _day(at: datetime) -> str:
    return day(at.isoformat())
