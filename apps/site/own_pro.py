"""
A member's Pro, for server-rendered pages.

Mirrored by frontend/src/features/pro/lib/ownPro.ts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.accounts.selectors.subscriptions import Subscription
from apps.core.formatting import day, indian_number
from apps.core.indian_time import iso_utc
from apps.pro.selectors.purchases import PurchaseRow

ACTIVE, LATER, ENDED, REFUNDED = "Active", "Starts later", "Ended", "Refunded"

_MAX_WITH_OTHER_KINDS = 3


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
class Overview:
    rows: list[Row]
    total: int
    way_on: str | None
    """The label of the link to the plans, if there is one."""


def overview(
    *, bought: Sequence[PurchaseRow], times: Sequence[Subscription], now: datetime, is_alone: bool
) -> Overview:
    """Active and upcoming first, then ended. Among other kinds only what counts today."""
    found = [_purchase_row(purchase, now=now) for purchase in bought]
    current = [row for row in reversed(found) if row.is_current]
    # A trial or a grant by staff counts while nothing that was paid for is active.
    given = None if any(row.is_active for row in found) else _granted(times, now=now)
    if given:
        current.insert(0, _subscription_row(given))
    rows = [*current, *(row for row in found if not row.is_current)]
    among_others = min(max(len(current), 1), _MAX_WITH_OTHER_KINDS)
    is_endless = bool(given and given.ends_at is None) or any(
        row.is_current and purchase["endsAt"] is None for row, purchase in zip(found, bought, strict=True)
    )
    return Overview(
        rows=rows if is_alone else rows[:among_others],
        total=len(rows),
        way_on=_plans_link(has_current=bool(current), given=given, is_endless=is_endless),
    )


def _plans_link(*, has_current: bool, given: Subscription | None, is_endless: bool) -> str | None:
    if not has_current:
        return "Renew Pro"
    if given and given.kind == "trial":
        return "See what's in Pro"
    return None if is_endless else "Extend your Pro"


def _granted(times: Sequence[Subscription], *, now: datetime) -> Subscription | None:
    return next((each for each in times if _standing(each.starts_at, each.ends_at, now=now) == ACTIVE), None)


def _purchase_row(purchase: PurchaseRow, *, now: datetime) -> Row:
    starts_at, ends_at = _parse_datetime(purchase["startsAt"]), _parse_datetime(purchase["endsAt"])
    count = purchase["validityPeriodInDays"]
    return Row(
        id=purchase["_id"],
        name=purchase["planName"],
        about=f"{purchase['title']}, {indian_number(count)} {'day' if count == 1 else 'days'}",
        days=_days(purchase["startsAt"], purchase["endsAt"]),
        standing=REFUNDED if purchase["refunded"] else _standing(starts_at, ends_at, now=now),
        order_id=purchase["orderId"],
    )


def _subscription_row(time: Subscription) -> Row:
    is_trial = time.kind == "trial"
    return Row(
        id=str(time.id),
        name="Free trial" if is_trial else time.plan_name,
        about="Includes Pro courses. Live webinars are not included." if is_trial else "",
        days=_days(iso_utc(time.starts_at), iso_utc(time.ends_at) if time.ends_at else None),
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


def _parse_datetime(timestamp: str | None) -> datetime | None:
    return None if timestamp is None else datetime.fromisoformat(timestamp)
