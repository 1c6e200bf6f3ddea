"""The base of our management commands: `--json` for all, `--dry-run` for those that change something."""

import json
import sys
import time
from abc import ABC, abstractmethod
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, ClassVar, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import OperationalError, transaction

from apps.core.errors import DomainError, Invalid
from apps.core.row_processing import count_failures
from apps.core.single_run import single_run

_BAR_WIDTH = 30
_REDRAW_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Result:
    """
    What a command prints: `facts` with `--json`, else `text`. A `problem` makes it end with 1.

    So do rows that failed, whose number is printed as well.
    """

    facts: Mapping[str, Any]
    text: Sequence[str]
    problem: str = ""


class OperationsCommand(BaseCommand, ABC):
    changes_data: ClassVar[bool] = True
    """Whether it has `--dry-run`."""
    runs_alone: ClassVar[bool] = False
    """Whether a second run at the same time is refused. Others may overlap."""

    def add_arguments(self, parser: CommandParser) -> None:
        if self.changes_data:
            parser.add_argument(
                "--dry-run", action="store_true", help="only report what would be done, change nothing"
            )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")
        self.add_own_arguments(parser)

    def add_own_arguments(self, parser: CommandParser) -> None:
        pass

    @abstractmethod
    def run(self, options: Mapping[str, Any]) -> Result:
        """What the command does; what it returns is printed."""

    def handle(self, *_args: Any, **options: Any) -> None:
        name = type(self).__module__.rpartition(".")[2]
        try:
            with single_run(name) if self.runs_alone else nullcontext(), count_failures() as failures:
                result = self.run(options)
        except DomainError as error:
            raise CommandError(_words(error)) from error
        except OperationalError as error:
            reason = str(error).strip().partition("\n")[0]
            raise CommandError(f"The database did not answer: {reason}.") from error
        failed = {"failed": failures.count} if failures.count else {}
        if options["json"]:
            self.stdout.write(json.dumps(failed | dict(result.facts), cls=DjangoJSONEncoder))
        else:
            for line in result.text:
                self.stdout.write(line)
        problems = [result.problem] if result.problem else []
        if failed:
            problems.append(f"{failures.count} failed: the log says which, and why.")
        if problems:
            raise CommandError(" ".join(problems))

    def progress(self, total: int) -> "Progress":
        """A progress bar, on a terminal only."""
        return Progress(total, sys.stderr)


class Progress:
    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = max(1, total)
        self._stream = stream if stream.isatty() else None
        self._drawn_at = 0.0

    def show(self, done: int, label: str = "", *, total: int | None = None) -> None:
        self._total = total or self._total
        is_last = done >= self._total
        if self._stream is None or (not is_last and time.monotonic() - self._drawn_at < _REDRAW_SECONDS):
            return
        self._drawn_at = time.monotonic()
        filled = min(_BAR_WIDTH, done * _BAR_WIDTH // self._total)
        bar = "#" * filled + "." * (_BAR_WIDTH - filled)
        self._stream.write(f"\r[{bar}] {done} of {self._total} {label}\x1b[K")
        if is_last:
            self._stream.write("\n")
        self._stream.flush()


def whole_number(smallest: int, largest: int) -> Callable[[str], int]:
    """The type of an argument."""

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) < 10
        if not is_number or not smallest <= int(text) <= largest:
            raise ArgumentTypeError(f"enter a whole number from {smallest} to {largest}")
        return int(text)

    return read


@contextmanager
def rolled_back(is_dry_run: bool) -> Iterator[None]:
    """A transaction that a dry run takes back at its end: what it counted or refused was real."""
    with transaction.atomic():
        yield
        if is_dry_run:
            transaction.set_rollback(True)


def _words(error: DomainError) -> str:
    if not isinstance(error, Invalid) or not error.errors:
        return error.message
    return " ".join(f"{name}: {' '.join(texts)}" for name, texts in error.errors.items())
