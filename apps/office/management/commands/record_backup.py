from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from apps.core.formatting import date_and_time
from apps.core.management.operations import OperationsCommand, Result
from apps.office.services import backups


class Command(OperationsCommand):
    help = (
        "Note that a backup of the database was made, as its last step: the first page of the admin and "
        "'doctor' say how old it is."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="the dump, which is looked at and gives the time; without it the time is now",
        )

    def run(self, options: Mapping[str, Any]) -> Result:
        file, made_at = options["file"], timezone.now()
        if file is not None:
            backups.check_file(file)
            made_at = min(made_at, datetime.fromtimestamp(file.stat().st_mtime, UTC))
        if not options["dry_run"]:
            backups.record(made_at=made_at)
        verb = "would be noted" if options["dry_run"] else "is noted"
        return Result({"made_at": made_at}, [f"The backup of {date_and_time(made_at)} {verb}."])
