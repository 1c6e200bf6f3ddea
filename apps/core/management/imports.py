"""The base of commands that import a CSV file: all of it, or nothing."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import CommandError, CommandParser

from apps.core import csv_rows
from apps.core.csv_imports import Imported
from apps.core.management.operations import OperationsCommand, Result

_MAX_PRINTED = 50


def read_file(file: Path) -> bytes:
    """Not more of it than is needed to see that it is too large."""
    try:
        with file.open("rb") as source:
            return source.read(csv_rows.MAX_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from None


def refused(facts: Mapping[str, Any], errors: Sequence[str]) -> Result:
    """Prints the first errors."""
    more = len(errors) - _MAX_PRINTED
    rest = [f"and {more} more errors"] if more > 0 else []
    problem = f"Nothing was imported: {len(errors)} errors."
    return Result(facts, [*errors[:_MAX_PRINTED], *rest], problem=problem)


class ImportCommand(OperationsCommand):
    runs_alone = True
    things: ClassVar[str]
    """What is imported, in the plural."""

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    @abstractmethod
    def import_content(self, content: bytes, *, is_dry_run: bool) -> Imported: ...

    def run(self, options: Mapping[str, Any]) -> Result:
        done = self.import_content(read_file(options["file"]), is_dry_run=options["dry_run"])
        facts = {self.things: done.added, "notes": done.notes, "errors": done.errors}
        if done.errors:
            return refused(facts | {self.things: 0}, done.errors)
        count = f"{done.added} {self.things} {'would be' if options['dry_run'] else 'were'} imported."
        return Result(facts, [*done.notes[:_MAX_PRINTED], count])
