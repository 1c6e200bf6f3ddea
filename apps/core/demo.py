"""
Demo data: each app registers what it plants, and the command `seed_demo` plants all of it.

A seeder may run again and again: it finds its rows by their natural keys and moves dates with today.
"""

from collections.abc import Callable
from datetime import datetime

type_of_seeder = Callable[[datetime], str]

_seeders: dict[str, type_of_seeder] = {}


def register(name: str, seeder: type_of_seeder) -> None:
    """Called from an app's `ready`; apps come up in the order in which they may depend on each other."""
    _seeders[name] = seeder


def seed(*, now: datetime) -> list[str]:
    """Run every seeder and return what each says it did."""
    return [f"{name}: {seeder(now)}" for name, seeder in _seeders.items()]
