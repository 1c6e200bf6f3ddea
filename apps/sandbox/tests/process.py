"""Runs the real sandbox process for tests that speak HTTP to it."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

ROOT = Path(__file__).resolve().parents[3]
KEY = ("rzp_test_sandbox", "a secret for tests")
WEBHOOK_SECRET = "a webhook's secret for tests"


@dataclass(frozen=True)
class Sandbox:
    port: int
    data_dir: Path

    @property
    def base_url(self) -> str:
        """The base URL for the official SDK."""
        return f"http://127.0.0.1:{self.port}/sandbox/razorpay"

    def control(self, endpoint: str, **data: Any) -> Any:
        """POST to the control API."""
        return self._json(
            requests.post(f"{self.base_url}/control/{endpoint}", json=data, auth=KEY, timeout=20)
        )

    def journal(self) -> Any:
        return self._json(requests.get(f"{self.base_url}/control/journal", auth=KEY, timeout=20))

    def clear_faults(self) -> None:
        requests.delete(f"{self.base_url}/control/faults", auth=KEY, timeout=20)

    def pay(self, order_id: str, outcome: str = "success") -> dict[str, str]:
        data = {"order_id": order_id, "outcome": outcome}
        return self._json(requests.post(f"{self.base_url}/pay", json=data, timeout=20))

    def _json(self, response: requests.Response) -> Any:
        assert response.status_code == 200, response.text
        return response.json()


@contextmanager
def start_sandbox(data_dir: Path, **settings: str) -> Iterator[Sandbox]:
    """Start the sandbox as scripts/serve.py does, and end its process group afterwards."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    place = f"--host 127.0.0.1 --port {port} --workers 1 --workers-kill-timeout 5"
    options = f"--interface wsgi {place} --blocking-threads 32"
    process = subprocess.Popen(
        [sys.executable, "-m", "granian", *options.split(), "--no-ws", "apps.sandbox.wsgi:application"],
        cwd=ROOT,
        env=environment(data_dir, **settings),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_until_healthy(port, process)
        yield Sandbox(port=port, data_dir=data_dir)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def environment(data_dir: Path, **settings: str) -> dict[str, str]:
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("SANDBOX_", "RALLY_"))
    }
    # The sandbox inherits the site's settings module from the environment.
    site = {"DJANGO_SETTINGS_MODULE": "config.settings.local", "DATA_DIR": str(data_dir)}
    secrets = {"SANDBOX_KEY_SECRET": KEY[1], "SANDBOX_WEBHOOK_SECRET": WEBHOOK_SECRET, "SANDBOX_CONTROL": "1"}
    return {**inherited, **site, **secrets, **settings}


def wait_until_healthy(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            connection.request("GET", "/sandbox/razorpay/healthz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    raise AssertionError("the sandbox did not start")
