"""What is wrong with the running site, and what to do about it: the checks of the command `doctor`."""

import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from django.core import checks
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.db import DatabaseError, connection

from apps.accounts.models import User
from apps.commerce.gateways import registry
from apps.commerce.models import Order, ProviderJob, RefundAttempt
from apps.commerce.selectors import books
from apps.commerce.states import UNPAID, Job
from apps.content.models import Page
from apps.content.selectors import second_person
from apps.content.states import ChangeKind
from apps.core import health, privacy_inventory
from apps.core.ids import new_id
from apps.media import ffmpeg
from apps.media.models import VideoImport
from apps.media.states import ImportStatus
from apps.media.storage import private_storage
from apps.office.selectors import readiness
from apps.office.selectors.home.workers import BOOKS_LATE_AFTER
from apps.office.selectors.readiness import State
from apps.outbox.lateness import ASLEEP_AFTER, LATE_AFTER
from apps.outbox.models import FailingSweep, Heartbeat, Message
from apps.outbox.services.heartbeats import SWEEPER, VIDEO
from apps.outbox.states import Status

JOB_AGE = timedelta(minutes=10)
HOURLY_JOB_AGE = timedelta(hours=3)
SETTLEMENTS_AGE = timedelta(days=1)
"""They are fetched four times a day."""
VIDEO_AGE = timedelta(hours=1)
_APPROVERS = 2
"""With one, what that person proposes waits for ever."""
MIN_FREE_BYTES = 2 * 1024**3
MIN_CERTIFICATE_DAYS = 14
_CONNECT_SECONDS = 4.0
_NODE_SECONDS = 10.0


