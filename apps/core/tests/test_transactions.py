import pytest
from django.db import OperationalError

from apps.core.transactions import begun_again


class _Lost(Exception):
    sqlstate = "40P01"


def _error(cause: Exception) -> OperationalError:
    error = OperationalError("no")
    error.__cause__ = cause
    return error


def _failing(*, times: int, cause: Exception) -> tuple[object, list[int]]:
    tries: list[int] = []

    @begun_again
    def work(*, answer: str) -> str:
        tries.append(1)
        if len(tries) <= times:
            raise _error(cause)
        return answer

    return work, tries


def test_the_loser_of_a_deadlock_begins_again():
    work, tries = _failing(times=2, cause=_Lost())
    assert work(answer="done") == "done"
    assert len(tries) == 3


def test_who_loses_three_times_gives_up():
    work, tries = _failing(times=3, cause=_Lost())
    with pytest.raises(OperationalError):
        work(answer="done")
    assert len(tries) == 3


def test_a_database_that_is_away_is_not_asked_again():
    work, tries = _failing(times=1, cause=Exception())
    with pytest.raises(OperationalError):
        work(answer="done")
    assert len(tries) == 1


@pytest.mark.django_db
def test_inside_another_transaction_the_whole_of_that_is_lost():
    work, tries = _failing(times=1, cause=_Lost())
    with pytest.raises(OperationalError):
        work(answer="done")
    assert len(tries) == 1
