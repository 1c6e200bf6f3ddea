"""What is scheduled and calls the provider has a queue of its own, runs once at a time, and is watched."""

import time
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from django.test import Client

from apps.commerce.flows import jobs, reconciling
from apps.commerce.models import Order, ProviderJob
from apps.commerce.models.provider_job import ProviderJobQuerySet
from apps.commerce.services import provider_jobs, refund_attempts
from apps.commerce.states import Job
from apps.commerce.tests.concurrency import WRITERS, any_try_fails, run_concurrently, unexpected_errors
from apps.commerce.tests.due import all_due, soon
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.outbox.models import Message
from apps.outbox.states import DONE, Status

pytestmark = pytest.mark.django_db(transaction=True)


# --- a queue of its own ---------------------------------------------------------------------------


def scheduled(*, queue: str) -> list[Any]:
    """The tasks of beat that Celery routes to this queue."""
    names = {entry["task"] for entry in project.CELERY_BEAT_SCHEDULE.values()}
    own = {name: route["queue"] for name, route in project.CELERY_TASK_ROUTES.items()}
    chosen = sorted(name for name in names if own.get(name, project.CELERY_TASK_DEFAULT_QUEUE) == queue)
    parts = [name.rpartition(".") for name in chosen]
    return [getattr(import_module(module), function) for module, _dot, function in parts]


def routed_to(queue: str) -> set[str]:
    return {name for name, route in project.CELERY_TASK_ROUTES.items() if route["queue"] == queue}


@pytest.mark.usefixtures("later")
def test_no_task_outside_the_providers_queue_calls_the_provider(shop: Shop, member: Person) -> None:
    all_due(shop, member)
    called = shop.provider.calls.total()
    for task in scheduled(queue="rally"):
        task()
    assert shop.provider.calls.total() == called
    assert Message.objects.get(kind=refund_attempts.KIND).status == Status.WAITING

    for task in scheduled(queue="provider"):
        task()

    assert shop.provider.calls.total() >= called + 3
    assert Message.objects.get(kind=refund_attempts.KIND).status in DONE
    assert {task.name for task in scheduled(queue="provider")} == routed_to("provider")


# --- one run at a time ----------------------------------------------------------------------------


def test_a_second_run_finds_the_first_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    inner: list[object] = []
    monkeypatch.setattr(reconciling, "reconcile", lambda **_: inner.append(jobs.reconcile(at=soon())))
    with pytest.raises(AttributeError):
        jobs.reconcile(at=soon())
    assert inner == [None]
    row = ProviderJob.objects.get(job=Job.RECONCILE)
    assert (row.holder, row.lease_until, row.failures) == (None, None, 1)


def test_a_killed_run_gives_way_when_its_lease_is_over_and_counts_as_a_failure() -> None:
    at = soon()
    killed = provider_jobs.acquire(job=Job.REBUILD, at=at, lease=timedelta(minutes=6))
    assert killed is not None
    assert jobs.rebuild(at=at + timedelta(minutes=5, seconds=59)) is None
    assert provider_jobs.acquire(job=Job.REBUILD, at=at + timedelta(minutes=6), lease=timedelta(minutes=6))
    assert ProviderJob.objects.get(job=Job.REBUILD).failures == 1

    # It was not dead after all: what it says at its end is no news of the run that has the lease now.
    provider_jobs.release(
        job=Job.REBUILD, holder=killed, at=at, has_failed=False, result="late", resume_at=None
    )
    row = ProviderJob.objects.get(job=Job.REBUILD)
    assert (row.result, row.failures, row.holder is None) == ("", 1, False)


def test_a_lease_of_a_clock_that_ran_ahead_gives_way() -> None:
    lease = timedelta(minutes=6)
    provider_jobs.acquire(job=Job.REBUILD, at=soon(days=8), lease=lease)
    assert provider_jobs.acquire(job=Job.REBUILD, at=soon(), lease=lease)


def race_for_the_lease() -> int:
    ProviderJob.objects.update_or_create(job=Job.RECONCILE, defaults={"holder": None, "lease_until": None})
    at = soon()
    outcomes = run_concurrently(
        lambda _: provider_jobs.acquire(job=Job.RECONCILE, at=at, lease=timedelta(minutes=2)), times=WRITERS
    )
    assert unexpected_errors(outcomes) == []
    return sum(outcome is not None for outcome in outcomes)


def test_of_many_runs_at_once_one_has_the_lease() -> None:
    assert race_for_the_lease() == 1


@pytest.mark.postgresql
def test_control_what_is_seen_and_then_written_lets_several_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def take(self: ProviderJobQuerySet, *, job: Job, holder: Any, at: Any, lease: timedelta) -> bool:
        if self.get(job=job).holder is not None:
            return False
        time.sleep(0.02)
        self.filter(job=job).update(holder=holder, lease_until=at + lease)
        return True

    monkeypatch.setattr(ProviderJobQuerySet, "acquire", take)
    assert any_try_fails(lambda: race_for_the_lease() > 1)


# --- failures are seen ----------------------------------------------------------------------------


def test_failures_in_a_row_raise_an_alert_and_staff_see_them(
    shop: Shop, member: Person, admin_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    shop.enrolled(member.api, course_at(100_00))
    shop.provider.is_down = True
    for hour in range(1, 4):
        assert "provider job keeps failing" not in caplog.text
        Order.objects.update(next_poll_at=soon())
        jobs.reconcile(at=soon(hours=hour))
    assert "provider job keeps failing" in caplog.text
    page = admin_client.get("/admin/commerce/providerjob/").content.decode()
    assert '<td class="field-failures">3</td>' in page
    assert "1 polled, 0 settled, 1 unknown, 0 events, 0 refunds, 0 failed" in page
    assert admin_client.get("/admin/commerce/providerjob/reconcile/change/").status_code == 200
    assert admin_client.get("/admin/commerce/providerjob/add/").status_code == 403

    shop.provider.is_down = False
    Order.objects.update(next_poll_at=soon())
    jobs.reconcile(at=soon(hours=4))
    row = ProviderJob.objects.get(job=Job.RECONCILE)
    assert (row.failures, row.succeeded_at is None) == (0, False)


def test_the_commands_count_failures_and_say_when_another_run_is_at_work(shop: Shop) -> None:
    out = StringIO()
    call_command("reconcile_payments", "--rebuild", stdout=out)
    assert out.getvalue() == "0 polled, 0 settled, 0 unknown, 0 events, 0 refunds, 0 failed, 0 rebuilt\n"
    for job in (Job.RECONCILE, Job.VERIFY_BOOKS):
        assert provider_jobs.acquire(job=job, at=soon(), lease=timedelta(minutes=2))
    for command in ("reconcile_payments", "verify_books"):
        with pytest.raises(CommandError, match="Another run is in progress"):
            call_command(command, stdout=out)
    call_command("reconcile_payments", "--dry-run", stdout=out)
