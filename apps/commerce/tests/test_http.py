"""The wrapper of the provider's SDK, whatever a server sends: each call ends in one of three outcomes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from apps.commerce.gateways.outcomes import Done, Outcome, Refused, Unknown
from apps.commerce.gateways.payloads import ProviderPayment
from apps.commerce.gateways.razorpay import http
from apps.commerce.gateways.razorpay.gateway import RazorpayGateway

GATEWAY = RazorpayGateway()
PAYMENT_ID = "pay_00000000000001"
PAYMENT = {
    "id": PAYMENT_ID,
    "order_id": "order_00000000000001",
    "amount": 50000,
    "currency": "INR",
    "status": "captured",
    "amount_refunded": 0,
    "created_at": 1_790_000_000,
}


class Provider(ThreadingHTTPServer):
    """A server that responds as a test wants, and records the requests."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.respond: Callable[[_Handler], None] = lambda handler: handler.say(200, PAYMENT)
        self.seen: list[tuple[str, str, dict[str, str]]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Provider

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.seen.append((self.command, self.path, dict(self.headers)))
        self.server.respond(self)

    do_POST = do_GET

    def say(self, status: int, body: Any, **headers: str) -> None:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content_Length": str(len(raw)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def provider(settings: Any) -> Iterator[Provider]:
    server = Provider()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    settings.RAZORPAY_BASE_URL = server.address
    yield server
    server.shutdown()
    server.server_close()


def ask() -> Outcome[ProviderPayment]:
    return GATEWAY.fetch_payment(payment_id=PAYMENT_ID)


def told(status: int, body: Any, **headers: str) -> Callable[[_Handler], None]:
    return lambda handler: handler.say(status, body, **headers)


def test_an_answer_is_read_with_our_key_and_without_cookies(provider: Provider) -> None:
    provider.respond = told(200, PAYMENT, Set_Cookie="a=b; Path=/")

    first, second = ask(), ask()

    assert isinstance(first, Done)
    assert first == second
    assert (first.value.amount_paise, first.value.status) == (50000, "captured")
    headers = provider.seen[1][2]
    assert headers["Authorization"].startswith("Basic ")
    assert "Cookie" not in headers


NO = {"error": {"code": "BAD_REQUEST_ERROR", "description": "The id provided does not exist"}}


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_no_in_the_providers_words_is_refused_and_says_whether_it_is_about_us(
    provider: Provider, status: int
) -> None:
    provider.respond = told(status, NO)

    assert ask() == Refused(
        "BAD_REQUEST_ERROR", "The id provided does not exist", is_about_us=status not in (400, 404)
    )


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (429, NO),
        (409, NO),
        (408, NO),
        (500, NO),
        (503, b"unavailable"),
        (502, b"<html><body>Bad Gateway</body></html>"),
        (400, b"<html>"),
        (403, {"message": "not the provider's words"}),
        (400, {"error": None}),
        (400, {"error": "text"}),
        (302, b""),
        (204, b""),
        (200, b""),
        (200, b'{"id": "pay_0000'),
        (200, b"[" * 100_000),
        (200, b"\xff\xfe"),
        (200, []),
        (200, None),
        (200, {"error": None}),
        (200, PAYMENT | {"amount": "50000"}),
        (200, PAYMENT | {"amount": 500.0}),
        (200, PAYMENT | {"amount": True}),
        (200, PAYMENT | {"amount": -1}),
        (200, PAYMENT | {"created_at": 10**30}),
        (200, PAYMENT | {"order_id": "../../secrets"}),
        (200, PAYMENT | {"id": "pay_00000000000002"}),
        (200, {name: value for name, value in PAYMENT.items() if name != "currency"}),
    ],
)
def test_what_is_no_answer_of_the_provider_is_unknown(provider: Provider, status: int, body: Any) -> None:
    provider.respond = told(status, body)

    assert isinstance(ask(), Unknown)


def test_a_redirect_is_not_followed(provider: Provider) -> None:
    provider.respond = told(307, b"", Location=f"{provider.address}/elsewhere")

    assert isinstance(ask(), Unknown)
    assert len(provider.seen) == 1


def test_an_answer_that_is_cut_off_is_unknown(provider: Provider) -> None:
    def cut(handler: _Handler) -> None:
        handler.say(200, b'{"id":', Content_Length="500")
        handler.close_connection = True

    provider.respond = cut

    assert isinstance(ask(), Unknown)


