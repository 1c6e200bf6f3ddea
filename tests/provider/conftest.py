"""The providers that every contract test runs against."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from apps.commerce.gateways.outcomes import Outcome
from apps.commerce.gateways.payloads import (
    EventFacts,
    ProviderOrder,
    ProviderRefund,
    WebhookEvent,
)
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.tests.fake_provider import FakeProvider
from apps.sandbox.tests.merchant import Merchant, run_merchant
from apps.sandbox.tests.process import KEY, WEBHOOK_SECRET, Sandbox, start_sandbox

from .outcomes import unwrap
from .provider_doubles import AcmeDouble, FakeDouble, ProviderDouble, SandboxDouble


@pytest.fixture(scope="module")
def merchant() -> Iterator[Merchant]:
    with run_merchant() as started:
        yield started


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory, merchant: Merchant) -> Iterator[Sandbox]:
    with start_sandbox(tmp_path_factory.mktemp("provider"), SANDBOX_WEBHOOK_URL=merchant.url) as started:
        yield started


@pytest.fixture(params=["sandbox", "fake", "acme"])
def double(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, settings: Any) -> ProviderDouble:
    if request.param == "acme":
        return AcmeDouble()
    if request.param == "fake":
        return FakeDouble(FakeProvider().install(monkeypatch), settings)
    sandbox: Sandbox = request.getfixturevalue("sandbox")
    settings.RAZORPAY_BASE_URL = sandbox.base_url
    settings.RAZORPAY_KEY_ID, settings.RAZORPAY_KEY_SECRET = KEY
    settings.RAZORPAY_WEBHOOK_SECRETS = [WEBHOOK_SECRET]
    made = SandboxDouble(sandbox, request.getfixturevalue("merchant"), settings)
    made.set_receipt_mode("same")
    made.set_refund_status("processed")
    sandbox.control("clock", seconds=0)
    sandbox.clear_faults()
    return made


@pytest.fixture
def gateway(double: ProviderDouble) -> PaymentGateway:
    return double.gateway


@pytest.fixture
def buy(gateway: PaymentGateway) -> Any:
    """Creates an order at the provider."""

    def create(*, amount_paise: int = 50_000, **options: Any) -> ProviderOrder:
        new = options.pop("receipt", uuid.uuid4().hex)
        notes = {"a": "b"}
        made = gateway.create_order(receipt=new, amount_paise=amount_paise, notes=notes, **options)
        order: ProviderOrder = unwrap(made)
        return order

    return create


@pytest.fixture
def fetch(gateway: PaymentGateway) -> Any:
    return lambda payment_id: unwrap(gateway.fetch_payment(payment_id=payment_id))


@pytest.fixture
def refund(gateway: PaymentGateway) -> Any:
    def send(payment_id: str, amount_paise: int, *, key: str | None = None) -> Outcome[ProviderRefund]:
        notes = {"why": "test"}
        key = key or uuid.uuid4().hex
        return gateway.refund(payment_id=payment_id, amount_paise=amount_paise, key=key, notes=notes)

    return send


@pytest.fixture
def read_webhook(gateway: PaymentGateway, double: ProviderDouble) -> Any:
    """Receives an event as the site does: checked, read, stored as JSON, and interpreted."""

    def read(news: str, payment_id: str) -> tuple[WebhookEvent, EventFacts]:
        body, headers = double.webhook(news, payment_id)
        assert gateway.is_webhook_signed(body=body, headers=headers)
        event = gateway.read_event(body=body, headers=headers)
        stored = json.loads(json.dumps(event.payload))
        return event, gateway.event_facts(kind=event.kind, payload=stored)

    return read
