"""
Acme, a payment provider that does not exist and resembles Razorpay in nothing: the provider's own side.

It numbers everything in one series, writes rupees as text, takes a second success like the first, signs with
SHA-512, and has its own words for every status. `current` is the account that `AcmeGateway` talks to.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import itertools
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from apps.core.indian_time import INDIA

SECRET, WEBHOOK_SECRET = b"acme's secret for tests", b"acme's webhook secret for tests"

LARGEST_RUPEES, TOO_LARGE = 2_00_000, "So much we do not handle"

Record = dict[str, Any]


class AcmeError(Exception):
    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class AcmeServer:
    """The account's records by their number; `fault` strikes the next request, `is_down` all of them."""

    def __init__(self) -> None:
        self.orders: dict[int, Record] = {}
        self.payments: dict[int, Record] = {}
        self.givebacks: dict[int, Record] = {}
        self.cases: dict[int, Record] = {}
        self.remittances: list[Record] = []
        self.giveback_state = "SENT"
        self.fault = ""
        self.is_down = False
        self.is_key_valid = True
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        self._numbers = itertools.count(1001)

    # --- requests ------------------------------------------------------------------------------------

    def request(self, what: str, **params: Any) -> Any:
        fault, self.fault = self.fault, ""
        if self.is_down or fault == "timeout":
            raise TimeoutError
        if fault in ("server_error", "rate_limit"):
            raise AcmeError(503 if fault == "server_error" else 429, "Please come back later")
        if not self.is_key_valid:
            raise AcmeError(401, "Who are you?")
        answer = getattr(self, f"_{what}")(**params)
        return {"surprise": True} if fault == "malformed" else answer

    def _open(self, *, reference: str, total: str, cur: str, memo: Mapping[str, str]) -> Record:
        """A reference has one order for good; asking again returns it as it is."""
        known = self._with_reference(reference)
        if known is not None:
            return known
        if Decimal(total) < 1:
            raise AcmeError(422, "At least one rupee")
        if Decimal(total) > LARGEST_RUPEES:
            raise AcmeError(422, TOO_LARGE)
        order = self._new(reference=reference, total=total, cur=cur, memo=dict(memo), state="OPEN")
        self.orders[order["no"]] = order
        return order

    def _find(self, *, reference: str) -> Record:
        return {"order": self._with_reference(reference)}

    def _order(self, *, no: int) -> Record:
        return _known(self.orders, no)

    def _write_memo(self, *, no: int, memo: Mapping[str, str]) -> Record:
        _known(self.orders, no)["memo"] = dict(memo)
        return self.orders[no]

    def _payment(self, *, no: int) -> Record:
        return _known(self.payments, no)

    def _payments(self, *, order: int) -> list[Record]:
        _known(self.orders, order)
        return [payment for payment in self.payments.values() if payment["for"] == order]

    def _list(self, *, since: str, until: str, page: int) -> list[Record]:
        """Fifty a page, the newest first, each with its payments."""
        found = [order for order in self.orders.values() if since <= order["at"] <= until]
        rows = list(reversed(found))[page * 50 : page * 50 + 50]
        return [{"order": row, "payments": self._payments(order=row["no"])} for row in rows]

    def _give_back(self, *, payment: int, total: str, request: str, memo: Mapping[str, str]) -> Record:
        known = next((one for one in self.givebacks.values() if one["request"] == request), None)
        if known is not None:
            if (known["payment"], known["sum"], known["memo"]) != (payment, total, memo):
                raise AcmeError(422, "This request was another one")
            return known
        paid = _known(self.payments, payment)
        left = Decimal(paid["sum"]) - Decimal(paid["given_back"])
        if paid["state"] != "SUCCESS" or Decimal(total) > left:
            raise AcmeError(422, "That much is not left")
        return self.give_back(payment, total, request=request, memo=memo, state=self.giveback_state)

    def _givebacks(self, *, payment: int) -> list[Record]:
        _known(self.payments, payment)
        return [one for one in self.givebacks.values() if one["payment"] == payment]

    def _cases(self) -> list[Record]:
        return list(self.cases.values())

    def _remitted(self, *, on: str) -> list[Record]:
        return [remittance for remittance in self.remittances if remittance["on"] == on]

    # --- what the buyer, the bank and staff do ----------------------------------------------------------

    def pay(self, order: int, state: str, *, total: str | None = None, cur: str | None = None) -> Record:
        known = self.orders[order]
        if known["state"] == "OPEN":
            known["state"] = "TRIED"
        total, cur = total or known["total"], cur or known["cur"]
        payment = self._new(**{"for": order}, sum=total, cur=cur, state=state, given_back="0.00")
        self.payments[payment["no"]] = payment
        if state == "SUCCESS":
            self.take(payment["no"])
        return payment

    def take(self, payment: int) -> None:
        self.payments[payment]["state"] = "SUCCESS"
        self.orders[self.payments[payment]["for"]]["state"] = "SETTLED"

    def give_back(
        self, payment: int, total: str, *, request: str = "", memo: Mapping[str, str], state: str
    ) -> Record:
        made = self._new(payment=payment, sum=total, request=request, memo=dict(memo), state=state)
        self.givebacks[made["no"]] = made
        self._move(payment, Decimal(total))
        return made

    def finish_giveback(self, no: int, state: str) -> None:
        giveback = self.givebacks[no]
        giveback["state"] = state
        if state == "BOUNCED":
            self._move(giveback["payment"], -Decimal(giveback["sum"]))

    def open_case(self, payment: int) -> Record:
        total = self.payments[payment]["sum"]
        case = self._new(payment=payment, sum=total, cur="INR", lost="0.00", state="NEW", why="not mine")
        self.cases[case["no"]] = case
        return case

    def lose_case(self, no: int) -> None:
        self.cases[no] |= {"state": "JUDGED_AGAINST", "lost": self.cases[no]["sum"]}

    def remit(self) -> None:
        """One remittance of all there is; Acme takes one per cent, without tax."""
        batch = self._new(on=str(self.clock().astimezone(INDIA).date()))
        for charge in self.payments.values():
            if charge["state"] == "SUCCESS":
                cut = str((Decimal(charge["sum"]) / 100).quantize(Decimal("0.01")))
                self.remittances.append({**batch, "charge": charge["no"], "sum": charge["sum"], "cut": cut})
        for back in self.givebacks.values():
            if back["state"] == "SENT":
                self.remittances.append({**batch, "giveback": back["no"], "sum": back["sum"], "cut": "0"})

    def news(self, kind: str, about: Record) -> tuple[bytes, dict[str, str]]:
        """Body and headers of a webhook request."""
        event = {
            "uid": next(self._numbers),
            "type": kind,
            "about": {**about, "holder": "Asha", "mail": "asha@example.in"},
            "at": self.clock().isoformat(),
        }
        body = json.dumps(event).encode()
        stamp = event["at"]
        return body, {"Acme-Signature": f"{stamp};{_hex(WEBHOOK_SECRET, stamp.encode() + body)}"}

    # --- private ----------------------------------------------------------------------------------------

    def _new(self, **fields: Any) -> Record:
        return {"no": next(self._numbers), "at": self.clock().isoformat(), **fields}

    def _with_reference(self, reference: str) -> Record | None:
        return next((order for order in self.orders.values() if order["reference"] == reference), None)

    def _move(self, payment: int, by: Decimal) -> None:
        paid = self.payments[payment]
        paid["given_back"] = str(Decimal(paid["given_back"]) + by)


def checkout_signature(order: int, payment: int) -> str:
    digest = hmac.new(SECRET, f"{payment}/{order}".encode(), hashlib.sha512).digest()
    return base64.b64encode(digest).decode()


def is_news_signed(body: bytes, header: str) -> bool:
    stamp, _, signature = header.partition(";")
    expected = _hex(WEBHOOK_SECRET, stamp.encode(errors="replace") + body)
    return signature.isascii() and hmac.compare_digest(expected, signature)


def _hex(secret: bytes, message: bytes) -> str:
    return hmac.new(secret, message, hashlib.sha512).hexdigest()


def _known(records: Mapping[int, Record], no: int) -> Record:
    if no not in records:
        raise AcmeError(404, "No such number")
    return records[no]


current = AcmeServer()
