"""Every point of a purchase at which the process may be killed, and the code that kills it there."""

import os
import pkgutil
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class CrashPoint:
    """Right before or after a function, in one of the four requests of a payment."""

    request: str
    when: str
    place: str

    @property
    def name(self) -> str:
        return f"{self.request}: {self.when} {self.place}"


_SERVICES, _FLOWS = "apps.commerce.services", "apps.commerce.flows"
_PROVIDER = "apps.commerce.gateways.razorpay.gateway.RazorpayGateway"
_OUTBOX = "apps.outbox.services.messages"

_PLACES = {
    "enroll": [
        ("before", f"{_SERVICES}.orders.place"),
        ("after", f"{_SERVICES}.orders._lines"),
        ("after", f"{_SERVICES}.holds.take"),
        ("after", f"{_SERVICES}.orders.place"),
        ("after", f"{_PROVIDER}.create_order"),
        ("after", f"{_SERVICES}.orders.record_provider_order"),
        ("after", f"{_FLOWS}.enrolling.enroll"),
    ],
    "confirm": [
        ("before", f"{_PROVIDER}.fetch_payment"),
        ("after", f"{_PROVIDER}.fetch_payment"),
        ("before", f"{_SERVICES}.settlement.settle"),
        ("after", f"{_SERVICES}.payments.record"),
        ("before", "apps.catalog.services.purchases.deliver"),
        ("after", "apps.catalog.services.purchases.deliver"),
        ("after", f"{_SERVICES}.coupons.redeem"),
        ("after", f"{_SERVICES}.ledger.book_sale"),
        ("after", f"{_SERVICES}.notices.enqueue_receipt"),
        ("after", f"{_SERVICES}.numbers.next_number"),
        ("after", f"{_SERVICES}.invoices.issue"),
        ("after", f"{_SERVICES}.fulfilment.fulfil"),
        ("after", f"{_SERVICES}.settlement.settle"),
        ("after", f"{_FLOWS}.confirming.confirm"),
    ],
    "webhook": [
        ("before", f"{_SERVICES}.events.store"),
        ("after", f"{_SERVICES}.events.store"),
        ("before", f"{_SERVICES}.settlement.settle"),
        ("after", f"{_SERVICES}.invoices.issue"),
        ("after", f"{_SERVICES}.settlement.settle"),
        ("after", f"{_SERVICES}.events.finish"),
        ("after", f"{_FLOWS}.webhooks.receive"),
    ],
    "refund": [
        ("before", f"{_SERVICES}.refunds.refund_as_staff"),
        ("after", "apps.catalog.services.purchases.revoke"),
        ("after", f"{_SERVICES}.ledger.book_refund"),
        ("after", f"{_SERVICES}.invoices.issue_credit_note"),
        ("after", f"{_SERVICES}.refunds.refund_as_staff"),
        ("after", f"{_OUTBOX}._acquire_lease"),
        ("before", f"{_PROVIDER}.refund"),
        ("after", f"{_PROVIDER}.refund"),
        ("after", f"{_SERVICES}.ledger.book_refund_payout"),
        ("after", f"{_SERVICES}.refund_attempts.mark_as_sent"),
        ("after", f"{_SERVICES}.refund_attempts.record"),
        ("before", f"{_OUTBOX}._mark_sent"),
        ("after", f"{_OUTBOX}._mark_sent"),
    ],
}

ALL = [CrashPoint(request, when, place) for request, places in _PLACES.items() for when, place in places]


def install(trigger: Path, points: Iterable[CrashPoint] = ALL) -> None:
    """Wrap each function; the process group is killed at the point that the file names."""
    for place in {point.place for point in points}:
        owner_name, _, name = place.rpartition(".")
        owner = pkgutil.resolve_name(owner_name)
        setattr(owner, name, _with_crash_points(getattr(owner, name), place, trigger))


def _with_crash_points(function: Callable[..., Any], place: str, trigger: Path) -> Callable[..., Any]:
    @wraps(function)
    def wrapper(*arguments: Any, **options: Any) -> Any:
        _kill_if(trigger, f"before {place}")
        result = function(*arguments, **options)
        _kill_if(trigger, f"after {place}")
        return result

    return wrapper


def _kill_if(trigger: Path, point: str) -> None:
    if trigger.exists() and trigger.read_text(encoding="ascii") == point:
        # Once only: after the restart it passes.
        trigger.unlink(missing_ok=True)
        os.killpg(0, signal.SIGKILL)
