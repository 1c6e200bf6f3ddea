"""What the free trial's section of the home page says to a member."""

from collections.abc import Mapping
from datetime import datetime

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.accounts.selectors.subscriptions import Subscription
from apps.core.templatetags.page import day


def for_page(*, person: User | None, at: datetime) -> Mapping[str, str | None]:
    """The member's number, and what their trial or Pro comes to; empty for a visitor."""
    if person is None:
        return {}
    mobile = f"+91 {person.mobile[:5]} {person.mobile[5:]}"
    return {"mobile": mobile, "line": _line(subscriptions.of_person(person=person, at=at))}


def _line(owned: list[Subscription]) -> str | None:
    """None for who may still start the trial; its twin is features/account/lib/trial.ts."""
    if owned and owned[0].active:
        until = f" until {_day(owned[0].ends_at)}" if owned[0].ends_at else ""
        if owned[0].kind == "trial":
            return f"Your free trial runs{until}."
        return f"You have Pro{until}. It opens all that the trial would."
    ended = next((trial.ends_at for trial in owned if trial.kind == "trial"), None)
    return f"Your free trial ended on {_day(ended)}. Each mobile number has it once." if ended else None


def _day(moment: datetime) -> str:
    return day(moment.isoformat())
