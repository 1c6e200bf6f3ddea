"""A provider on this machine: a real server that notes what arrives and answers as it is told."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    status: int = 200
    body: bytes = b'{"message": "3763646c3058373530393938", "type": "success"}'
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    hangs: bool = False
    cut_at: int | None = None


@dataclass(frozen=True)
class Arrived:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class FakeServer:
    """Answers what it was told, in that order, and the last of it ever after."""

    def __init__(self) -> None:
        self.answers = [Answer()]
        self.arrived: list[Arrived] = []
        self.let_go = threading.Event()

    def next_answer(self) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def playing() -> Iterator[tuple[FakeServer, str]]:
    """The fake and its base URL."""
    fake = FakeServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            fake.arrived.append(Arrived("POST", self.path, dict(self.headers), body))
            answer = fake.next_answer()
            if answer.hangs:
                fake.let_go.wait(30)
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body[: answer.cut_at])

        def do_GET(self) -> None:
            fake.arrived.append(Arrived("GET", self.path, dict(self.headers), b""))
            self.send_error(404)

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield fake, f"http://127.0.0.1:{server.server_port}"
    finally:
        fake.let_go.set()
        server.shutdown()
        server.server_close()
        thread.join(10)
