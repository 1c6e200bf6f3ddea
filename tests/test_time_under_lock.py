"""
What decides about money and seats is asked under the lock, and a row's time is taken under it.

Whoever waited for a lock began earlier than they write. With the time at which their request began, their
rows would lie before those of whoever held the lock, and a deadline that passed meanwhile would be kept.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

APPS = Path(__file__).parents[1] / "apps"
WHERE = ("commerce/services", "live/services", "accounts/services/erasure.py")
NO_TIME = "live/services/series.py"
"""A schedule is generated from the day that it is asked for; its rows have no time of their own."""

LOCKS = {
    "locked",
    "first_locked",
    "select_for_update",
    "lock",
    "lock_items",
    "lock_for_staff",
    "lock_bookings",
}


def called(node: ast.AST) -> Iterator[str]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            function = call.func
            yield function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def opens_transaction(function: ast.FunctionDef) -> bool:
    """An entry point, or the step that one consists of."""
    is_entry = any("durable=True" in ast.unparse(decorator) for decorator in function.decorator_list)
    return is_entry or function.name.endswith("_in_transaction")


def locks_only(function: ast.FunctionDef) -> bool:
    names = set(called(function))
    return bool(LOCKS & names) and "time_under_lock" not in names


def outdated_times(source: str) -> list[str]:
    """The functions that lock a row and go on with a time from before."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    locks = LOCKS | {own.name for own in functions if own.name.startswith("_") and locks_only(own)}
    return [
        function.name
        for function in functions
        if opens_transaction(function)
        and any(argument.arg == "at" for argument in function.args.kwonlyargs)
        and locks & set(called(function))
        and "time_under_lock" not in set(called(function))
    ]


BEFORE = {"refund_as_buyer"}
"""It reads whose line it is, which never changes, to know the order to lock."""


def early_questions(source: str) -> list[str]:
    """The functions that read rows before they lock any."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    locks = LOCKS | {own.name for own in functions if own.name.startswith("_") and LOCKS & set(called(own))}
    found = []
    for function in functions:
        if opens_transaction(function) and locks & set(called(function)):
            first = next(at for at, part in enumerate(function.body) if locks & set(called(part)))
            if any(".objects." in ast.unparse(part) for part in function.body[:first]):
                found.append(function.name)
    return found


def modules() -> Iterator[Path]:
    for place in WHERE:
        path = APPS / place
        yield from path.rglob("*.py") if path.is_dir() else [path]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("row = Row.objects.locked().get(pk=pk)\n    row.at = at", ["move"]),
        ("row = _locked(pk)\n    row.at = at", ["move"]),
        ("row = _locked(pk)\n    at = time_under_lock(at)\n    row.at = at", []),
        ("Row.objects.filter(pk=pk).update(at=at)", []),
    ],
)
def test_a_time_from_before_the_lock_is_found(body: str, found: list[str]) -> None:
    helper = "def _locked(pk):\n    return Row.objects.locked().get(pk=pk)\n"
    entry = "@transaction.atomic(durable=True)\ndef move(*, pk, at):\n    "
    assert outdated_times(helper + entry + body) == found


def test_no_service_goes_on_with_a_time_from_before_its_lock() -> None:
    found = {
        path.relative_to(APPS).as_posix(): names
        for path in modules()
        if path != APPS / NO_TIME and (names := outdated_times(path.read_text()))
    }
    assert found == {}


def test_a_question_before_the_lock_is_found() -> None:
    entry = "@transaction.atomic(durable=True)\ndef pay(*, pk):\n    "
    asks = "if Row.objects.get(pk=pk).is_paid:\n        return\n    "
    assert early_questions(f"{entry}{asks}lock(pk)") == ["pay"]
    assert early_questions(f"{entry}lock(pk)\n    {asks}") == []


def test_no_service_asks_before_its_lock() -> None:
    found = {name for path in modules() for name in early_questions(path.read_text())}
    assert found == BEFORE
