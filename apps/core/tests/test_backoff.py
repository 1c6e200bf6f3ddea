from datetime import timedelta

import pytest

from apps.core import backoff

MINUTE = timedelta(minutes=1)
DELAYS = (timedelta(seconds=20), MINUTE, timedelta(minutes=10))


@pytest.mark.parametrize(
    ("attempt", "minutes"),
    [(1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 60), (7, 60), (40_000, 60)],
)
def test_an_exponential_delay_doubles_up_to_its_cap(attempt: int, minutes: int) -> None:
    delay = backoff.exponential(attempt=attempt, first=2 * MINUTE, cap=60 * MINUTE)
    assert delay == timedelta(minutes=minutes)


def test_a_cap_that_a_delay_meets_exactly_ends_the_doubling() -> None:
    delays = [backoff.exponential(attempt=n, first=MINUTE, cap=4 * MINUTE) for n in range(1, 6)]
    assert delays == [MINUTE, 2 * MINUTE, 4 * MINUTE, 4 * MINUTE, 4 * MINUTE]


def test_each_attempt_has_its_listed_delay_and_nothing_follows_the_last() -> None:
    delays = [backoff.listed(attempt=n, delays=DELAYS) for n in range(1, 6)]
    assert delays == [*DELAYS, None, None]


def test_jitter_makes_a_delay_longer_by_its_share_at_the_most() -> None:
    delays = [backoff.listed(attempt=3, delays=DELAYS, jitter=0.2) for _ in range(50)]
    assert all(delay is not None and 10 * MINUTE <= delay <= 12 * MINUTE for delay in delays)
    assert len(set(delays)) > 1
