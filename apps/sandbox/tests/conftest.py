import uuid
from collections.abc import Callable, Iterator

import pytest
import razorpay
import requests

from apps.sandbox.tests.merchant import Merchant, run_merchant
from apps.sandbox.tests.process import KEY, Sandbox, start_sandbox


@pytest.fixture(scope="session")
def merchant() -> Iterator[Merchant]:
    with run_merchant() as started:
        yield started


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory, merchant: Merchant) -> Iterator[Sandbox]:
    data = tmp_path_factory.mktemp("sandbox")
    with start_sandbox(data, SANDBOX_WEBHOOK_URL=merchant.url) as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(started: Sandbox, merchant: Merchant) -> Iterator[Sandbox]:
    """The sandbox process that all tests share; what a test changed is reset after it."""
    yield started
    merchant.status = 200
    started.clear_faults()
    started.control("account", receipt_mode="same", refund_status="processed")


@pytest.fixture
def sdk(sandbox: Sandbox) -> razorpay.Client:
    return razorpay.Client(auth=KEY, base_url=sandbox.base_url)


@pytest.fixture
def http(sandbox: Sandbox) -> Iterator[requests.Session]:
    """Plain HTTP with the right key, for what the SDK hides: statuses, headers and error bodies."""
    with requests.Session() as session:
        session.auth = KEY
        yield session


@pytest.fixture
def new_order(sdk: razorpay.Client) -> Callable[[int], str]:
    """Creates an order and returns its id."""

    def create(amount_paise: int = 50_000) -> str:
        data = {"amount": amount_paise, "currency": "INR", "receipt": uuid.uuid4().hex}
        return str(sdk.order.create(data, timeout=20)["id"])

    return create
