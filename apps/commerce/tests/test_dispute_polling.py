"""Disputes whose events never came are learned from the provider's list, and are alerted as any other."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.flows import jobs
from apps.commerce.flows.dispute_polling import Polled
from apps.commerce.models import Dispute, ProviderJob
from apps.commerce.states import Job
from apps.commerce.tests.disputed import alerts, paid
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person

__all__ = ["paid"]

pytestmark = pytest.mark.django_db(transaction=True)


def polled(**span: float) -> Polled | None:
    return jobs.poll_disputes(at=timezone.now() + timedelta(**span))


def at_the_provider(shop: Shop, **span: float) -> None:
    moment = timezone.now() + timedelta(**span)
    shop.provider.clock = lambda: moment


def test_one_whose_events_never_came_is_recorded_and_alerted_once(
    shop: Shop, paid: str, caplog: pytest.LogCaptureFixture
) -> None:
    theirs = shop.provider.dispute(paid)
    assert polled() == Polled(listed=1, recorded=1)
    assert polled(hours=1) == Polled(listed=1, recorded=0)

    row = Dispute.objects.get()
    assert (row.provider_dispute_id, row.provider_payment_id, row.status) == (theirs.id, paid, "open")
    assert (row.opened_at, row.status_at) == (theirs.created_at, theirs.created_at)
    assert row.respond_by == theirs.respond_by
    assert alerts(caplog) == ["open"]
    job = ProviderJob.objects.get(job=Job.DISPUTES)
    assert (job.failures, job.result) == (0, "1 listed, 0 recorded, 0 failed, 0 unknown")


def test_a_decision_whose_event_never_came_is_recorded(
    shop: Shop, paid: str, caplog: pytest.LogCaptureFixture
) -> None:
    shop.provider.dispute(paid)
    shop.webhook("payment.dispute.created", payment_id=paid)
    shop.provider.dispute(paid, deducted_paise=118_00, status="lost")
    assert polled(hours=1) == Polled(listed=1, recorded=1)
    row = Dispute.objects.get()
    assert (row.status, row.deducted_paise) == ("lost", 118_00)
    assert alerts(caplog) == ["open", "lost"]


def test_an_event_that_comes_after_the_list_still_counts(shop: Shop, paid: str) -> None:
    shop.provider.dispute(paid)
    polled(hours=5)
    at_the_provider(shop, hours=1)
    shop.webhook("payment.dispute.action_required", payment_id=paid)
    assert Dispute.objects.get().status == "action_required"
    # The list calls it open.
    assert polled(hours=6) == Polled(listed=1, recorded=0)
    assert Dispute.objects.get().status == "action_required"


def test_a_decision_is_not_taken_back_by_the_list(shop: Shop, paid: str) -> None:
    shop.provider.dispute(paid)
    shop.webhook("payment.dispute.won", payment_id=paid)
    polled(hours=1)
    assert Dispute.objects.get().status == "won"


def test_one_of_a_payment_that_we_do_not_know_is_left_out(
    shop: Shop, paid: str, caplog: pytest.LogCaptureFixture
) -> None:
    theirs = shop.provider.dispute(paid)
    shop.provider.disputes[paid] = replace(theirs, payment_id="pay_00000000000000")
    assert polled() == Polled(listed=1, recorded=0)
    assert Dispute.objects.count() == 0
    assert alerts(caplog) == []


def test_one_in_a_state_that_nobody_knows_is_a_failure_and_the_others_are_recorded(
    shop: Shop, paid: str, other_member: Person, caplog: pytest.LogCaptureFixture
) -> None:
    shop.provider.dispute(paid)
    shop.bought(other_member.api, course_at(100_00))
    strange = shop.provider.dispute(list(shop.provider.payments)[1], status="escalated")
    assert polled() == Polled(listed=2, recorded=1, failed=1)
    assert Dispute.objects.get().provider_payment_id == paid
    named: list[Any] = [record.facts["row"] for record in caplog.records if "row failed" in record.message]
    assert named == [strange.id]
    assert ProviderJob.objects.get(job=Job.DISPUTES).failures == 1


def test_a_provider_that_is_away_is_a_failure_of_the_job(shop: Shop, paid: str) -> None:
    shop.provider.dispute(paid)
    shop.provider.is_down = True
    assert polled() == Polled(unknown=1)
    assert ProviderJob.objects.get(job=Job.DISPUTES).failures == 1
    assert Dispute.objects.count() == 0
