"""
Locking queries read one table.

While such a query waits for a lock on PostgreSQL, the row's foreign key may change: the query then returns
the new row with the old joined one. In tests such queries raise `LockedJoin`; this finds those that no test
runs.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from apps.commerce.models import Order
from apps.core.testing.fixtures import LockedJoin

APPS = Path(__file__).parents[1] / "apps"
LOCKS = {"locked", "first_locked", "select_for_update"}
JOINS = {"select_related", "with_items", "with_documents"}


def method_names(node: ast.Call) -> Iterator[str]:
    """The method names of a chain of calls, last one first."""
    current: ast.expr = node
    while isinstance(current, ast.Call) and isinstance(current.func, ast.Attribute):
        yield current.func.attr
        current = current.func.value


def locked_joins(source: str) -> list[int]:
    """Line numbers of queries that both lock and join."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    chains = [(call.lineno, set(method_names(call))) for call in calls]
    return sorted({line for line, names in chains if names & LOCKS and names & JOINS})


@pytest.mark.parametrize(
    "source",
    [
        "Cart.objects.locked().filter(pk=1).select_related('coupon').first()",
        "rows.with_items().first_locked()",
    ],
)
def test_a_locking_query_that_joins_is_found(source: str) -> None:
    assert locked_joins(source) == [1]


def test_no_locking_query_joins() -> None:
    modules = [path for path in APPS.rglob("*.py") if "tests" not in path.parts]
    assert len(modules) > 300
    found = {str(path): lines for path in modules if (lines := locked_joins(path.read_text()))}
    assert found == {}


@pytest.mark.django_db
def test_a_locking_join_raises_in_tests() -> None:
    with pytest.raises(LockedJoin):
        Order.objects.locked().filter(person__name="Asha").first()
    assert Order.objects.locked().filter(status="paid").first() is None
