"""With a provider that never responds, the workers still release seats and send receipts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.money import site_processes
from tests.money.crashes import CART, ENROLL
from tests.money.site_processes import Browser, SiteProcesses
from tests.test_serve import serve

pytestmark = [pytest.mark.proof, pytest.mark.once]

ORDERS = 6

_MAKE_JOBS_DUE = """
from datetime import timedelta
from django.utils import timezone
from apps.commerce.models import Order
from apps.commerce.services import refunds
from apps.outbox import dispatcher
dispatcher.submit = lambda job: None
now = timezone.now()
Order.objects.filter(paid_at=None).update(next_poll_at=now, held_until=now)
paid = Order.objects.get(paid_at__isnull=False)
refunds.refund_as_staff(
    order_id=paid.pk, line_ids=None, reason="Asked for", by=paid.person, release_coupon=False, at=now
)
"""

_STATE = """
import json
from apps.commerce.models import Order, ProviderJob
from apps.outbox.models import Message
print(json.dumps({
    "held": Order.objects.filter(paid_at=None, released_at=None).count(),
    "receipts": list(Message.objects.filter(kind="commerce notice").values_list("status", flat=True)),
    "refund": Message.objects.get(kind="commerce refund").status,
    "running": list(ProviderJob.objects.exclude(holder=None).values_list("job", flat=True)),
}))
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SiteProcesses]:
    with site_processes.run_site(SiteProcesses(tmp_path)) as running:
        yield running


@contextmanager
def workers(site: SiteProcesses) -> Iterator[None]:
    """Both Celery workers, as `make run` starts them."""
    (site.data / "celery").mkdir(exist_ok=True)
    programs = serve.programs_for({**site.environment, "PORT": str(site.ports[0])}, dev=False)
    log = (site.data / "workers.log").open("ab")
    started = [
        subprocess.Popen(
            program.command,
            cwd=site_processes.ROOT,
            env=site.environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        for program in programs
        if program.name in ("worker", "provider")
    ]
    try:
        yield
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def buy(buyer: Browser, site: SiteProcesses, course: str, *, pays: bool) -> None:
    _, cart = buyer.call(f"{site.site()}{CART}", {"id": course})
    _, enrolled = buyer.call(f"{site.site()}{ENROLL}", {"id": cart["data"]["_id"]})
    if pays:
        signed = site.control("pay", order_id=enrolled["data"]["razorPayOrderId"])
        assert signed["status"] == "captured"
        site.recover(minutes=30, rounds=1)


def test_holds_are_released_and_receipts_sent_during_an_outage(site: SiteProcesses) -> None:
    seeded: dict[str, Any] = site.seed(courses=ORDERS, buyers=1)
    buyer = Browser(seeded["sessions"][0])
    for number, course in enumerate(seeded["courses"]):
        buy(buyer, site, course, pays=number == 0)
    site.shell(_MAKE_JOBS_DUE)
    site.control("faults", target="*", fault="timeout", seconds=60)

    started_at = time.monotonic()
    with workers(site):
        state = json.loads(site.shell(_STATE))
        while state["held"] or set(state["receipts"]) != {"sent"}:
            assert time.monotonic() - started_at < 60, (
                state,
                (site.data / "workers.log").read_text()[-2000:],
            )
            time.sleep(1)
            state = json.loads(site.shell(_STATE))

    # Meanwhile the provider worker waits for the provider.
    assert state["refund"] != "sent"
    assert "reconcile" in state["running"]
