"""Whether the books agreed when they were last verified, and whether the scheduler and the workers run."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.accounts.models import User
from apps.commerce.models import ProviderJob
from apps.commerce.services.provider_jobs import ALERT_AFTER
from apps.commerce.states import Job
from apps.office.selectors.home.links import changelist
from apps.outbox.lateness import ASLEEP_AFTER
from apps.outbox.models import FailingSweep, Heartbeat
from apps.outbox.services.heartbeats import SWEEPER, VIDEO

BOOKS_LATE_AFTER = timedelta(days=2)
"""The books are verified once a day."""

_WORKERS = (
    ("Message worker", SWEEPER, "outbox.view_message", "outbox.message"),
    ("Video worker", VIDEO, "media.view_asset", "media.asset"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    text: str
    url: str
    is_alarm: bool
    at: datetime | None


def findings(*, person: User, now: datetime) -> list[Finding]:
    """What the person may view, whether it is well or not."""
    found = []
    if person.has_perm("commerce.view_providerjob"):
        jobs = {job.job: job for job in ProviderJob.objects.all()}
        found = [_books(jobs.get(Job.VERIFY_BOOKS), now=now), *_failing(jobs)]
        polled = jobs.get(Job.RECONCILE)
        found.append(
            _worker(
                "Payment worker",
                polled.finished_at if polled else None,
                url=changelist("commerce.providerjob"),
                now=now,
            )
        )
    beats = dict(Heartbeat.objects.values_list("worker", "at"))
    for name, worker, permission, listed in _WORKERS:
        if person.has_perm(permission):
            found.append(_worker(name, beats.get(worker), url=changelist(listed), now=now))
    if person.has_perm("outbox.view_message"):
        found += [_failing_sweep(row) for row in FailingSweep.objects.order_by("pk")]
    return found


def _books(job: ProviderJob | None, *, now: datetime) -> Finding:
    """The result of the last run: a run reads all rows, so it is not repeated here."""
    url = changelist("commerce.providerjob")
    if job is None or job.finished_at is None:
        return Finding("Books", "Not verified yet", url, is_alarm=True, at=None)
    is_late = job.finished_at < now - BOOKS_LATE_AFTER
    text = job.result if job.failures or not is_late else f"{job.result}; not verified since"
    return Finding("Books", text, url, is_alarm=bool(job.failures) or is_late, at=job.finished_at)


def _failing(jobs: dict[str, ProviderJob]) -> list[Finding]:
    return [
        Finding(
            f"Job '{job.get_job_display()}'",
            f"Failed {job.failures} times in a row",
            changelist("commerce.providerjob"),
            is_alarm=True,
            at=job.succeeded_at,
        )
        for job in jobs.values()
        if job.failures >= ALERT_AFTER and job.job != Job.VERIFY_BOOKS
    ]


def _failing_sweep(row: FailingSweep) -> Finding:
    text = f"{row.failed} failed: the log says which, and why"
    return Finding(f"Job '{row.sweep.replace('_', ' ')}'", text, url="", is_alarm=True, at=row.at)


def _worker(name: str, at: datetime | None, *, url: str, now: datetime) -> Finding:
    if at is None:
        return Finding(name, "Has not run yet", url, is_alarm=True, at=None)
    is_asleep = at < now - ASLEEP_AFTER
    text = "Not running: the worker or the scheduler has stopped" if is_asleep else "Running"
    return Finding(name, text, url, is_alarm=is_asleep, at=at)
