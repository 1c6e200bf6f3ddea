"""Target: a cached public page takes under 15 ms, through all middleware."""

import io
import statistics
import time

from django.core.management import call_command
from django.test import Client

ROUNDS = 200
TARGET_MS = 15.0
PATHS = ("/", "/courses", "/live-webinars", "/privacy-policy")


def run() -> bool:
    call_command("migrate", verbosity=0)
    call_command("seed_demo", stdout=io.StringIO())
    return all(list(map(_is_met, PATHS)))


def _is_met(path: str) -> bool:
    client = Client(headers={"host": "127.0.0.1"})
    client.get(path)
    times = sorted(_measure_ms(client, path) for _ in range(ROUNDS))
    median, p95 = statistics.median(times), times[int(ROUNDS * 0.95)]
    print(f"cached_pages {path:16} median {median:5.2f} ms, p95 {p95:5.2f} ms, target {TARGET_MS:.0f} ms")
    return p95 < TARGET_MS


def _measure_ms(client: Client, path: str) -> float:
    started = time.perf_counter()
    assert client.get(path).status_code == 200
    return (time.perf_counter() - started) * 1000
