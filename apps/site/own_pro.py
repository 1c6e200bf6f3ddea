"""
What a member's own Pro says of itself in a page that is made here.

The twins live in frontend/src/features/pro/lib/ownPro.ts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.accounts.selectors.subscriptions import Subscription
from apps.core.indian_time import on_wire
from apps.core.templatetags.page import day, indian
from apps.pro.selectors.purchases import PurchaseShown

ACTIVE, LATER, ENDED, REFUNDED = "Active", "Starts later", "Ended", "Refunded"

_MOST_AMONG_OTHERS = 3


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    name: str
    about: str
    days: str
    standing: str
    order_id: str | None

    @property
    def is_active(self) -> bool:
        return self.standing == ACTIVE

    @property
    def is_current(self) -> bool:
        return self.standing in (ACTIVE, LATER)


@dataclass(frozen=True, slots=True)
class Shown:
    rows: list[Row]
    total: int
    way_on: str | None
    """What the way to the plans is called, if there is a use for it."""


def shown(
    *, bought: Sequence[PurchaseShown], times: Sequence[Subscription], now: datetime, is_alone: bool
) -> Shown:
    """What is active and what comes after it, then what is over; among other kinds only what counts today."""
    found = [_of_purchase(purchase, now=now) for purchase in bought]
    current = [row for row in reversed(found) if row.is_current]
    # What nobody paid for counts while nothing else is active: a trial, or a gift of staff.
    given = None if any(row.is_active for row in found) else _given(times, now=now)
    if given:
        current.insert(0, _of_time(given))
    rows = [*current, *(row for row in found if not row.is_current)]
    among_others = min(max(len(current), 1), _MOST_AMONG_OTHERS)
    is_endless = bool(given and given.ends_at is None) or any(
        row.is_current and purchase["endsAt"] is None for row, purchase in zip(found, bought, strict=True)
    )
    return Shown(
        rows=rows if is_alone else rows[:among_others],
        total=len(rows),
        way_on=_way_on(has_current=bool(current), given=given, is_endless=is_endless),
    )


def _way_on(*, has_current: bool, given: Subscription | None, is_endless: bool) -> str | None:
    if not has_current:
        return "Renew Pro"
    if given and given.kind == "trial":
        return "See what Pro holds"
    return None if is_endless else "Add time to your Pro"


def _given(times: Sequence[Subscription], *, now: datetime) -> Subscription | None:
    return next((each for each in times if _standing(each.starts_at, each.ends_at, now=now) == ACTIVE), None)


def _of_purchase(purchase: PurchaseShown, *, now: datetime) -> Row:
    starts_at, ends_at = _moment(purchase["startsAt"]), _moment(purchase["endsAt"])
    count = purchase["validityPeriodInDays"]
    return Row(
        id=purchase["_id"],
        name=purchase["planName"],
        about=f"{purchase['title']}, {indian(count)} {'day' if count == 1 else 'days'}",
        days=_days(purchase["startsAt"], purchase["endsAt"]),
        standing=REFUNDED if purchase["refunded"] else _standing(starts_at, ends_at, now=now),
        order_id=purchase["orderId"],
    )


def _of_time(time: Subscription) -> Row:
    is_trial = time.kind == "trial"
    return Row(
        id=str(time.id),
        name="Free trial" if is_trial else time.plan_name,
        about="Opens Pro courses. Live webinars are not part of it." if is_trial else "",
        days=_days(on_wire(time.starts_at), on_wire(time.ends_at) if time.ends_at else None),
        standing=ACTIVE,
        order_id=None,
    )


def _standing(starts_at: datetime | None, ends_at: datetime | None, *, now: datetime) -> str:
    if starts_at is None or (ends_at is not None and ends_at <= now):
        return ENDED
    return ACTIVE if starts_at <= now else LATER


def _days(starts_at: str | None, ends_at: str | None) -> str:
    if starts_at is None:
        return ""
    return f"{day(starts_at)} – {day(ends_at)}" if ends_at else f"From {day(starts_at)}, with no end date"


def _moment(on_the_wire: str | None) -> datetime | None:
    return None if on_the_wire is None else datetime.fromisoformat(on_the_wire)
