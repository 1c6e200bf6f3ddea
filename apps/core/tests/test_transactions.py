import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, OperationalError, connection

from apps.core.testing.parallel import in_parallel
from apps.core.transactions import retry_on_deadlock, snapshot


class _Lost(Exception):
    sqlstate = "40P01"


def _error(cause: Exception) -> OperationalError:
    error = OperationalError("no")
    error.__cause__ = cause
    return error


def _failing(*, times: int, cause: Exception) -> tuple[object, list[int]]:
    tries: list[int] = []

    @retry_on_deadlock
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


def _add(number: int) -> object:
    return get_user_model().objects.create_user(mobile=f"981111111{number}")


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_snapshot_is_of_one_moment():
    people = get_user_model().objects.all()
    with snapshot():
        assert people.count() == 0
        in_parallel(_add, times=1)
        assert people.count() == 0
    assert people.count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_snapshot_may_allow_longer_statements():
    def limit() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return str(cursor.fetchone()[0])

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '7s'")
    with snapshot():
        assert limit() == "7s"
    with snapshot(statement_seconds=90):
        assert limit() == "90s"
    assert limit() == "7s"
    with connection.cursor() as cursor:
        cursor.execute("RESET statement_timeout")


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_nothing_is_written_in_a_snapshot():
    with pytest.raises(DatabaseError), snapshot():
        _add(1)
    assert get_user_model().objects.count() == 0
