"""
Demo data: each app registers a seeder, and the command `seed_demo` runs them all.

A seeder is idempotent: it finds its rows by natural keys, and moves dates with the current day.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from apps.core.data_files import DataFile

Seeder = Callable[[datetime], str]

Shape = TypeVar("Shape")

_APPS = Path(__file__).parents[1]

_seeders: dict[str, Seeder] = {}
_files: list[DataFile[Any]] = []


def register(name: str, seeder: Seeder) -> None:
    """Called in an app's `ready`; seeders run in the order of INSTALLED_APPS."""
    _seeders[name] = seeder


def data_file(app: str, name: str, shape: type[Shape]) -> DataFile[Shape]:
    """A file in the app's folder `demo_files`. All of them are read before the first seeder writes."""
    file = DataFile(_APPS / app / "demo_files" / name, shape)
    _files.append(file)
    return file


def names() -> list[str]:
    return list(_seeders)


def seed(*, now: datetime) -> Iterator[str]:
    """
    Run one seeder after the other, with the report of each.

    :raises DataFileError: if any file is wrong, before anything is written
    """
    for file in _files:
        file.read()
    for name, seeder in _seeders.items():
        yield f"{name}: {seeder(now)}"
