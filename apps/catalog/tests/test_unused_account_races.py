"""Staff close an unused account for the owner of a lost number, while it takes a course."""

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Entitlement, LostNumber, User
from apps.accounts.models.user import People
from apps.accounts.services import erasure, lost_numbers
from apps.catalog.services import bookings
from apps.catalog.tests.course_helpers import create_course
from apps.core.errors import NotLoggedIn
from apps.core.testing.parallel import interleave

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

OLD, NEW = "9811111111", "9855555555"


@pytest.fixture
def newcomer() -> User:
    User.objects.create_user(mobile=OLD)
    return User.objects.create_user(mobile=NEW)


@pytest.fixture
def request_row() -> LostNumber:
    return LostNumber.objects.create(
        name="Asha",
        old_mobile=OLD,
        new_mobile=NEW,
        email="asha@example.in",
        proof="x",
        received_at=timezone.now(),
    )


@transaction.atomic
def approve(row: LostNumber) -> None:
    by = User.objects.create_superuser(mobile="9833333333", password="a long pass phrase for tests")
    lost_numbers.approve(request_id=row.pk, note="x", by=by, at=timezone.now(), closes_unused=True)


def take_course(person: User) -> None:
    course, _ = create_course(60, offer_price_paise=0)
    bookings.book(person=User.objects.get(pk=person.pk), key=str(course.pk), at=timezone.now())


def taken_first(newcomer: User, row: LostNumber, monkeypatch: pytest.MonkeyPatch) -> object:
    """What the approval raises that began while the course was being taken."""
    _, refusal = interleave(
        monkeypatch,
        first=lambda: take_course(newcomer),
        until=(bookings.notices, "notify_enrolled"),
        second=lambda: approve(row),
    )
    return refusal


def test_an_account_that_takes_a_course_meanwhile_stays(
    newcomer: User, request_row: LostNumber, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(taken_first(newcomer, request_row, monkeypatch), erasure.AccountInUse)

    newcomer.refresh_from_db()
    request_row.refresh_from_db()
    assert (newcomer.mobile, newcomer.erased_at, request_row.status) == (NEW, None, "new")


def test_control_without_the_lock_it_is_closed_with_its_course(
    newcomer: User, request_row: LostNumber, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(People, "locked", lambda people: people.all())

    assert taken_first(newcomer, request_row, monkeypatch) is None

    newcomer.refresh_from_db()
    assert newcomer.erased_at is not None
    assert Entitlement.objects.filter(person=newcomer).exists()


def test_an_account_that_is_being_closed_takes_no_course(
    newcomer: User, request_row: LostNumber, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, refusal = interleave(
        monkeypatch,
        first=lambda: approve(request_row),
        until=(erasure, "_close"),
        second=lambda: take_course(newcomer),
    )

    assert isinstance(refusal, NotLoggedIn)
    assert not Entitlement.objects.exists()
    request_row.refresh_from_db()
    assert request_row.status == "approved"
