from django.utils import timezone

from apps.core.csv_imports import Imported
from apps.core.management.imports import ImportCommand
from apps.live.services import session_imports


class Command(ImportCommand):
    help = (
        "Create sessions of programs from a CSV file in UTF-8, a row for each, in Indian time. "
        f"Columns: {', '.join(session_imports.COLUMNS.required)}; "
        f"optional: {', '.join(session_imports.COLUMNS.optional)}."
    )
    things = "sessions"

    def import_content(self, content: bytes, *, is_dry_run: bool) -> Imported:
        return session_imports.import_sessions(content=content, now=timezone.now(), is_dry_run=is_dry_run)
