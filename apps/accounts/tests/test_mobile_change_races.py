"""The owner stops a change of number while the sweep applies it: one of them wins, and both agree who."""

from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import LostNumber, MobileChange, User
from apps.accounts.services import lost_numbers, mobile_changes, people
from apps.core.errors import DomainError
from apps.core.testing.parallel import in_parallel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

OLD, NEW = "9811111111", "9855555555"


def raced(*, by_link: bool) -> tuple[str, str, bool]:
    """How the change ended, which number the account has, and whether the owner was told it was stopped."""
    at = timezone.now()
    person = User.objects.create_user(mobile=OLD)
    by = User.objects.create_superuser(mobile="9833333333", password="a long pass phrase for tests")
    with transaction.atomic():
        change = mobile_changes.request(
            person=person, new_mobile=NEW, reason="x", by=by, at=at, is_number_lost=by_link
        )
    token, later = mobile_changes.stop_token(change), at + timedelta(hours=73)

    def act(number: int) -> bool:
        if number:
            return mobile_changes.apply_due(now=later) == 1
        try:
            if by_link:
                mobile_changes.stop_by_link(token=token, address="203.0.113.7", at=later)
            else:
                mobile_changes.stop(person=User.objects.get(pk=person.pk), address="203.0.113.7", at=later)
        except DomainError:
            return False
        return True

    results: list[Any] = in_parallel(act, times=2)
    change.refresh_from_db()
    person.refresh_from_db()
    return change.status, person.mobile, results[0]


@pytest.fixture
def close_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have seen a waiting change before either ends it, wherever the row's lock does not prevent it."""
    arrived = [Event(), Event()]
    transition = MobileChange.transition

    def slow(self: MobileChange, **to: Any) -> None:
        arrived[0 if not arrived[0].is_set() else 1].set()
        arrived[1].wait(1)
        transition(self, **to)

    monkeypatch.setattr(MobileChange, "transition", slow)


@pytest.mark.parametrize("by_link", [False, True])
def test_a_change_is_stopped_or_applied_and_never_both(close_together: None, by_link: bool) -> None:
    status, mobile, was_stopped = raced(by_link=by_link)

    assert (status, mobile, was_stopped) in {("stopped", OLD, True), ("applied", NEW, False)}


@pytest.mark.parametrize("by_link", [False, True])
def test_control_without_the_person_held_it_is_both(
    close_together: None, monkeypatch: pytest.MonkeyPatch, by_link: bool
) -> None:
    """The control: an owner is told that the number stays, and it does not."""
    monkeypatch.setattr(people, "lock", lambda *, person: person.refresh_from_db())

    status, mobile, was_stopped = raced(by_link=by_link)

    assert (status, mobile, was_stopped) not in {("stopped", OLD, True), ("applied", NEW, False)}


def test_of_two_decisions_about_a_lost_number_one_counts() -> None:
    at = timezone.now()
    User.objects.create_user(mobile=OLD)
    by = User.objects.create_superuser(mobile="9833333333", password="a long pass phrase for tests")
    row = LostNumber.objects.create(
        name="Asha", old_mobile=OLD, new_mobile=NEW, email="asha@example.in", proof="x", received_at=at
    )

    def act(number: int) -> bool:
        decide = lost_numbers.approve if number else lost_numbers.reject
        try:
            with transaction.atomic():
                decide(request_id=row.pk, note="x", by=by, at=at)
        except DomainError:
            return False
        return True

    results = in_parallel(act, times=2)

    row.refresh_from_db()
    assert sorted(results) == [False, True]
    assert MobileChange.objects.exists() is (row.status == "approved")
