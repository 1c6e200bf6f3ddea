"""
The port to a payment provider: whatever the site wants of one.

Each provider is a package beside this module, listed in the setting PAYMENT_GATEWAYS. Nothing outside its
package knows the provider's JSON, names of statuses and events, headers or URLs. `tests/provider` holds every
gateway to one contract.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Protocol

from apps.commerce.gateways.outcomes import Outcome
from apps.commerce.gateways.payloads import (
    BrowserCheckout,
    BuyerContact,
    EventFacts,
    ProviderDispute,
    ProviderOrder,
    ProviderPayment,
    ProviderRefund,
    ProviderSettlementLine,
    WebhookEvent,
)


class PaymentGateway(Protocol):
    """
    A payment provider.

    Requests return one of three outcomes and raise nothing: an id that the provider does not know is
    `Refused`; a timeout, an error of the provider's server or a malformed response is `Unknown`. Never call
    them inside a transaction: a response can take `PROVIDER_TIMEOUT_SECONDS`.

    Ids have at most 40 characters, those of events 80, and no other gateway has the same: our columns are
    unique. Where a provider's ids are plain numbers, its gateway puts its own name in front.
    """

    name: str
    """Stored with each order (`Order.provider`), and the last part of the webhook's URL. Never changes."""
    label: str
    """For people, such as on invoices. Never changes either: the books compare issued invoices with it."""

    maximum_paise: int
    """The largest bill that it takes. An account may have a lower limit: then it refuses the order."""

    @property
    def base_url(self) -> str:
        """Where its requests go."""
        ...

    @property
    def has_live_keys(self) -> bool | None:
        """Whether its keys move money; None where they do not say."""
        return None

    def create_order(
        self, *, receipt: str, amount_paise: int, notes: Mapping[str, str], is_repeat: bool = False
    ) -> Outcome[ProviderOrder]:
        """
        Create the order of this receipt in our currency, or find the existing one.

        With `is_repeat` an earlier attempt may have succeeded: then there is still one order only. The
        receipt's order of another amount is refused. The provider keeps 15 notes of 256 characters.
        """
        ...

    def find_order(self, *, receipt: str) -> Outcome[ProviderOrder | None]:
        """The order with exactly this receipt; of several, the one furthest along, then the oldest."""
        ...

    def fetch_order(self, *, order_id: str) -> Outcome[ProviderOrder]: ...

    def replace_notes(self, *, order_id: str, notes: Mapping[str, str]) -> Outcome[ProviderOrder]:
        """Replace all notes of an order, paid or not. Idempotent."""
        ...

    def fetch_payment(self, *, payment_id: str) -> Outcome[ProviderPayment]: ...

    def contact_of(self, *, payment_id: str) -> Outcome[BuyerContact]:
        """Whom to notify about a payment whose buyer has no account with us."""
        ...

    def payments_of(self, *, order_id: str) -> Outcome[Sequence[ProviderPayment]]:
        """All payments of the order, including failed ones."""
        ...

    def orders_between(
        self, *, begins: datetime, ends: datetime
    ) -> Iterator[Outcome[Sequence[tuple[ProviderOrder, Sequence[ProviderPayment]]]]]:
        """Orders created between two times, in pages, newest first; ends at the first page that fails."""
        ...

    def refund(
        self, *, payment_id: str, amount_paise: int, key: str, notes: Mapping[str, str]
    ) -> Outcome[ProviderRefund]:
        """
        Refund a payment or a part of it. Idempotent: the same key never refunds twice.

        :raises ValueError: unless the key is 10 to 64 letters, digits, hyphens and underscores
        """
        ...

    def refunds_of(self, *, payment_id: str) -> Outcome[Sequence[ProviderRefund]]:
        """All refunds of the payment, also those made in the provider's dashboard."""
        ...

    def all_disputes(self) -> Iterator[Outcome[Sequence[ProviderDispute]]]:
        """All disputes of the account, in pages; ends at the first page that fails."""
        ...

    def settlement_lines(self, *, day: date) -> Iterator[Outcome[Sequence[ProviderSettlementLine]]]:
        """What it paid out to our bank account on a day in India, in pages; ends at the first that fails."""
        ...

    def browser_checkout(self) -> BrowserCheckout:
        """What the browser needs to open the payment window. Makes no request."""
        ...

    def is_payment_signature_valid(self, *, order_id: str, payment_id: str, signature: str) -> bool:
        """Whether the provider signed this payment of this order."""
        ...

    def is_webhook_signed(self, *, body: bytes, headers: Mapping[str, str]) -> bool:
        """Whether the raw body is signed with one of our webhook secrets."""
        ...

    def read_event(self, *, body: bytes, headers: Mapping[str, str]) -> WebhookEvent:
        """
        The event of a webhook request whose signature is valid.

        :raises Malformed: if the body is no event
        """
        ...

    def event_facts(self, *, kind: str, payload: Mapping[str, Any]) -> EventFacts:
        """
        What an event reports, read from its stored payload.

        :raises Malformed: if it cannot be read
        """
        ...
