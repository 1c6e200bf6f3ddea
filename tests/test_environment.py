"""How the environment is read: what may stand there, and what is said of what may not."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import Environment, key_kept_in


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
def test_a_flag_is_not_guessed(value: str) -> None:
    environment = Environment({"F": value})
    assert environment.flag("F") is False
    assert problems(environment) == [f"F is {value!r}: it takes 1 or 0"]


def test_what_is_blank_is_not_set() -> None:
    environment = Environment({"A": "", "B": "  "})
    assert (environment.text("A", "x"), environment.flag("B", True), environment.number("B", 7)) == (
        "x",
        True,
        7,
    )
    assert (environment.names("A"), environment.database("A"), environment.mail("B")) == ([], None, None)
    assert problems(environment) == []


@pytest.mark.parametrize("value", ["-1", "1.5", "1e3", "x", "１", "9" * 5000])
def test_a_number_is_digits(value: str) -> None:
    environment = Environment({"N": value})
    assert environment.number("N", 5) == 5
    assert problems(environment) == [f"N is {value!r}: it takes a whole number from 0 up"]


def test_names_are_parted_by_commas() -> None:
    assert Environment({"N": " a, b ,,c"}).names("N") == ["a", "b", "c"]


@pytest.mark.parametrize("value", ["$OTHER", "a$b", "$", "${X}", "#x", "'quoted'"])
def test_text_is_taken_as_it_is(value: str) -> None:
    environment = Environment({"T": value, "OTHER": "not this"})
    assert environment.text("T") == value
    assert environment.required("T", hint="") == value


def test_what_is_required_is_named_with_its_hint() -> None:
    environment = Environment({})
    assert environment.required("KEY", hint="look there") == ""
    assert problems(environment) == ["KEY is not set: look there"]


def test_a_database_is_read_from_its_address() -> None:
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


def test_a_refusal_repeats_no_address() -> None:
    environment = Environment({"D": "mysql://u:canary@h/d", "M": "pigeon://canary", "R": "canary:6379"})
    environment.database("D")
    environment.mail("M")
    environment.address("R", schemes=("redis://",))
    assert len(problems(environment)) == 3
    assert "canary" not in " ".join(problems(environment))


def test_many_that_start_at_once_read_one_secret(tmp_path: Path) -> None:
    barrier, found = threading.Barrier(8), []

    def start() -> None:
        barrier.wait(10)
        found.append(key_kept_in(tmp_path / "deep" / "secret.key"))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(found) == 8
    assert len(set(found)) == 1
    assert len(found[0]) >= 50
