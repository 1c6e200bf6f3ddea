"""
Scheduled jobs that call the provider: one run of each at a time, each with a time budget.

They run in a Celery queue of their own, so that an unresponsive provider blocks nothing else.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import TypeVar

from django.utils import timezone

from apps.commerce.flows import auditing, dispute_polling, rebuilding, reconciling, settlement_polling
from apps.commerce.flows.auditing import Audit
from apps.commerce.flows.dispute_polling import Polled
from apps.commerce.flows.rebuilding import Rebuilt
from apps.commerce.flows.reconciling import Reconciled
from apps.commerce.flows.settlement_polling import FIRST_DAYS, USUAL_DAYS, Settlements
from apps.commerce.gateways import budget
from apps.commerce.services import provider_jobs
from apps.commerce.states import Job
from apps.core import indian_time
from apps.outbox.services import messages
from apps.outbox.services.messages import SweepResult

T = TypeVar("T")

PROVIDER_QUEUE = "provider"
"""The Celery queue, also of outbox messages whose handler calls the provider."""

BUDGETS = {
    Job.RECONCILE: timedelta(seconds=60),
    Job.REFUNDS: timedelta(seconds=30),
    Job.REBUILD: timedelta(minutes=5),
    Job.DISPUTES: timedelta(seconds=60),
    Job.SETTLEMENTS: timedelta(minutes=5),
    Job.VERIFY_BOOKS: timedelta(minutes=15),
}

_LEASE_MARGIN = timedelta(seconds=60)
"""Time for a run's commits after its last request."""

_REFUNDS_PER_RUN = 100


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """`text` is shown in the admin; `resume_at` is where the next run resumes."""

    has_failed: bool
    text: str
    resume_at: datetime | None = None


def reconcile(*, at: datetime, everything: bool = False, seconds: float | None = None) -> Reconciled | None:
    """Like the other jobs: None while another process runs it."""

    def run() -> tuple[Reconciled, JobOutcome]:
        done = reconciling.reconcile(at=at, everything=everything)
        return done, JobOutcome(bool(done.failed or done.unknown), summary(done))

    return _run_job(Job.RECONCILE, run, at=at, seconds=seconds)


def rebuild(*, at: datetime, back: timedelta | None = None, seconds: float | None = None) -> Rebuilt | None:
    """`back`: how far back, all of it, instead of the usual span from where the last run ended."""

    def run() -> tuple[Rebuilt, JobOutcome]:
        if back is None:
            done = rebuilding.rebuild_lost_orders(at=at, resume_at=_rebuild_position(at))
        else:
            done = rebuilding.rebuild_lost_orders(at=at, back=back)
        return done, JobOutcome(bool(done.failed or done.unknown), summary(done), done.resume_at)

    return _run_job(Job.REBUILD, run, at=at, seconds=seconds)


def send_refunds(*, at: datetime) -> SweepResult | None:
    budget_seconds = BUDGETS[Job.REFUNDS].total_seconds()

    def run() -> tuple[SweepResult, JobOutcome]:
        # The sweep starts no message after its time; a request that has started may finish.
        done = messages.sweep(
            now=at, limit=_REFUNDS_PER_RUN, queue=PROVIDER_QUEUE, seconds=budget_seconds / 2
        )
        return done, JobOutcome(bool(done.deferred or done.failed), summary(done))

    return _run_job(Job.REFUNDS, run, at=at)


def poll_disputes(*, at: datetime) -> Polled | None:
    def run() -> tuple[Polled, JobOutcome]:
        done = dispute_polling.poll_disputes(at=at)
        return done, JobOutcome(bool(done.failed or done.unknown), summary(done))

    return _run_job(Job.DISPUTES, run, at=at)


def fetch_settlements(
    *, at: datetime, days: int | None = None, seconds: float | None = None
) -> Settlements | None:
    """`days`: how far back, instead of where the last run ended."""

    def run() -> tuple[Settlements, JobOutcome]:
        today = indian_time.day_of(at)
        first_day = _settlement_position(today) if days is None else today - timedelta(days=days)
        done = settlement_polling.poll_settlements(first_day=first_day, at=at)
        return done, JobOutcome(bool(done.failed or done.unknown), summary(done), done.resume_at)

    return _run_job(Job.SETTLEMENTS, run, at=at, seconds=seconds)


def verify_books(*, at: datetime, days: int = 8) -> Audit | None:
    def run() -> tuple[Audit, JobOutcome]:
        done = auditing.audit(at=at, days=days)
        text = f"{done.orders} orders compared, {len(done.differences)} differences"
        return done, JobOutcome(bool(done.differences), text)

    return _run_job(Job.VERIFY_BOOKS, run, at=at)


def summary(done: Reconciled | Rebuilt | SweepResult | Polled | Settlements) -> str:
    """The counts on one line."""
    counts = asdict(done).items()
    return ", ".join(f"{value} {name}" for name, value in counts if isinstance(value, int))


def _settlement_position(today: date) -> date:
    position = provider_jobs.resume_position(Job.SETTLEMENTS)
    earliest = today - timedelta(days=FIRST_DAYS)
    if position is not None:
        return max(earliest, min(indian_time.day_of(position), today - timedelta(days=USUAL_DAYS)))
    return today - timedelta(days=USUAL_DAYS) if provider_jobs.has_succeeded(Job.SETTLEMENTS) else earliest


def _rebuild_position(at: datetime) -> datetime | None:
    """None if it lies outside the time span by now."""
    position = provider_jobs.resume_position(Job.REBUILD)
    return position if position is not None and at - rebuilding.LOOK_BACK < position <= at else None


def _run_job(
    job: Job, run: Callable[[], tuple[T, JobOutcome]], *, at: datetime, seconds: float | None = None
) -> T | None:
    span = BUDGETS[job] if seconds is None else timedelta(seconds=seconds)
    holder = provider_jobs.acquire(job=job, at=at, lease=span + _LEASE_MARGIN)
    if holder is None:
        return None
    ended = JobOutcome(has_failed=True, text="The run failed. See the log.")
    try:
        with budget.limit(span.total_seconds()):
            result, ended = run()
    finally:
        provider_jobs.release(
            job=job,
            holder=holder,
            at=timezone.now(),
            has_failed=ended.has_failed,
            result=ended.text,
            resume_at=ended.resume_at,
        )
    return result
