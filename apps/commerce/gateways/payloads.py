"""What payment providers report, in our own words: each gateway translates its provider's JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.commerce.states import DisputeStatus


class Malformed(Exception):
    """What came does not have the provider's format."""


class MalformedDispute(Malformed):
    """An event about a dispute cannot be read: staff have to look at the provider's dashboard."""


@dataclass(frozen=True, slots=True)
class ProviderOrder:
    """`status` is created, attempted (somebody has tried to pay) or paid."""

    id: str
    amount_paise: int
    currency: str
    receipt: str
    status: str
    notes: Mapping[str, str]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ProviderPayment:
    """
    `status` is created, authorized, captured, refunded or failed; a `failed` one may be captured later.

    A `refunded` payment was captured before, or refunded without capture.
    """

    id: str
    order_id: str | None
    amount_paise: int
    currency: str
    status: str
    refunded_paise: int
    created_at: datetime
    is_captured: bool


@dataclass(frozen=True, slots=True)
class BuyerContact:
    """What a payer gave the provider: ten digits and an email address, each empty if unknown."""

    mobile: str
    email: str


@dataclass(frozen=True, slots=True)
class ProviderRefund:
    """`status` is pending, processed or failed."""

    id: str
    payment_id: str
    amount_paise: int
    status: str
    created_at: datetime
    notes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ProviderDispute:
    """
    A chargeback, or the threat of one; `deducted_paise` is 0 until it is lost.

    `status` is open, under_review, won, lost or closed; one that needs action is open.
    """

    id: str
    payment_id: str
    amount_paise: int
    deducted_paise: int
    currency: str
    status: str
    phase: str
    reason_code: str
    respond_by: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ProviderSettlementLine:
    """
    A payment, a refund or something else that changed what the provider paid out to our bank account.

    `id` is that of the payment or refund, and `kind` payment, refund or other. `net_paise` is negative where
    money was deducted. A fee includes its tax. `concerns_id` is the payment that a refund is of, or the
    dispute that another line is for; empty if none is named.
    """

    id: str
    kind: str
    settlement_id: str
    bank_reference: str
    amount_paise: int
    fee_paise: int
    tax_paise: int
    net_paise: int
    currency: str
    settled_at: datetime
    concerns_id: str = ""


@dataclass(frozen=True, slots=True)
class DisputeChange:
    """An event's dispute, the status that the event reports, and since when."""

    dispute: ProviderDispute
    status: DisputeStatus
    status_at: datetime


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """
    A webhook's event before it is interpreted; repeats have the same id.

    `payload` is stored. It has what `PaymentGateway.event_facts` reads and no personal data, so that none has
    to be erased later.
    """

    id: str
    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What an event reports; nothing where its kind is of no concern."""

    payment: ProviderPayment | None = None
    refund: ProviderRefund | None = None
    dispute: DisputeChange | None = None


@dataclass(frozen=True, slots=True)
class BrowserCheckout:
    """What the browser needs to open the provider's payment window. Public."""

    script: str
    key: str
