"""Metrics: who gets them, what they count, how processes share them, and the board and alerts."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from apps.commerce.models import ProviderJob
from apps.commerce.states import Job
from apps.core import metrics, tagged_cache
from apps.core.testing.fixtures import Person
from apps.outbox.lateness import ASLEEP_AFTER, LATE_AFTER
from apps.outbox.models import FailingSweep, Heartbeat, Message
from apps.outbox.services.heartbeats import SWEEPER, VIDEO

TOKEN = "a-token-of-more-than-twenty-letters"
ROOT = Path(__file__).resolve().parents[1]
MONITORING = ROOT / "deploy" / "monitoring"

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    settings.METRICS_TOKEN = TOKEN
    metrics.gauges.forget()
    yield
    metrics.gauges.forget()


def parsed(text: str) -> Samples:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def read() -> Samples:
    metrics.gauges.forget()
    response = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    return parsed(response.content.decode())


def counted(name: str, **labels: str) -> float:
    return read().get((name, tuple(sorted(labels.items()))), 0.0)


@pytest.mark.django_db
@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer é"}])
def test_without_the_token_there_is_no_such_page(given: dict[str, str], settings: Any) -> None:
    assert Client().get("/metrics", headers=given).status_code == 404
    settings.METRICS_TOKEN = ""
    for header in (given, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {TOKEN}"}):
        assert Client().get("/metrics", headers=header).status_code == 404


@pytest.mark.django_db
def test_any_host_and_only_reading() -> None:
    given = {"Authorization": f"Bearer {TOKEN}", "Host": "10.0.0.7:8000"}
    response = Client().get("/metrics", headers=given)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    assert Client().post("/metrics", headers=given).status_code == 405


@pytest.mark.django_db
def test_requests_are_counted_by_route_method_and_status(member: Person) -> None:
    places = [
        ("/api/user", "api/user", "GET", "200"),
        ("/api/orders/none", "api/orders/<str:order_id>", "GET", "404"),
        ("/courses?search=waves", "page:courses", "GET", "200"),
        ("/one/that/nobody/has", "page:not-found", "GET", "404"),
        ("/admin/login/", "admin:login", "GET", "200"),
    ]
    before = read()
    for path, *_ in places:
        member.api.get(path)
    member.api.generic("BREW", "/api/user")
    after = read()
    grown = {
        dict(labels)["route"]: (dict(labels)["method"], dict(labels)["status"])
        for (name, labels), value in after.items()
        if name == "rally_requests_total"
        and value > before.get((name, labels), 0)
        and dict(labels)["method"] != "other"
    }
    for path, route, method, status in places:
        assert grown.get(route) == (method, status), path
    assert ("rally_requests_total", (("method", "other"), ("route", "api/user"), ("status", "405"))) in after


@pytest.mark.django_db
def test_a_thousand_paths_make_no_new_label(client: Client) -> None:
    client.get("/api/orders/none"), client.get("/nowhere")
    before = len(read())
    for number in range(100):
        client.get(f"/api/orders/{number}")
        client.get(f"/api/{number}/{number}")
    after = len(read())
    # The second of them is the first request that no endpoint matches.
    assert after - before <= 30
    for number in range(100, 200):
        client.get(f"/api/orders/{number}")
        client.get(f"/api/{number}/{number}")
    assert len(read()) == after


def test_every_route_has_a_name_without_values() -> None:
    request = RequestFactory().get("/static/dist/app.js")
    request.resolver_match = None
    assert metrics.route_of(request) == "static"
    request = RequestFactory().get("/admin/accounts/user/1/change/")
    request.resolver_match = get_resolver().resolve("/admin/accounts/user/1/change/")
    assert metrics.route_of(request) == "admin:accounts_user_change"


@pytest.mark.django_db
def test_what_waits_in_the_database_is_measured() -> None:
    now = timezone.now()
    for status, minutes in (("waiting", 10), ("waiting", 1), ("given_up", 60), ("sent", 90)):
        due = now - timedelta(minutes=minutes)
        sent = {"sent_at": now} if status == "sent" else {}
        Message.objects.create(kind="any", payload={}, status=status, due_at=due, created_at=due, **sent)
    ProviderJob.objects.update_or_create(
        job=Job.RECONCILE, defaults={"succeeded_at": now - timedelta(minutes=20)}
    )
    Heartbeat.objects.create(worker="video", at=now - timedelta(seconds=90))
    FailingSweep.objects.create(sweep="expire_holds", failed=2, at=now)
    samples = read()
    assert samples["rally_outbox_messages", (("status", "queued"),)] == 2
    assert samples["rally_outbox_messages", (("status", "failed"),)] == 1
    assert 600 <= samples["rally_outbox_age_seconds", ()] < 630
    assert 90 <= samples["rally_worker_age_seconds", (("worker", "video"),)] < 120
    assert ("rally_worker_age_seconds", (("worker", "rally"),)) not in samples
    assert 1200 <= samples["rally_provider_job_success_age_seconds", (("job", "reconcile"),)] < 1230
    assert samples["rally_payments", (("status", "captured"),)] == 0
    assert samples["rally_sweep_failures", (("sweep", "expire_holds"),)] == 2


@pytest.mark.django_db
def test_the_database_is_read_every_15_seconds_at_most() -> None:
    read()
    given = {"Authorization": f"Bearer {TOKEN}"}
    with CaptureQueriesContext(connection) as queries:
        assert Client().get("/metrics", headers=given).status_code == 200
    assert len(queries) == 0
    metrics.gauges.forget()
    with CaptureQueriesContext(connection) as queries:
        assert Client().get("/metrics", headers=given).status_code == 200
    assert len(queries) == 7


def test_a_database_that_does_not_answer_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reader would wait for a connection, and the rest would be too late for Prometheus."""
    asked = []

    def reader(name: str, error: Exception | None) -> Any:
        def read_it() -> dict[tuple[str, ...], float]:
            asked.append(name)
            if error is not None:
                raise error
            return {(): 1.0}

        return name, "", (), read_it

    gauges = metrics._Gauges()
    monkeypatch.setattr(metrics, "gauges", gauges)
    for name, error in (("one", None), ("no_table", ProgrammingError()), ("two", None)):
        gauges.register(*reader(name, error))
    text = metrics.exposition().decode()
    assert ("one 1.0" in text, "two 1.0" in text, asked) == (True, True, ["one", "no_table", "two"])
    gauges.forget()
    asked.clear()
    gauges.register(*reader("down", OperationalError()))
    gauges.register(*reader("later", None))
    text = metrics.exposition().decode()
    assert asked == ["one", "no_table", "two", "down"]
    assert ("one 1.0" in text, "rally_requests" in text, "later 1.0" in text) == (True, True, False)


