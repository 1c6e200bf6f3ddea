"""Every step of a purchase at which a process may die, and the trap that kills it there."""

import importlib
import os
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Step:
    """A moment right before or after a function, in one of the four calls that money goes through."""

    call: str
    when: str
    place: str

    @property
    def name(self) -> str:
        return f"{self.call}: {self.when} {self.place}"


_SERVICES, _FLOWS = "apps.commerce.services", "apps.commerce.flows"
_PROVIDER = "apps.commerce.gateways.razorpay"
_OUTBOX = "apps.outbox.services.messages"

_PLACES = {
    "enroll": [
        ("before", f"{_SERVICES}.orders.place"),
        ("after", f"{_SERVICES}.orders._lines"),
        ("after", f"{_SERVICES}.holds.take"),
        ("after", f"{_SERVICES}.orders.place"),
        ("after", f"{_PROVIDER}.create_order"),
        ("after", f"{_SERVICES}.orders.note_provider_order"),
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
        ("after", f"{_SERVICES}.notices.tell_receipt"),
        ("after", f"{_SERVICES}.numbers.take"),
        ("after", f"{_SERVICES}.invoices.issue"),
        ("after", f"{_SERVICES}.fulfilment.fulfil"),
        ("after", f"{_SERVICES}.settlement.settle"),
        ("after", f"{_FLOWS}.confirming.confirm"),
    ],
    "webhook": [
        ("before", f"{_SERVICES}.events.keep"),
        ("after", f"{_SERVICES}.events.keep"),
        ("before", f"{_SERVICES}.settlement.settle"),
        ("after", f"{_SERVICES}.invoices.issue"),
        ("after", f"{_SERVICES}.settlement.settle"),
        ("after", f"{_SERVICES}.events.finish"),
        ("after", f"{_FLOWS}.webhooks.receive"),
    ],
    "refund": [
        ("before", f"{_SERVICES}.refunds.by_staff"),
        ("after", "apps.catalog.services.purchases.revoke"),
        ("after", f"{_SERVICES}.ledger.book_refund"),
        ("after", f"{_SERVICES}.invoices.issue_credit_note"),
        ("after", f"{_SERVICES}.refunds.by_staff"),
        ("after", f"{_OUTBOX}._take"),
        ("before", f"{_PROVIDER}.refund"),
        ("after", f"{_PROVIDER}.refund"),
        ("after", f"{_SERVICES}.ledger.book_paid_back"),
        ("after", f"{_SERVICES}.refund_attempts.note_sending"),
        ("after", f"{_SERVICES}.refund_attempts.record"),
        ("before", f"{_OUTBOX}._finish"),
        ("after", f"{_OUTBOX}._finish"),
    ],
}

ALL = [Step(call, when, place) for call, places in _PLACES.items() for when, place in places]


def lay_traps(armed: Path, steps: Iterable[Step] = ALL) -> None:
    """Wrap each place, so that the process group dies when the file names the moment it is at."""
    for place in {step.place for step in steps}:
        where, _, name = place.rpartition(".")
        module = importlib.import_module(where)
        setattr(module, name, _trapped(getattr(module, name), place, armed))


def _trapped(function: Callable[..., Any], place: str, armed: Path) -> Callable[..., Any]:
    @wraps(function)
    def walk(*arguments: Any, **options: Any) -> Any:
        _die_if(armed, f"before {place}")
        answer = function(*arguments, **options)
        _die_if(armed, f"after {place}")
        return answer

    return walk


def _die_if(armed: Path, moment: str) -> None:
    if armed.exists() and armed.read_text(encoding="ascii") == moment:
        # Once: who comes back to this moment after the restart lives.
        armed.unlink(missing_ok=True)
        os.killpg(0, signal.SIGKILL)
