from datetime import timedelta

import pytest

from apps.outbox import retry_delays


@pytest.mark.parametrize(
    ("attempts", "shortest"),
    [
        (1, timedelta(seconds=30)),
        (2, timedelta(minutes=2)),
        (3, timedelta(minutes=10)),
        (4, timedelta(hours=1)),
        (5, timedelta(hours=6)),
        (6, timedelta(hours=24)),
    ],
)
def test_delay_grows_with_each_failed_attempt(attempts: int, shortest: timedelta) -> None:
    delays = [retry_delays.after(attempt=attempts) for _ in range(50)]
    assert all(delay is not None and shortest <= delay <= shortest * 1.2 for delay in delays)
    assert len(set(delays)) > 1, "without jitter, messages that failed together are retried together"


def test_there_is_no_delay_after_the_last_attempt() -> None:
    assert retry_delays.LAST_ATTEMPT == 7
    assert retry_delays.after(attempt=7) is None
    assert retry_delays.after(attempt=8) is None
