import pytest
from django.db import connection

from apps.core.row_processing import (
    Completed,
    Failed,
    count_failures,
    process_batch,
    process_row,
    process_rows,
)


def halve(number: int) -> int:
    if number % 2:
        raise ValueError("odd")
    return number // 2


def test_rows_that_fail_are_named_counted_and_passed(caplog: pytest.LogCaptureFixture) -> None:
    with count_failures() as outer:
        with count_failures() as inner:
            assert process_rows([2, 3, 4, 5], halve, name="number") == 3
        process_row(lambda: halve(1), name="one")
    assert (inner.count, outer.count) == (2, 3)
    assert [record.__dict__["facts"]["row"] for record in caplog.records] == ["number 3", "number 5", "one"]


def test_a_batch_that_fails_is_processed_row_by_row() -> None:
    batches: list[list[int]] = []

    def work(batch: list[int]) -> int:
        batches.append(batch)
        return sum(map(halve, batch))

    with count_failures() as failures:
        assert process_batch([2, 4], work, name=str) == [Completed(3)]
        assert process_batch([2, 3, 4], work, name=str) == [Completed(1), Failed(), Completed(2)]
    assert batches == [[2, 4], [2, 3, 4], [2], [3], [4]]
    assert failures.count == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_broke_in_one_row_fails_no_other() -> None:
    def query(sql: str) -> int:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            return int(cursor.fetchone()[0])

    rows = ["SELECT 1", "SELECT pg_terminate_backend(pg_backend_pid())::int", "SELECT 2"]
    assert process_rows(rows, query, name="query") == 3
