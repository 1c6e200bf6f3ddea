"""What `doctor` finds, and how it ends."""

import json
import shutil
import ssl
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from celery import Celery
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.models import Payment, ProviderJob, RefundAttempt
from apps.commerce.selectors import books
from apps.commerce.states import Job
from apps.commerce.tests.shop import Shop, course_at
from apps.content.models import SecondPersonSettings
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.media import ffmpeg
from apps.media.models import Asset, VideoImport
from apps.office.selectors import health
from apps.office.selectors.health import Finding, Verdict
from apps.outbox.models import Heartbeat, Message

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sound_machine(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing is wrong, whatever this one has."""
    script = tmp_path / "server.js"
    script.write_text("process.exit(0)")
    settings.RENDER_SCRIPT, settings.SEEDS_DEMO_DATA, settings.DATA_DIR = script, True, tmp_path
    settings.SITE_URL = "http://127.0.0.1"
    monkeypatch.setattr(ffmpeg, "is_available", lambda: True)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9**14, 0, 9**14))  # type: ignore[attr-defined]


def findings(*, verify_books: bool = False) -> dict[str, Finding]:
    return {found.name: found for found in health.examine(at=timezone.now(), verify_books=verify_books)}


def wrong(**options: Any) -> dict[str, str]:
    return {name: found.text for name, found in findings(**options).items() if found.verdict == Verdict.WRONG}


def test_a_sound_site_ends_with_0() -> None:
    out = StringIO()
    call_command("doctor", "--verify-books", stdout=out)
    assert "ok       database: " in out.getvalue()
    assert "ok       books: agree" in out.getvalue()
    assert "WRONG" not in out.getvalue()


def test_what_is_wrong_is_printed_with_its_remedy_and_ends_with_1() -> None:
    Message.objects.create(
        kind="anything",
        payload={},
        status="given_up",
        due_at=timezone.now(),
        created_at=timezone.now(),
    )
    out = StringIO()
    with pytest.raises(CommandError, match="1 things are wrong"):
        call_command("doctor", stdout=out)
    assert "WRONG    failed messages: 1 failed\n         Read their errors" in out.getvalue()

    out = StringIO()
    with pytest.raises(CommandError):
        call_command("doctor", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert report["wrong"] == 1
    assert {found["verdict"] for found in report["findings"]} == {"ok", "unknown", "missing", "wrong"}
    assert {"name", "verdict", "text", "remedy"} == set(report["findings"][0])


def test_old_messages_show_that_no_worker_runs() -> None:
    now = timezone.now()
    message = Message.objects.create(kind="anything", payload={}, due_at=now, created_at=now)
    assert wrong() == {}
    Message.objects.filter(pk=message.pk).update(due_at=now - timedelta(minutes=4))
    assert wrong() == {}
    Message.objects.filter(pk=message.pk).update(due_at=now - timedelta(minutes=6))
    assert wrong() == {"outbox": "the oldest due message waits 6 min"}


def test_workers_without_a_heartbeat() -> None:
    now = timezone.now()
    workers = {name: findings()[name] for name in ("message worker", "video worker")}
    assert {found.verdict for found in workers.values()} == {Verdict.UNKNOWN}
    for worker in ("rally", "video"):
        Heartbeat.objects.create(worker=worker, at=now - timedelta(minutes=4))
    assert wrong() == {}
    Heartbeat.objects.update(at=now - timedelta(minutes=6))
    assert wrong() == {"message worker": "ran 6 min ago", "video worker": "ran 6 min ago"}
    assert "import_videos" in findings()["video worker"].remedy


def test_provider_jobs_that_stopped_and_books_that_differ() -> None:
    now = timezone.now()
    assert findings()["books"].verdict == Verdict.UNKNOWN
    for job, finished_at, succeeded_at in (
        (Job.RECONCILE, now, now - timedelta(hours=3)),
        (Job.REFUNDS, now, now),
        (Job.VERIFY_BOOKS, now, now - timedelta(days=1)),
    ):
        ProviderJob.objects.update_or_create(
            job=job,
            defaults={"finished_at": finished_at, "succeeded_at": succeeded_at, "result": "2 differences"},
        )
    assert wrong() == {
        f"provider job: {Job.RECONCILE.label}": "succeeded 3 h ago",
        "books": "verified 0 min ago: 2 differences",
    }


@pytest.mark.parametrize("job", [Job.REBUILD, Job.DISPUTES])
def test_hourly_jobs_that_stopped(job: Job) -> None:
    row = ProviderJob.objects.create(job=job, succeeded_at=timezone.now() - timedelta(minutes=179))
    assert wrong() == {}
    ProviderJob.objects.filter(pk=row.pk).update(succeeded_at=timezone.now() - timedelta(minutes=181))
    assert wrong() == {f"provider job: {job.label}": "succeeded 3 h ago"}


@pytest.mark.django_db(transaction=True)
def test_a_refund_that_waits_for_a_job_that_never_ran(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(1000_00))
    attempt = RefundAttempt.objects.create(
        payment=Payment.objects.get(),
        provider_refund_id="rfnd_1",
        amount_paise=100,
        created_at=timezone.now(),
        next_poll_at=timezone.now() - timedelta(minutes=9),
    )
    assert wrong() == {}
    RefundAttempt.objects.filter(pk=attempt.pk).update(next_poll_at=timezone.now() - timedelta(minutes=11))
    assert wrong() == {f"provider job: {Job.REFUNDS.label}": "never ran"}


def test_books_are_compared_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "differences", lambda: iter(["One.", "Two."]))
    assert wrong(verify_books=True) == {"books": "2 differences"}


def test_videos_that_wait_for_long() -> None:
    asset = Asset.objects.create(title="Waves", kind="video", provider="stream", source_key="1")
    VideoImport.objects.create(
        asset=asset, run_id=new_id(), queued_at=timezone.now() - timedelta(hours=2), status="waiting"
    )
    assert wrong() == {"videos": "1 videos wait for more than 60 min"}


def test_video_imports_that_failed() -> None:
    asset = Asset.objects.create(title="Waves", kind="video", provider="stream", source_key="1")
    video = VideoImport.objects.create(asset=asset, run_id=new_id(), status="running")
    assert findings()["video imports"].text == "none failed"
    VideoImport.objects.filter(pk=video.pk).update(status="failed", finished_at=timezone.now())
    assert wrong() == {"video imports": "1 failed"}
    assert "Import videos again" in findings()["video imports"].remedy


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("unix:///nowhere/redis.sock", "No such transport: unix"),
        ("redis+socket:///nowhere/redis.sock?virtual_host=3", "No such file or directory"),
    ],
)
def test_a_broker_that_does_not_open(monkeypatch: pytest.MonkeyPatch, url: str, reason: str) -> None:
    monkeypatch.setattr(health, "current_app", Celery(broker=url, set_as_current=False))
    [(name, text)] = wrong().items()
    assert name == "broker"
    assert reason in text


def test_services_that_are_missing(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings.NODE = str(tmp_path / "no-node")
    monkeypatch.setattr(ffmpeg, "is_available", lambda: False)
    monkeypatch.setattr(cache, "get", lambda *_: None)
    storage = MagicMock()
    storage.save.side_effect = PermissionError("not allowed")
    monkeypatch.setattr(health, "private_storage", lambda: storage)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9, 0, 1024**3))  # type: ignore[attr-defined]
    found = wrong()
    assert found.pop("Redis" if settings.REDIS_URL else "cache") == "does not keep what it is given"
    assert found == {
        "renderer": "Node does not run (FileNotFoundError)",
        "ffmpeg": "ffmpeg is missing: uploaded videos are not converted",
        "storage": "PermissionError: not allowed",
        "disk": "1.0 GiB free",
    }


def test_without_a_database_the_rest_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", broken)
    found = findings()
    assert found["database"].text == "not reached (DatabaseError)"
    assert "disk" in found
    assert "outbox" not in found


def test_while_migrations_are_pending_no_table_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.health, "pending_migrations", lambda: "3 to apply")
    out = StringIO()
    with (
        CaptureQueriesContext(connection) as queries,
        pytest.raises(CommandError, match="1 things are wrong"),
    ):
        call_command("doctor", stdout=out)
    assert "WRONG    migrations: 3 to apply\n         Run 'manage.py migrate'." in out.getvalue()
    assert [query["sql"] for query in queries] == ["SELECT 1"]


def test_what_is_missing_before_the_opening_is_wrong_in_production_alone(settings: Any) -> None:
    out = StringIO()
    call_command("doctor", stdout=out)
    line = "missing  before you open: Email: EMAIL_URL is not set: no email is sent.\n         Set EMAIL_URL"
    assert line in out.getvalue()

    settings.SEEDS_DEMO_DATA = False
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("doctor", stdout=out)
    assert line.replace("missing ", "WRONG   ") in out.getvalue()
    assert "missing " not in out.getvalue()


def test_without_a_database_the_opening_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", broken)
    found = findings()
    assert found["before you open: Email"].verdict == Verdict.MISSING
    assert found["before you open: Login codes"].verdict == Verdict.UNKNOWN


def test_findings_before_a_check_that_fails_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise DatabaseError("no such table")

    monkeypatch.setattr(health, "_failed_messages", broken)
    out = StringIO()
    with pytest.raises(DatabaseError):
        call_command("doctor", stdout=out)
    assert "ok       outbox: no message is due" in out.getvalue()


@pytest.mark.parametrize(
    ("outcome", "verdict", "text"),
    [
        (timedelta(days=60), Verdict.OK, "valid for 60 days"),
        (timedelta(days=3), Verdict.WRONG, "valid for 3 days"),
        (ConnectionRefusedError(), Verdict.UNKNOWN, "not reached from here (ConnectionRefusedError)"),
        (TimeoutError(), Verdict.UNKNOWN, "not reached from here (TimeoutError)"),
        (ssl.SSLCertVerificationError(1, "x"), Verdict.WRONG, "certificate has expired"),
    ],
)
def test_certificates_of_the_hosts(
    settings: Any, monkeypatch: pytest.MonkeyPatch, outcome: Any, verdict: Verdict, text: str
) -> None:
    settings.SITE_URL, settings.LIVE_PAYMENTS = "https://www.example.in:8443", True
    settings.RAZORPAY_BASE_URL = "https://api.razorpay.com"
    asked = []

    def certificate_end(host: str, port: int) -> datetime:
        asked.append((host, port))
        if isinstance(outcome, Exception):
            if isinstance(outcome, ssl.SSLCertVerificationError):
                outcome.verify_message = "certificate has expired"
            raise outcome
        return datetime.now(UTC) + outcome

    monkeypatch.setattr(health, "certificate_end", certificate_end)
    found = findings()["certificate of api.razorpay.com"]
    assert (found.verdict, found.text) == (verdict, text)
    assert asked == [("api.razorpay.com", 443), ("www.example.in", 8443)]


def test_one_person_who_may_approve_is_too_few_unless_one_decides(staff: Person) -> None:
    assert wrong()["second person"] == "fewer than 2 people may approve pages and prices"
    settings = SecondPersonSettings.objects.create(for_pages=False, reason="Nobody else works here yet.")
    assert wrong()["second person"] == "fewer than 2 people may approve prices"
    User.objects.create_superuser(mobile="9833333334", password="another long pass phrase", name="Asha")
    settings.delete()
    assert "second person" not in wrong()
