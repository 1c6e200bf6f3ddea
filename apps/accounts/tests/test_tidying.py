from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from apps.accounts.models import LoginCode, LoginSession, Throttle
from apps.accounts.tasks import tidy
from apps.accounts.tests.conftest import Phone
from apps.core.testing.clients import ApiClient
from apps.outbox.models import Message

pytestmark = pytest.mark.django_db


def test_what_has_served_is_removed(phone: Phone, clock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    phone.log_in(ApiClient())
    clock.shift(timedelta(days=13))
    phone.log_in(ApiClient(), "9812345679")
    clock.shift(timedelta(days=1))
    call_command("tidy_accounts")
    removed = "1 codes, 2 counts, 1 sessions, 0 lost numbers, 0 messages, 0 logged messages"
    assert capsys.readouterr().out == f"Removed {removed}.\n"
    assert list(LoginCode.objects.values_list("mobile", flat=True)) == ["9812345679"]
    assert LoginSession.objects.get().expire_date == timezone.now() + timedelta(days=13)


def test_the_beat_does_the_same(phone: Phone, clock: Any) -> None:
    phone.log_in(ApiClient())
    clock.shift(timedelta(days=90, seconds=1))
    tidy()
    left = [model.objects.count() for model in (LoginCode, LoginSession, Throttle, Message)]
    assert left == [0, 0, 0, 0]


def test_messages_stay_for_ninety_days_and_those_given_up_for_longer(clock: Any) -> None:
    now = timezone.now()
    for status, age in (("sent", 91), ("sent", 90), ("dropped", 91), ("given_up", 91)):
        sent_at = now if status == "sent" else None
        Message.objects.create(
            kind="message", status=status, sent_at=sent_at, created_at=now - timedelta(days=age)
        )
    tidy()
    assert sorted(Message.objects.values_list("status", flat=True)) == ["given_up", "sent"]
