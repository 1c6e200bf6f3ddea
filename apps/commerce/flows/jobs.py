"""
What is scheduled and calls the provider: one run of each job at a time, each with a budget of time.

They run in a Celery queue of their own, so that a provider that never answers keeps nothing else waiting.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.utils import timezone

from apps.commerce.flows import auditing, dispute_polling, rebuilding, reconciling
from apps.commerce.flows.auditing import Audit
from apps.commerce.flows.dispute_polling import Polled
from apps.commerce.flows.rebuilding import Rebuilt
from apps.commerce.flows.reconciling import Reconciled
from apps.commerce.gateways import budget
from apps.commerce.services import provider_jobs
from apps.commerce.states import Job
from apps.outbox.services import messages
from apps.outbox.services.messages import Swept

T = TypeVar("T")

PROVIDER_QUEUE = "provider"
"""Of Celery, and of messages whose handler calls the provider."""

BUDGETS = {
    Job.RECONCILE: timedelta(seconds=60),
    Job.REFUNDS: timedelta(seconds=30),
    Job.REBUILD: timedelta(minutes=5),
    Job.DISPUTES: timedelta(seconds=60),
    Job.VERIFY_BOOKS: timedelta(minutes=15),
}

_GRACE = timedelta(seconds=60)
"""What a run does after its last call: its own commits."""

_REFUNDS_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Run:
    """`text` is what staff read, and the moment where the next run goes on."""

    has_failed: bool
    text: str
    resume_at: datetime | None = None


def reconcile(*, at: datetime, everything: bool = False, seconds: float | None = None) -> Reconciled | None:
    """None while another process is at it, as for all of these."""

    def run() -> tuple[Reconciled, Run]:
        done = reconciling.run(at=at, everything=everything)
        return done, Run(bool(done.failed or done.unknown), counted(done))

    return _run(Job.RECONCILE, run, at=at, seconds=seconds)


def rebuild(*, at: datetime, seconds: float | None = None) -> Rebuilt | None:
    def run() -> tuple[Rebuilt, Run]:
        done = rebuilding.run(at=at, resume_at=_resumes_at(at))
        return done, Run(bool(done.failed or done.unknown), counted(done), done.resume_at)

    return _run(Job.REBUILD, run, at=at, seconds=seconds)


def send_refunds(*, at: datetime) -> Swept | None:
    budget_seconds = BUDGETS[Job.REFUNDS].total_seconds()

    def run() -> tuple[Swept, Run]:
        # The sweep begins no message after its time; a call that it has begun gets its whole answer.
        done = messages.sweep(
            now=at, limit=_REFUNDS_AT_ONCE, queue=PROVIDER_QUEUE, seconds=budget_seconds / 2
        )
        return done, Run(bool(done.put_off or done.given_up), counted(done))

    return _run(Job.REFUNDS, run, at=at)


def poll_disputes(*, at: datetime) -> Polled | None:
    def run() -> tuple[Polled, Run]:
        done = dispute_polling.run(at=at)
        return done, Run(bool(done.failed or done.unknown), counted(done))

    return _run(Job.DISPUTES, run, at=at)


def verify_books(*, at: datetime, days: int = 8) -> Audit | None:
    def run() -> tuple[Audit, Run]:
        done = auditing.run(at=at, days=days)
        text = f"{done.orders} orders compared, {len(done.differences)} differences"
        return done, Run(bool(done.differences), text)

    return _run(Job.VERIFY_BOOKS, run, at=at)


def counted(done: Reconciled | Rebuilt | Swept | Polled) -> str:
    """The counts as one line."""
    counts = asdict(done).items()
    return ", ".join(f"{value} {name}" for name, value in counts if isinstance(value, int))


def _resumes_at(at: datetime) -> datetime | None:
    """A place that the span has left behind is none any more."""
    place = provider_jobs.resumes_at(Job.REBUILD)
    return place if place is not None and at - rebuilding.LOOKED_BACK < place <= at else None


def _run(
    job: Job, run: Callable[[], tuple[T, Run]], *, at: datetime, seconds: float | None = None
) -> T | None:
    span = BUDGETS[job] if seconds is None else timedelta(seconds=seconds)
    holder = provider_jobs.take(job=job, at=at, lease=span + _GRACE)
    if holder is None:
        return None
    ended = Run(has_failed=True, text="It raised; the log says what.")
    try:
        with budget.of(span.total_seconds()):
            result, ended = run()
    finally:
        provider_jobs.finish(
            job=job,
            holder=holder,
            at=timezone.now(),
            has_failed=ended.has_failed,
            result=ended.text,
            resume_at=ended.resume_at,
        )
    return result