@pytest.mark.django_db
def test_cache_reads_are_hits_or_misses() -> None:
    misses, hits = (counted("rally_cache_reads_total", result=result) for result in ("miss", "hit"))
    for _ in range(3):
        tagged_cache.get_or_set(tags=("metrics",), key="one", make=lambda: "made")
    assert counted("rally_cache_reads_total", result="miss") == misses + 1
    assert counted("rally_cache_reads_total", result="hit") == hits + 2


_COUNT = """
import sys
from django.conf import settings
settings.configure(METRICS_TOKEN="x", STATIC_URL="/static/")
from apps.core import metrics
for _ in range(int(sys.argv[1])):
    metrics.REQUESTS.labels("api/user", "GET", 200).inc()
if sys.argv[1] == "0":
    sys.stdout.write(metrics.exposition().decode())
"""


def test_processes_share_what_they_count_and_dead_ones_stay_counted(tmp_path: Path) -> None:
    env = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}

    def run(times: int) -> str:
        command = [sys.executable, "-c", _COUNT, str(times)]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout

    run(3), run(4)
    assert len(list(tmp_path.glob("counter_*.db"))) == 2
    labels = (("method", "GET"), ("route", "api/user"), ("status", "200"))
    assert parsed(run(0))["rally_requests_total", labels] == 7
    # The third one counted nothing, and wrote no file.
    assert len(list(tmp_path.glob("*.db"))) == 2


def exported_names() -> set[str]:
    kinds = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    created = (metrics.REQUESTS, metrics.CACHE_READS, metrics.REQUEST_SECONDS, metrics.RENDER_SECONDS)
    families = [family for metric in (*created, metrics.SETTLE_SECONDS) for family in metric.collect()]
    names = {family.name + suffix for family in families for suffix in kinds[family.type]}
    return names | set(metrics.gauges.names())


def test_every_metric_of_the_board_and_the_alerts_exists() -> None:
    board = json.loads((MONITORING / "grafana-board.json").read_text())
    rules = (MONITORING / "alert-rules.yml").read_text()
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    queries += re.findall(r"^ +expr: (.+)$", rules, flags=re.MULTILINE)
    named = {name for query in queries for name in re.findall(r"\brally_\w+", query)}
    assert len(queries) == 25
    assert named <= exported_names()
    # And every metric is looked at somewhere; of histograms the sum need not be.
    assert {name for name in exported_names() if not name.endswith("_sum")} - named <= {
        "rally_settle_seconds_count",
        "rally_page_render_seconds_bucket",
    }


def test_the_alerts_wait_as_long_as_the_office() -> None:
    rules = (MONITORING / "alert-rules.yml").read_text()
    late, asleep = (int(limit.total_seconds()) for limit in (LATE_AFTER, ASLEEP_AFTER))
    assert f"expr: max(rally_outbox_age_seconds) > {late}\n" in rules
    assert f"expr: max by (worker) (rally_worker_age_seconds) > {asleep} or " in rules


def test_a_job_that_has_never_succeeded_raises_the_alert_as_well() -> None:
    rules = (MONITORING / "alert-rules.yml").read_text()
    for job in (Job.RECONCILE, Job.REFUNDS):
        assert f'absent(rally_provider_job_success_age_seconds{{job="{job.value}"}})' in rules
    settlements = f'rally_provider_job_success_age_seconds{{job="{Job.SETTLEMENTS.value}"}}'
    assert (
        f"> 86400 or absent_over_time({settlements}[1d]) and on () rally_outbox_age_seconds offset 1d\n"
        in rules
    )


def test_a_worker_that_has_never_run_raises_the_alert_as_well() -> None:
    rules = (MONITORING / "alert-rules.yml").read_text()
    for worker in (SWEEPER, VIDEO):
        assert f'absent(rally_worker_age_seconds{{worker="{worker}"}})' in rules


def test_every_alert_is_in_the_documentation() -> None:
    rules = (MONITORING / "alert-rules.yml").read_text()
    operations = (ROOT / "docs" / "operations.md").read_text()
    alerts = re.findall(r"- alert: (\w+)", rules)
    assert len(alerts) == 11
    assert [name for name in alerts if f"`{name}`" not in operations] == []