def test_a_closed_connection_and_a_closed_port_are_unknown_and_print_nothing(
    provider: Provider, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def hang_up(handler: _Handler) -> None:
        handler.close_connection = True

    provider.respond = hang_up
    assert ask() == Unknown("connection")
    settings.RAZORPAY_BASE_URL = "http://127.0.0.1:9"
    assert ask() == Unknown("connection")
    assert capsys.readouterr().out == ""


def test_silence_ends_in_time(provider: Provider, settings: Any) -> None:
    settings.PROVIDER_TIMEOUT_SECONDS = 0.6
    provider.respond = lambda handler: time.sleep(1.5)

    began = time.monotonic()

    assert ask() == Unknown("timeout")
    assert time.monotonic() - began < 0.9


def test_an_answer_that_drips_ends_in_time(provider: Provider, settings: Any) -> None:
    def drip(handler: _Handler) -> None:
        handler.say(200, b"", Content_Length="500")
        for _ in range(20):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.1)

    settings.PROVIDER_TIMEOUT_SECONDS = 0.6
    provider.respond = drip
    began = time.monotonic()

    assert ask() == Unknown("timeout")
    assert time.monotonic() - began < 0.9


def test_several_pages_share_the_time_of_one_call(provider: Provider, settings: Any) -> None:
    refund = {"id": "rfnd_00000000000001", "payment_id": PAYMENT_ID, "amount": 1, "status": "processed"}
    page = {"items": [{**refund, "created_at": 1_790_000_000, "notes": []}] * 100}

    def slowly(handler: _Handler) -> None:
        time.sleep(0.25)
        handler.say(200, page)

    settings.PROVIDER_TIMEOUT_SECONDS = 0.6
    provider.respond = slowly
    began = time.monotonic()

    assert GATEWAY.refunds_of(payment_id=PAYMENT_ID) == Unknown("timeout")
    # There is always another page, and each comes in time: if each had its own, this would go on and on.
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    "wrong",
    ["", "pay_", "order_00000000000001", "pay_0000000000000/", "pay_../../../orders", "pay_0000000000000\n"],
)
def test_an_id_that_is_none_is_refused_before_it_is_sent(provider: Provider, wrong: str) -> None:
    assert isinstance(GATEWAY.fetch_payment(payment_id=wrong), Refused)
    assert isinstance(GATEWAY.refunds_of(payment_id=wrong), Refused)
    assert isinstance(
        GATEWAY.refund(payment_id=wrong, amount_paise=100, key="a-key-of-10", notes={}), Refused
    )
    assert isinstance(GATEWAY.payments_of(order_id=wrong.replace("order", "pay")), Refused)
    assert provider.seen == []


def test_a_refund_carries_its_key(provider: Provider) -> None:
    provider.respond = told(
        200,
        {
            "id": "rfnd_00000000000001",
            "payment_id": PAYMENT_ID,
            "amount": 100,
            "status": "pending",
            "created_at": 1_790_000_000,
            "notes": [],
        },
    )

    made = GATEWAY.refund(payment_id=PAYMENT_ID, amount_paise=100, key="refund-0001", notes={})

    assert isinstance(made, Done)
    assert made.value.status == "pending"
    assert provider.seen[0][2]["X-Refund-Idempotency"] == "refund-0001"
    with pytest.raises(ValueError, match="10 to 64"):
        GATEWAY.refund(payment_id=PAYMENT_ID, amount_paise=100, key="short", notes={})


def test_an_answer_about_another_refund_or_order_is_unknown(provider: Provider) -> None:
    other = PAYMENT | {"order_id": "order_00000000000002"}
    provider.respond = told(200, {"items": [PAYMENT, other]})

    assert isinstance(GATEWAY.payments_of(order_id="order_00000000000001"), Unknown)


def test_a_slow_provider_takes_only_its_slots(provider: Provider, settings: Any) -> None:
    settings.PROVIDER_CONCURRENCY = 3
    settings.PROVIDER_TIMEOUT_SECONDS = 4
    http._slots.cache_clear()

    def slowly(handler: _Handler) -> None:
        time.sleep(2)
        handler.say(200, PAYMENT)

    provider.respond = slowly
    with ThreadPoolExecutor(12) as crowd:
        began = time.monotonic()
        asked = [crowd.submit(lambda: (ask(), time.monotonic() - began)) for _ in range(12)]
        ended = [one.result() for one in asked]

    busy = [seconds for outcome, seconds in ended if outcome == Unknown("busy")]
    assert sum(isinstance(outcome, Done) for outcome, _seconds in ended) == 3
    assert len(busy) == 9
    assert max(busy) < 1.5
    assert sorted(busy)[-2] < 0.8
    assert len(provider.seen) == 3


def test_while_answers_come_quickly_a_crowd_waits_its_turn(provider: Provider, settings: Any) -> None:
    settings.PROVIDER_CONCURRENCY = 2
    http._slots.cache_clear()

    with ThreadPoolExecutor(16) as crowd:
        ended = list(crowd.map(lambda _: ask(), range(64)))

    assert all(isinstance(outcome, Done) for outcome in ended)


def test_a_slot_is_free_again_after_every_outcome(provider: Provider, settings: Any) -> None:
    settings.PROVIDER_CONCURRENCY = 1
    http._slots.cache_clear()
    for status, body in [(200, PAYMENT), (400, NO), (500, b""), (200, b"{"), (200, [])]:
        provider.respond = told(status, body)
        ask()
    provider.respond = told(200, PAYMENT)

    assert isinstance(ask(), Done)
