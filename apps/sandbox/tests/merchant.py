"""A merchant's webhook endpoint: records deliveries and responds with a status that tests set."""

from __future__ import annotations

import hashlib
import hmac
import http.server
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Delivery:
    body: bytes
    signature: str
    event_id: str

    @property
    def payload(self) -> dict[str, Any]:
        return json.loads(self.body)

    @property
    def event(self) -> str:
        return str(self.payload["event"])

    def is_signed_with(self, secret: str) -> bool:
        return self.signature == hmac.new(secret.encode(), self.body, hashlib.sha256).hexdigest()


class Merchant(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.deliveries: list[Delivery] = []
        self.status = 200

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/api/payments/webhook/razorpay"

    def events_for(self, entity_id: str) -> list[Delivery]:
        """Deliveries about an order, payment, refund or dispute, by its id."""
        return [one for one in self.deliveries if entity_id in one.body.decode()]

    def wait(self, condition: Callable[[], object], *, seconds: float = 5.0) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, [one.event for one in self.deliveries]
            time.sleep(0.02)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Merchant

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.deliveries.append(
            Delivery(body, self.headers["X-Razorpay-Signature"], self.headers["x-razorpay-event-id"])
        )
        self.wfile.write(f"HTTP/1.1 {self.server.status} Set by test\r\nContent-Length: 0\r\n\r\n".encode())

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def run_merchant() -> Iterator[Merchant]:
    server = Merchant()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
