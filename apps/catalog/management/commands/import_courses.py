from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from apps.catalog import course_csv
from apps.catalog.services import course_imports
from apps.core.management.imports import read_file, refused
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = (
        "Create unpublished courses with chapters and topics from a CSV file in UTF-8, a row for each topic. "
        f"Columns: {', '.join(course_csv.COLUMNS.required)}; "
        f"optional: {', '.join(course_csv.COLUMNS.optional)}."
    )
    runs_alone = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def run(self, options: Mapping[str, Any]) -> Result:
        content = read_file(options["file"])
        bar = self.progress(1)
        done = course_imports.import_courses(
            content=content,
            is_dry_run=options["dry_run"],
            on_progress=lambda count, total: bar.show(count, "courses", total=total),
        )
        facts = {
            "courses": done.added,
            "chapters": done.chapters,
            "topics": done.topics,
            "errors": done.errors,
        }
        if done.errors:
            return refused(facts | {"courses": 0, "chapters": 0, "topics": 0}, done.errors)
        counts = f"{done.added} courses, {done.chapters} chapters, {done.topics} topics"
        return Result(facts, [f"{counts} {'would be' if options['dry_run'] else 'were'} imported."])
