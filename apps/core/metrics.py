"""
Metrics for Prometheus, at /metrics for whoever has METRICS_TOKEN.

What processes count is in files of METRICS_DIR that they share, so any worker returns the sums of all. What
is in the database is read when the metrics are requested, at most every 15 seconds. Labels have few values:
routes by name, never paths.
"""

import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from django.conf import settings
from django.db import DatabaseError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

# Each has labels: a process that counts nothing, such as a command, then writes no file.
REQUESTS = Counter("rally_requests", "Requests", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "rally_request_seconds",
    "Duration of requests",
    ["route"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
RENDER_SECONDS = Histogram(
    "rally_page_render_seconds",
    "Duration of rendering a page on the server, waiting included",
    ["outcome"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3),
)
CACHE_READS = Counter("rally_cache_reads", "Reads of cached responses", ["result"])
SETTLE_SECONDS = Histogram(
    "rally_settle_seconds",
    "From a payment at the provider to the delivery of its order",
    ["kind"],
    buckets=(1, 3, 10, 30, 60, 300, 900, 3600, 86400),
)

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_READ_SECONDS = 15.0

Reader = Callable[[], Mapping[tuple[str, ...], float]]


class _Gauges(Collector):
    """Values of the database; each app registers its own in `ready`."""

    def __init__(self) -> None:
        self._readers: dict[str, tuple[str, tuple[str, ...], Reader]] = {}
        self._lock = threading.Lock()
        self._read_at = float("-inf")
        self._values: dict[str, Mapping[tuple[str, ...], float]] = {}

    def register(self, name: str, text: str, labels: tuple[str, ...], reader: Reader) -> None:
        self._readers[name] = (text, labels, reader)

    def names(self) -> list[str]:
        return list(self._readers)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with self._lock:
            if time.monotonic() - self._read_at >= _READ_SECONDS:
                self._values = _read({name: reader for name, (_, _, reader) in self._readers.items()})
                self._read_at = time.monotonic()
            values = dict(self._values)
        for name, (text, labels, _) in self._readers.items():
            family = GaugeMetricFamily(name, text, labels=labels)
            for row, value in values.get(name, {}).items():
                family.add_metric(row, value)
            yield family

    def forget(self) -> None:
        """For tests: read again at the next request."""
        self._read_at = float("-inf")


gauges = _Gauges()
register = gauges.register


def record_request(request: HttpRequest, *, status: int, seconds: float) -> None:
    route = route_of(request)
    method = request.method if request.method in _METHODS else "other"
    REQUESTS.labels(route, method, status).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)


def route_of(request: HttpRequest) -> str:
    """The name of a page, the pattern of an endpoint, or the name of an admin view."""
    page = getattr(request, "page_name", None)
    if page is not None:
        return f"page:{page}"
    match = request.resolver_match
    if match is None:
        return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"
    return match.view_name if match.app_names == ["admin"] else str(match.route)


def view(request: HttpRequest) -> HttpResponse:
    """Not found for everybody without the token, which is how it looks where none is set."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    if not token or not secrets.compare_digest(given.encode(), token.encode()):
        return HttpResponseNotFound("Not found\n", content_type="text/plain; charset=utf-8")
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(("GET", "HEAD"))
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def exposition() -> bytes:
    registry = CollectorRegistry()
    registry.register(gauges)
    counted = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    return generate_latest(counted) + generate_latest(registry)


def _read(readers: Mapping[str, Reader]) -> dict[str, Mapping[tuple[str, ...], float]]:
    """The values that can be read. The rest is still worth having while the database is down."""
    values: dict[str, Mapping[tuple[str, ...], float]] = {}
    for name, reader in readers.items():
        try:
            values[name] = reader()
        except OperationalError:
            # Each reader would wait for a connection, longer together than Prometheus waits for a response.
            break
        except DatabaseError:
            continue
    return values
