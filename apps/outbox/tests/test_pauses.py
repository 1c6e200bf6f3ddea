from datetime import timedelta

import pytest

from apps.outbox import pauses


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
def test_each_failure_is_followed_by_a_longer_pause(attempts: int, shortest: timedelta) -> None:
    found = [pauses.after(attempts=attempts) for _ in range(50)]
    assert all(pause is not None and shortest <= pause <= shortest * 1.2 for pause in found)
    assert len(set(found)) > 1, "without jitter all that failed together come back together"


def test_nothing_follows_the_last_attempt() -> None:
    assert pauses.LAST_ATTEMPT == 7
    assert pauses.after(attempts=7) is None
    assert pauses.after(attempts=8) is None
