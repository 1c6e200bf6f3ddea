from argparse import ArgumentTypeError
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, TypeVar

from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from apps.commerce.flows import jobs, restoring
from apps.commerce.flows.rebuilding import Rebuilt
from apps.commerce.selectors import restores
from apps.commerce.services import numbers
from apps.core import health, indian_time
from apps.core.formatting import date_and_time
from apps.core.management.operations import OperationsCommand, Result

T = TypeVar("T")

_SECONDS = 1800.0


class Command(OperationsCommand):
    help = (
        "Finish the restore of a backup: migrations, new letters of the document numbers, lost orders, open "
        "orders, books. Run it before the site and its workers start."
    )
    runs_alone = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--since", required=True, type=_moment, help="when the backup was made, such as 2026-11-27T15:40"
        )
        parser.add_argument(
            "--new-series",
            action="store_true",
            help="begin new letters also if they began already, or if the database is newer than the backup",
        )

    def run(self, options: Mapping[str, Any]) -> Result:
        since, is_dry_run = options["since"], options["dry_run"]
        if pending := health.pending_migrations():
            if is_dry_run:
                return Result(
                    {"migrations": pending}, [f"Migrations: {pending}. Nothing else was looked at."]
                )
            call_command("migrate", interactive=False, verbosity=0)
        if restores.is_empty():
            raise CommandError("This database is empty. Restore the backup into it first.")
        records = restoring.read_provider_records(since=since, at=timezone.now())
        begun = restores.series_begun_after(since)
        begins = options["new_series"] or not begun
        if not begun and not options["new_series"]:
            _require_backup(since)
        found = f"Found: {records.lost_orders} paid orders at the provider that are not here."
        if is_dry_run:
            facts = {"lost_orders": records.lost_orders, "would_begin": begins}
            return Result(facts, [found, f"Numbers: new letters would {'' if begins else 'not '}begin."])
        cache.clear()
        lines = [f"Migrations: {pending or 'none pending'}.", "Caches: cleared.", found]
        if begins:
            began = _begin(records.letters, since=since)
            lines += [
                f"Numbers: {name} begins; the last known one is {known}." for name, known in began.items()
            ]
        else:
            lines.append(f"Numbers: {', '.join(begun)} began before this run; no further letter begins.")
        return _rebuilt_and_verified(since, lines)


def _moment(text: str) -> datetime:
    try:
        value = parse_datetime(text)
    except ValueError:
        value = None
    if value is None:
        raise ArgumentTypeError("enter a day and a time such as 2026-11-27T15:40")
    value = value if value.tzinfo else value.replace(tzinfo=indian_time.INDIA)
    if value > timezone.now():
        raise ArgumentTypeError("this is in the future")
    return value


def _require_backup(since: datetime) -> None:
    if newer := restores.newer_than(since):
        counts = ", ".join(f"{count} {name}" for name, count in newer.items())
        raise CommandError(
            f"This database has {counts} from after {date_and_time(since)}. It is not the backup of then, "
            "was not empty when that was restored, or has sold since. Nothing was done. If the backup is "
            "newer, give its time; if the database is the right one, add --new-series."
        )


def _begin(letters: Mapping[str, str], *, since: datetime) -> Mapping[str, str]:
    at = timezone.now()
    years = (indian_time.financial_year(since), indian_time.financial_year(at))
    return numbers.begin_letters(after={**dict.fromkeys(years, ""), **letters}, at=at)


def _rebuilt_and_verified(since: datetime, lines: list[str]) -> Result:
    back = timezone.now() - since + restoring.BEFORE
    rebuilt = _ended(jobs.rebuild(at=timezone.now(), back=back, seconds=_SECONDS))
    polled = _ended(jobs.reconcile(at=timezone.now(), everything=True, seconds=_SECONDS))
    audit = _ended(jobs.verify_books(at=timezone.now(), days=back.days + 1))
    lines += [
        f"Lost orders: {jobs.summary(rebuilt)}.",
        f"Open orders: {jobs.summary(polled)}.",
        *audit.information,
        *audit.differences,
        f"Books: {audit.orders} orders compared, {len(audit.differences)} differences.",
    ]
    facts = {"done": lines, "rebuilt": asdict(rebuilt), "polled": asdict(polled), **asdict(audit)}
    return Result(facts, lines, problem=_problem(rebuilt, differences=len(audit.differences)))


def _ended(done: T | None) -> T:
    if done is None:
        raise CommandError("A provider job is in progress. Stop the workers, and run it again in a minute.")
    return done


def _problem(rebuilt: Rebuilt, *, differences: int) -> str:
    if rebuilt.failed or rebuilt.unknown or rebuilt.resume_at is not None:
        return "Not every lost order was rebuilt. See the log, and run it again."
    return "The books do not agree." if differences else ""
