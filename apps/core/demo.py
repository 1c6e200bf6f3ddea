"""
Demo data: each app registers a seeder, and the command `seed_demo` runs them all.

A seeder is idempotent: it finds its rows by natural keys, and moves dates with the current day.
"""

from collections.abc import Callable, Iterator
from datetime import datetime

Seeder = Callable[[datetime], str]

_seeders: dict[str, Seeder] = {}


def register(name: str, seeder: Seeder) -> None:
    """Called in an app's `ready`; seeders run in the order of INSTALLED_APPS."""
    _seeders[name] = seeder


def names() -> list[str]:
    return list(_seeders)


def seed(*, now: datetime) -> Iterator[str]:
    """Run one seeder after the other, with the report of each."""
    for name, seeder in _seeders.items():
        yield f"{name}: {seeder(now)}"
