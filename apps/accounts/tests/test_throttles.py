from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Throttle, ThrottleEvent
from apps.accounts.services import throttles
from apps.core.testing.parallel import in_parallel

NOW = timezone.now()
LIMITS = [(3, 60), (4, 3600)]


def happen(*moments: timedelta, key: str = "bell") -> None:
    for moment in moments:
        throttles.longest_wait(counted=[(key, LIMITS)], now=NOW)
        throttles.record(key=key, now=NOW + moment)


@pytest.mark.django_db
def test_there_is_room_until_a_limit_is_reached() -> None:
    happen(timedelta(seconds=-50), timedelta(seconds=-20))
    assert throttles.longest_wait(counted=[("bell", LIMITS)], now=NOW) is None
    happen(timedelta(0))
    assert throttles.longest_wait(counted=[("bell", LIMITS)], now=NOW) == timedelta(seconds=10)
    assert throttles.longest_wait(counted=[("other", LIMITS)], now=NOW) is None


@pytest.mark.django_db
def test_the_window_moves_with_time() -> None:
    happen(timedelta(seconds=-50), timedelta(seconds=-20), timedelta(0))
    just_before, just_after = NOW + timedelta(seconds=9.999), NOW + timedelta(seconds=10)
    assert throttles.longest_wait(counted=[("bell", LIMITS)], now=just_before) == timedelta(milliseconds=1)
    assert throttles.longest_wait(counted=[("bell", LIMITS)], now=just_after) is None


@pytest.mark.django_db
def test_the_longest_wait_counts() -> None:
    happen(*(timedelta(minutes=minutes) for minutes in (-50, -40, -30, -20)))
    assert throttles.longest_wait(counted=[("bell", LIMITS)], now=NOW) == timedelta(minutes=10)


@pytest.mark.django_db
def test_what_a_clock_that_ran_ahead_counted_locks_nobody() -> None:
    happen(*[timedelta(days=8)] * 4)
    assert throttles.longest_wait(counted=[("bell", LIMITS)], now=NOW) is None


@pytest.mark.django_db
def test_what_lies_ahead_by_less_than_clocks_differ_counts_as_now() -> None:
    happen(*[timedelta(seconds=59)] * 3)
    assert throttles.longest_wait(counted=[("bell", LIMITS)], now=NOW) == timedelta(seconds=60)


@pytest.mark.django_db
def test_what_no_limit_counts_is_deleted() -> None:
    happen(timedelta(hours=-25), timedelta(hours=-2))
    Throttle.objects.create(key="long ago", touched_at=NOW - timedelta(days=2))
    assert throttles.delete_old(now=NOW) == 1
    assert list(Throttle.objects.values_list("pk", flat=True)) == ["bell"]
    assert ThrottleEvent.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_rivals_never_count_past_the_limit() -> None:
    @transaction.atomic(durable=True)
    def ring(_number: int) -> bool:
        has_room = throttles.longest_wait(counted=[("bell", [(5, 60)])], now=NOW) is None
        if has_room:
            throttles.record(key="bell", now=NOW)
        return has_room

    results = in_parallel(ring, times=40)
    assert sorted(map(str, results)) == ["False"] * 35 + ["True"] * 5
    assert ThrottleEvent.objects.count() == 5