class Verdict(StrEnum):
    OK = "ok"
    UNKNOWN = "unknown"
    """It could not be checked from here, which is no fault of the site."""
    MISSING = "missing"
    """It is needed before the site opens, and this one with its demo data does not."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    verdict: Verdict
    text: str
    remedy: str = ""


def examine(*, at: datetime, verify_books: bool) -> Iterator[Finding]:
    """One finding after the other. What needs the database is checked only if it has all its tables."""
    yield _settings()
    database = _database()
    yield database
    yield _cache()
    yield _broker()
    yield _renderer()
    yield _ffmpeg()
    yield from _storage()
    yield from _certificates(at)
    if database.verdict != Verdict.OK:
        yield from _readiness(at, reads_database=False)
        return
    migrations = _migrations()
    yield migrations
    if migrations.verdict == Verdict.OK:
        yield from _workers(at)
        yield _queue(at)
        yield _failed_messages()
        yield _failing_sweeps()
        yield _holds(at)
        yield from _provider_jobs(at)
        yield _videos(at)
        yield _failed_imports()
        yield privacy_policy()
        yield _second_person()
        yield _books(at, is_thorough=verify_books)
    yield from _readiness(at, reads_database=True)


def _wrong_if(name: str, reason: str, *, fine: str, remedy: str) -> Finding:
    if reason:
        return Finding(name, Verdict.WRONG, reason, remedy)
    return Finding(name, Verdict.OK, fine)


def _settings() -> Finding:
    deploy = not settings.SEEDS_DEMO_DATA
    found = checks.run_checks(include_deployment_checks=deploy)
    serious = [f"{message.id}: {message.msg}" for message in found if message.level >= checks.WARNING]
    remedy = "Read docs/settings.md, and run 'manage.py check --deploy'."
    return _wrong_if("settings", "; ".join(serious[:5]), fine="no warnings", remedy=remedy)


def _database() -> Finding:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        reason = f"not reached ({type(error).__name__})"
        return Finding("database", Verdict.WRONG, reason, "Start it, or correct DATABASE_URL.")
    return Finding("database", Verdict.OK, connection.vendor)


def _cache() -> Finding:
    name = "Redis" if settings.REDIS_URL else "cache"
    value = str(new_id())
    cache.set("doctor", value, 10)
    reason = "" if cache.get("doctor") == value else "does not keep what it is given"
    fine = "keeps values" if settings.REDIS_URL else "in the memory of each process (REDIS_URL is not set)"
    return _wrong_if(name, reason, fine=fine, remedy="Start Redis, or correct REDIS_URL.")


def _broker() -> Finding:
    reason = ""
    try:
        with current_app.connection_for_write() as broker:
            broker.connect()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:200]
    fine = "opens" if settings.REDIS_URL else "a folder of DATA_DIR (REDIS_URL is not set)"
    remedy = "Start Redis, or correct REDIS_URL: no worker starts."
    return _wrong_if("broker", reason, fine=fine, remedy=remedy)


def _renderer() -> Finding:
    try:
        # Reads the script without running it.
        done = subprocess.run(  # noqa: S603 - our own script
            [settings.NODE, "--check", settings.RENDER_SCRIPT],
            capture_output=True,
            check=False,
            timeout=_NODE_SECONDS,
        )
        reason = "the script for pages is missing or broken" if done.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = f"Node does not run ({type(error).__name__})"
    return _wrong_if(
        "renderer", reason, fine="Node reads the script", remedy="Run 'make build', and check NODE."
    )


def _ffmpeg() -> Finding:
    reason = "" if ffmpeg.is_available() else "ffmpeg is missing: uploaded videos are not converted"
    return _wrong_if("ffmpeg", reason, fine="found", remedy="apt-get install ffmpeg, or set FFMPEG.")


def _storage() -> Iterator[Finding]:
    storage, reason = private_storage(), ""
    try:
        name = storage.save(f"private/doctor-{new_id()}.txt", ContentFile(b"doctor"))
        try:
            with storage.open(name) as file:
                if file.read() != b"doctor":
                    reason = "returns something else than was stored"
        finally:
            storage.delete(name)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:200]
    remedy = "Check the rights of DATA_DIR/media, or MEDIA_BUCKET and its keys."
    yield _wrong_if("storage", reason, fine="written, read and deleted", remedy=remedy)
    free = shutil.disk_usage(settings.DATA_DIR).free
    text = f"{free / 1024**3:.1f} GiB free"
    remedy = "Delete what is not needed, or enlarge the disk: imports need four times the largest video."
    yield _wrong_if("disk", text if free < MIN_FREE_BYTES else "", fine=text, remedy=remedy)


def _hosts() -> dict[str, int]:
    urls = [registry.of_new_orders().base_url] if settings.LIVE_PAYMENTS else []
    if settings.SMS_AUTH_KEY:
        urls.append(settings.SMS_BASE_URL)
    if settings.MEDIA_ENDPOINT:
        urls.append(settings.MEDIA_ENDPOINT)
    parts = [urlsplit(url) for url in (*urls, settings.SITE_URL)]
    return {part.hostname: part.port or 443 for part in parts if part.scheme == "https" and part.hostname}


def _certificates(at: datetime) -> Iterator[Finding]:
    for host, port in _hosts().items():
        name = f"certificate of {host}"
        try:
            expires_at = certificate_end(host, port)
        except ssl.SSLCertVerificationError as error:
            remedy = "Renew it, or correct the host's name in the settings."
            yield Finding(name, Verdict.WRONG, error.verify_message, remedy)
        except OSError as error:
            yield Finding(name, Verdict.UNKNOWN, f"not reached from here ({type(error).__name__})")
        else:
            days = (expires_at - at).days
            text = f"valid for {days} days"
            remedy = "Renew it; if it is the provider's, watch its status page."
            yield _wrong_if(name, text if days < MIN_CERTIFICATE_DAYS else "", fine=text, remedy=remedy)


def certificate_end(host: str, port: int) -> datetime:
    """When the certificate that the host shows expires. Raises OSError if it cannot be reached."""
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, port), timeout=_CONNECT_SECONDS) as plain,
        context.wrap_socket(plain, server_hostname=host) as secure,
    ):
        certificate = secure.getpeercert() or {}
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)


def _migrations() -> Finding:
    return _wrong_if(
        "migrations", health.pending_migrations(), fine="applied", remedy="Run 'manage.py migrate'."
    )


def _workers(at: datetime) -> Iterator[Finding]:
    beats = dict(Heartbeat.objects.values_list("worker", "at"))
    for name, worker, command in (
        ("message worker", SWEEPER, "send_messages"),
        ("video worker", VIDEO, "import_videos"),
    ):
        remedy = f"Start the worker (queue {worker}) and beat, or run 'manage.py {command}'."
        beat = beats.get(worker)
        if beat is None:
            yield Finding(name, Verdict.UNKNOWN, "has not run yet", remedy)
            continue
        text = f"ran {_span(at - beat)} ago"
        yield _wrong_if(name, text if beat < at - ASLEEP_AFTER else "", fine=text, remedy=remedy)


def _queue(at: datetime) -> Finding:
    oldest = Message.objects.due_at(at).order_by("due_at").values_list("due_at", flat=True).first()
    age = timedelta(0) if oldest is None else at - oldest
    text = f"the oldest due message waits {_span(age)}"
    fine = "no message is due" if oldest is None else text
    remedy = "Start the worker (queue rally) and beat, or run 'manage.py send_messages'."
    return _wrong_if("outbox", text if age > LATE_AFTER else "", fine=fine, remedy=remedy)


def _failed_messages() -> Finding:
    count = Message.objects.filter(status=Status.FAILED).count()
    remedy = "Read their errors under Messages in the admin, then retry or delete them."
    return _wrong_if("failed messages", f"{count} failed" if count else "", fine="none", remedy=remedy)


def _failing_sweeps() -> Finding:
    rows = FailingSweep.objects.order_by("pk").values_list("sweep", "failed")
    reason = "; ".join(f"{sweep}: {failed} failed" for sweep, failed in rows)
    remedy = "Search the log for 'row failed', and report the error."
    return _wrong_if("sweeps", reason, fine="no row failed", remedy=remedy)


def _holds(at: datetime) -> Finding:
    late = Order.objects.overdue(at=at - LATE_AFTER).filter(released_at__isnull=True).count()
    remedy = "Start the worker (queue rally) and beat, or run 'manage.py expire_holds'."
    reason = f"{late} unpaid orders keep their seats after their time" if late else ""
    return _wrong_if("worker and beat", reason, fine="expired holds are released", remedy=remedy)


def _provider_jobs(at: datetime) -> Iterator[Finding]:
    ages = {
        Job.RECONCILE: JOB_AGE,
        Job.REFUNDS: JOB_AGE,
        Job.REBUILD: HOURLY_JOB_AGE,
        Job.DISPUTES: HOURLY_JOB_AGE,
        Job.SETTLEMENTS: SETTLEMENTS_AGE,
    }
    rows = {row.job: row for row in ProviderJob.objects.filter(job__in=ages)}
    waits = {
        Job.RECONCILE: Order.objects.filter(status__in=UNPAID, next_poll_at__lte=at - JOB_AGE),
        Job.REFUNDS: RefundAttempt.objects.due(at=at - JOB_AGE),
    }
    for job, limit in ages.items():
        row = rows.get(job)
        last = None if row is None else row.succeeded_at
        name = f"provider job: {job.label}"
        if last is None:
            is_needed = job in waits and waits[job].exists()
            verdict = Verdict.WRONG if is_needed else Verdict.UNKNOWN
            yield Finding(name, verdict, "never ran", "Start the provider worker and beat.")
            continue
        age = at - last
        text = f"succeeded {_span(age)} ago"
        yield _wrong_if(
            name,
            text if age > limit else "",
            fine=text,
            remedy="Start the provider worker and beat; the job's page in the admin shows its last result.",
        )


def _videos(at: datetime) -> Finding:
    late = VideoImport.objects.filter(status=ImportStatus.WAITING, queued_at__lte=at - VIDEO_AGE).count()
    remedy = "Start the video worker, or run 'manage.py import_videos'."
    reason = f"{late} videos wait for more than {_span(VIDEO_AGE)}" if late else ""
    return _wrong_if("videos", reason, fine="nothing waits for long", remedy=remedy)


def _failed_imports() -> Finding:
    count = VideoImport.objects.filter(status=ImportStatus.FAILED).count()
    remedy = "Read why in the list of assets in the admin, then choose 'Import videos again' or another file."
    return _wrong_if("video imports", f"{count} failed" if count else "", fine="none failed", remedy=remedy)


def privacy_policy() -> Finding:
    text = Page.objects.get(slug="privacy-policy").text
    missing = [name for name in privacy_inventory.TABLES if f"{{{name}}}" not in text]
    reason = f"it lacks {', '.join(missing)}, so it does not say all that we store" if missing else ""
    remedy = "Compare and publish: manage.py publish_page privacy-policy --dry-run."
    return _wrong_if("privacy policy", reason, fine="has the tables of this release", remedy=remedy)


def _second_person() -> Finding:
    """A site that nobody administers yet has nothing to approve."""
    names = {ChangeKind.PAGE: "pages", ChangeKind.PRICE: "prices"}
    few = [
        name
        for kind, name in names.items()
        if second_person.is_needed_for(kind) and second_person.approvers(kind).count() < _APPROVERS
    ]
    has_staff = User.objects.filter(is_active=True, is_staff=True).exists()
    reason = f"fewer than {_APPROVERS} people may approve {' and '.join(few)}" if few and has_staff else ""
    remedy = "Give another person a role that may, or switch it off in the admin, with a reason."
    return _wrong_if("second person", reason, fine="can be asked, or is not needed", remedy=remedy)


def _books(at: datetime, *, is_thorough: bool) -> Finding:
    remedy = "Run 'manage.py verify_books', and follow docs/operations.md."
    if is_thorough:
        found = sum(1 for _ in books.differences())
        return _wrong_if("books", f"{found} differences" if found else "", fine="agree", remedy=remedy)
    job = ProviderJob.objects.filter(job=Job.VERIFY_BOOKS).first()
    if job is None or job.finished_at is None:
        is_needed = Order.objects.filter(paid_at__lt=at - BOOKS_LATE_AFTER).exists()
        return Finding("books", Verdict.WRONG if is_needed else Verdict.UNKNOWN, "never verified", remedy)
    has_failed = job.succeeded_at is None or job.succeeded_at < job.finished_at
    text = f"verified {_span(at - job.finished_at)} ago: {job.result}"
    is_wrong = has_failed or at - job.finished_at > BOOKS_LATE_AFTER
    return _wrong_if("books", text if is_wrong else "", fine=text, remedy=remedy)


def _readiness(at: datetime, *, reads_database: bool) -> Iterator[Finding]:
    missing = Verdict.MISSING if settings.SEEDS_DEMO_DATA else Verdict.WRONG
    verdicts = {State.DONE: Verdict.OK, State.UNKNOWN: Verdict.UNKNOWN, State.MISSING: missing}
    for item in readiness.examine(at=at, reads_database=reads_database).items:
        remedy = f"{item.remedy} {settings.SITE_URL}{item.url}" if item.url else item.remedy
        yield Finding(f"before you open: {item.name}", verdicts[item.state], item.text, remedy)


def _span(age: timedelta) -> str:
    minutes = max(0, int(age.total_seconds() // 60))
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} days"
