from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from apps.catalog import course_csv
from apps.catalog.services import course_imports
from apps.core.management.operations import OperationsCommand, Result

_MAX_PRINTED = 50


class Command(OperationsCommand):
    help = (
        "Create unpublished courses with chapters and topics from a CSV file in UTF-8, a row for each topic. "
        f"Columns: {', '.join(course_csv.REQUIRED)}; optional: {', '.join(course_csv.OPTIONAL)}."
    )
    runs_alone = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def run(self, options: Mapping[str, Any]) -> Result:
        file: Path = options["file"]
        try:
            with file.open("rb") as source:
                content = source.read(course_csv.MAX_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        bar = self.progress(1)
        done = course_imports.import_courses(
            content=content,
            is_dry_run=options["dry_run"],
            on_progress=lambda count, total: bar.show(count, "courses", total=total),
        )
        facts = {
            "courses": done.courses,
            "chapters": done.chapters,
            "topics": done.topics,
            "errors": done.errors,
        }
        if done.errors:
            more = len(done.errors) - _MAX_PRINTED
            rest = [f"and {more} more errors"] if more > 0 else []
            problem = f"Nothing was imported: {len(done.errors)} errors."
            return Result(
                facts | {"courses": 0, "chapters": 0, "topics": 0},
                [*done.errors[:_MAX_PRINTED], *rest],
                problem=problem,
            )
        counts = f"{done.courses} courses, {done.chapters} chapters, {done.topics} topics"
        return Result(facts, [f"{counts} {'would be' if options['dry_run'] else 'were'} imported."])
