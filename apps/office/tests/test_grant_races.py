"""Two staff grant at the same time, or one form is sent twice: the second sees what the first has done."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Entitlement, User
from apps.accounts.services import grants, people
from apps.core.errors import DomainError
from apps.core.ids import new_id
from apps.core.testing.parallel import all_after, in_parallel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

TIMES = 4


def raced(grant: Callable[..., object], **values: Any) -> list[str]:
    """The outcome of each of four grants at once: '' or the code of the refusal."""
    person = User.objects.create_user(mobile="9811111111")
    by = User.objects.create_superuser(mobile="9833333333", password="a long pass phrase for tests")
    at = timezone.now()

    def act(_: int) -> str:
        try:
            with transaction.atomic():
                key = values.get("key") or new_id()
                given = {**values, "key": key, "person": User.objects.get(pk=person.pk)}
                grant(**given, label="30 days", at=at, by=by)
        except DomainError as refusal:
            return refusal.code
        return ""

    results: list[Any] = in_parallel(act, times=TIMES)
    return sorted(map(str, results))


@pytest.fixture
def without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """All have read what there is before any writes."""
    monkeypatch.setattr(people, "lock_for_staff", lambda **_: None)
    save, wait = Entitlement.save, all_after(lambda: None, times=TIMES)

    def save_after_all_have_read(self: Entitlement, **options: Any) -> None:
        wait()
        save(self, **options)

    monkeypatch.setattr(Entitlement, "save", save_after_all_have_read)


def course(key: UUID | None = None) -> list[str]:
    return raced(grants.grant_course, key=key, course_id=COURSE, ends_at=None)


COURSE = new_id()


def test_a_course_is_granted_once_by_four_staff() -> None:
    assert course() == ["", *["already_owned"] * (TIMES - 1)]
    assert Entitlement.objects.count() == 1


def test_control_without_the_lock_it_is_granted_more_than_once(without_the_lock: None) -> None:
    assert course() == [""] * TIMES
    assert Entitlement.objects.count() == TIMES


def test_days_of_pro_by_one_form_are_added_once() -> None:
    assert raced(grants.grant_pro, key=new_id(), days=30) == ["", *["already_granted"] * (TIMES - 1)]
    assert Entitlement.objects.count() == 1


def test_days_of_pro_by_four_forms_follow_each_other() -> None:
    assert raced(grants.grant_pro, days=30) == [""] * TIMES
    periods = list(Entitlement.objects.order_by("starts_at"))
    assert [row.starts_at for row in periods[1:]] == [row.ends_at for row in periods[:-1]]


def test_control_without_the_lock_periods_of_pro_overlap(without_the_lock: None) -> None:
    assert raced(grants.grant_pro, days=30) == [""] * TIMES
    assert Entitlement.objects.count() == TIMES
    assert len(set(Entitlement.objects.values_list("starts_at", flat=True))) == 1
