from apps.core import csv_rows
from apps.core.csv_imports import Imported
from apps.core.management.imports import ImportCommand
from apps.live.selectors import holidays as selectors
from apps.live.services import holidays


class Command(ImportCommand):
    help = (
        "Add and rename exchange holidays from a file in UTF-8 with lines such as '2026-12-25,Christmas'. "
        f"At most {holidays.MAX_LINES} lines; others stay."
    )
    things = "holidays"

    def import_content(self, content: bytes, *, is_dry_run: bool) -> Imported:
        text = csv_rows.text_of(content)
        found = holidays.preview(text=text)
        if not found.errors and not is_dry_run:
            found = holidays.import_list(text=text)
        planned = [
            f"Still planned that day: {session.program.title}: {session.name}, {session.starts_at:%d %b %Y}."
            for session in selectors.sessions_on(days=list(found.added))
        ]
        counts = f"{len(found.added)} added, {len(found.renamed)} renamed, {found.unchanged} unchanged."
        return Imported(len(found.rows), found.errors, [*planned, counts])
