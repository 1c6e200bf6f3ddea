"""Reading typed environment variables: accepted values and error messages."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import Environment, read_or_create_key


def problems(environment: Environment) -> list[str]:
    try:
        environment.check()
    except ImproperlyConfigured as error:
        return [line.removeprefix("  - ") for line in str(error).splitlines()[1:]]
    return []


@pytest.mark.parametrize(
    ("value", "read_as"),
    [("1", True), ("TRUE", True), ("yes", True), ("on", True), ("0", False), ("no", False), ("off", False)],
)
def test_flags(value: str, read_as: bool) -> None:
    environment = Environment({"F": f" {value} "})
    assert environment.flag("F", not read_as) is read_as
    assert problems(environment) == []


@pytest.mark.parametrize("value", ["2", "y", "truee", "１"])
def test_an_unclear_flag_is_an_error(value: str) -> None:
    environment = Environment({"F": value})
    assert environment.flag("F") is False
    assert problems(environment) == [f"F is {value!r}: it must be 1 or 0"]


def test_a_blank_value_counts_as_not_set() -> None:
    environment = Environment({"A": "", "B": "  "})
    assert (environment.text("A", "x"), environment.flag("B", True), environment.number("B", 7)) == (
        "x",
        True,
        7,
    )
    assert (environment.names("A"), environment.database("A"), environment.email("B")) == ([], None, None)
    assert problems(environment) == []


@pytest.mark.parametrize("value", ["-1", "1.5", "1e3", "x", "１", "9" * 5000])
def test_a_number_has_digits_only(value: str) -> None:
    environment = Environment({"N": value})
    assert environment.number("N", 5) == 5
    assert problems(environment) == [f"N is {value!r}: it must be a whole number, at least 0"]


def test_names_are_separated_by_commas() -> None:
    assert Environment({"N": " a, b ,,c"}).names("N") == ["a", "b", "c"]


@pytest.mark.parametrize("value", ["$OTHER", "a$b", "$", "${X}", "#x", "'quoted'"])
def test_text_is_not_interpreted(value: str) -> None:
    environment = Environment({"T": value, "OTHER": "not this"})
    assert environment.text("T") == value
    assert environment.required("T", hint="") == value


def test_a_missing_required_value_is_an_error_with_a_hint() -> None:
    environment = Environment({})
    assert environment.required("KEY", hint="look there") == ""
    assert problems(environment) == ["KEY is not set: look there"]


def test_a_database_url_is_parsed() -> None:
    found = Environment({"D": "postgres://us%40er:p%3Aw@h:5433/rally?sslmode=require"}).database("D")
    assert found is not None
    assert [found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "rally",
        "us@er",
        "p:w",
        "h",
        5433,
    ]
    assert found["OPTIONS"] == {"sslmode": "require"}


def test_errors_do_not_repeat_urls() -> None:
    environment = Environment({"D": "mysql://u:canary@h/d", "M": "pigeon://canary", "R": "canary:6379"})
    environment.database("D")
    environment.email("M")
    environment.url("R", schemes=("redis://",))
    assert len(problems(environment)) == 3
    assert "canary" not in " ".join(problems(environment))


def test_processes_that_start_together_read_one_secret(tmp_path: Path) -> None:
    barrier, found = threading.Barrier(8), []

    def start() -> None:
        barrier.wait(10)
        found.append(read_or_create_key(tmp_path / "deep" / "secret.key"))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(found) == 8
    assert len(set(found)) == 1
    assert len(found[0]) >= 50
