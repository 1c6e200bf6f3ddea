"""Replies, status changes and the freezing of months at the same time, on PostgreSQL."""

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.core.errors import DomainError
from apps.core.testing.parallel import all_after, in_parallel
from apps.support.models import Complaint, FrozenMonth, Reply, Ticket
from apps.support.selectors import complaints as register
from apps.support.services import complaints, replies, versions
from apps.support.services.replies import Draft
from apps.support.states import ReplyOrigin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture
def ticket() -> Ticket:
    now = timezone.now()
    return Ticket.objects.create(
        number="GR-261121-AAAAAA",
        email="asha@example.in",
        received_at=now,
        due_date=now.date(),
        state="working",
    )


def receive(ticket: Ticket) -> None:
    replies.receive(
        kind=Ticket,
        pk=ticket.pk,
        text="Any news?",
        origin=ReplyOrigin.LINK,
        by=None,
        address="203.0.113.7",
        now=timezone.now(),
    )


def answer_twice(ticket: Ticket) -> list[Any]:
    """Two members of staff who have seen the same version; what each was told."""
    staff = User.objects.create_superuser(mobile="9833333333", password="a long pass phrase for tests")

    def job(number: int) -> str:
        draft = Draft(text=f"Reply {number}")
        try:
            replies.send(kind=Ticket, pk=ticket.pk, draft=draft, by=staff, at=timezone.now(), seen=0)
        except DomainError as refusal:
            return refusal.code
        return "sent"

    return in_parallel(job, times=2)


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both read the ticket before either writes."""

    def read(kind: Any, *, pk: Any, seen: int | None) -> Any:
        row = kind.objects.get(pk=pk)
        assert seen is None or seen == row.version
        row.version += 1
        return row

    monkeypatch.setattr(versions, "lock", all_after(read, times=2))


def test_of_two_members_of_staff_the_second_is_told(ticket: Ticket) -> None:
    assert sorted(answer_twice(ticket)) == ["sent", "ticket_changed"]
    assert Reply.objects.count() == 1


def test_control_without_the_lock_both_replies_are_sent(ticket: Ticket, unlocked: None) -> None:
    """The control."""
    assert answer_twice(ticket) == ["sent", "sent"]
    assert Reply.objects.count() == 2


def test_the_same_reply_sent_twice_at_once_is_one(ticket: Ticket) -> None:
    assert in_parallel(lambda _number: receive(ticket), times=3) == [None] * 3
    assert Reply.objects.count() == 1


def test_control_without_the_lock_the_same_reply_is_stored_twice(ticket: Ticket, unlocked: None) -> None:
    """The control."""
    assert in_parallel(lambda _number: receive(ticket), times=2) == [None] * 2
    assert Reply.objects.count() == 2


def test_months_are_frozen_once_by_concurrent_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    Complaint.objects.create(source="direct", received_date=date(2026, 9, 4))
    monkeypatch.setattr(register, "frozen_months", all_after(register.frozen_months, times=2))
    now = timezone.datetime(2026, 11, 20, tzinfo=timezone.get_default_timezone())
    results: list[Any] = in_parallel(lambda _number: complaints.freeze(now=now), times=2)
    assert sum(len(months) for months in results) == 2
    assert FrozenMonth.objects.count() == 2
