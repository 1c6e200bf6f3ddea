"""Staff decide about lost numbers at the same time as others, or as the owner stops a change."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Delivery, LostNumber, MobileChange, User
from apps.accounts.models.lost_number import LostNumberQuerySet
from apps.accounts.services import lost_numbers, mobile_changes, people
from apps.core.errors import DomainError
from apps.core.testing.parallel import all_after, in_parallel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

OLD, NEW, OTHER = "9811111111", "9855555555", "9866666666"


@pytest.fixture
def owner() -> User:
    return User.objects.create_user(mobile=OLD)


@pytest.fixture
def clerk() -> User:
    return User.objects.create_superuser(mobile="9833333333", password="a long pass phrase for tests")


def reported(new_mobile: str = NEW) -> UUID:
    row = LostNumber.objects.create(
        name="Asha",
        old_mobile=OLD,
        new_mobile=new_mobile,
        email="asha@example.in",
        proof="x",
        received_at=timezone.now(),
    )
    return row.pk


def approved_together(request_ids: Sequence[UUID], *, by: User) -> list[str]:
    """What each approval ended with: 'approved', or the code of the error."""

    def approve(number: int) -> str:
        try:
            with transaction.atomic():
                lost_numbers.approve(request_id=request_ids[number], note="x", by=by, at=timezone.now())
        except DomainError as error:
            return error.code
        return "approved"

    return sorted(map(str, in_parallel(approve, times=len(request_ids))))


def state() -> tuple[list[str], list[tuple[str, str]], int]:
    """The status of each request, each change, and how often a sender was told of an approval."""
    return (
        sorted(LostNumber.objects.values_list("status", flat=True)),
        list(MobileChange.objects.order_by("pk").values_list("new_mobile", "status")),
        Delivery.objects.filter(template="lost_number_approved").count(),
    )


def test_a_request_that_two_approve_is_approved_once(owner: User, clerk: User) -> None:
    assert approved_together([reported()] * 2, by=clerk) == ["approved", "lost_number_decided"]
    assert state() == (["approved"], [(NEW, "pending")], 1)


def test_control_without_the_condition_the_second_is_told_something_else(
    owner: User, clerk: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: only the account's one pending change then prevents a second."""
    monkeypatch.setattr(LostNumberQuerySet, "waiting", lambda rows: rows.all())
    assert approved_together([reported()] * 2, by=clerk) == ["approved", "mobile_change_pending"]


def test_of_two_requests_for_an_account_one_is_approved_and_the_other_still_waits(
    owner: User, clerk: User
) -> None:
    outcomes = approved_together([reported(), reported(OTHER)], by=clerk)
    assert outcomes == ["approved", "mobile_change_pending"]
    statuses, changes, told = state()
    assert (statuses, [status for _, status in changes], told) == (["approved", "new"], ["pending"], 1)


def test_control_without_the_person_held_the_second_is_told_that_the_number_is_taken(
    owner: User, clerk: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: both pass the check, and the constraint that stops the second cannot say why."""
    monkeypatch.setattr(people, "lock", lambda *, person: person.refresh_from_db())
    monkeypatch.setattr(mobile_changes, "check_allowed", all_after(mobile_changes.check_allowed, times=2))
    outcomes = approved_together([reported(), reported(OTHER)], by=clerk)
    assert outcomes == ["approved", "mobile_taken"]


def test_while_the_owner_stops_a_change_another_request_is_approved_after_it_or_not_at_all(
    owner: User, clerk: User
) -> None:
    first, second = reported(), reported(OTHER)
    with transaction.atomic():
        change = lost_numbers.approve(request_id=first, note="x", by=clerk, at=timezone.now()).change
    assert change is not None
    token = mobile_changes.stop_token(change)

    def act(number: int) -> bool:
        try:
            if number:
                mobile_changes.stop_by_link(token=token, address="203.0.113.7", at=timezone.now())
            else:
                with transaction.atomic():
                    lost_numbers.approve(request_id=second, note="x", by=clerk, at=timezone.now())
        except DomainError:
            return False
        return True

    was_approved, was_stopped = in_parallel(act, times=2)

    assert was_stopped is True
    change.refresh_from_db()
    assert change.status == "stopped"
    row = LostNumber.objects.get(pk=second)
    pending = list(MobileChange.objects.pending().values_list("new_mobile", flat=True))
    assert (row.status, pending) == (("approved", [OTHER]) if was_approved else ("new", []))
