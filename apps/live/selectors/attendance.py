"""Who joined a meeting, for staff: as rows and as CSV."""

import csv
from io import StringIO
from uuid import UUID

from django.db.models import QuerySet

from apps.core.indian_time import INDIA
from apps.core.spreadsheets import safe_text
from apps.live.models import Attendance

HEADER = ("Name", "Mobile number", "First joined (Indian time)", "Last joined (Indian time)", "Times joined")


def of_meeting(*, meeting_id: UUID) -> QuerySet[Attendance]:
    """In the order in which they joined."""
    rows = Attendance.objects.filter(meeting_id=meeting_id).select_related("person")
    return rows.order_by("first_joined_at", "pk")


def csv_of_meeting(*, meeting_id: UUID) -> str:
    """Spreadsheets do not take a name for a formula."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADER)
    for row in of_meeting(meeting_id=meeting_id):
        times = (f"{at.astimezone(INDIA):%Y-%m-%d %H:%M}" for at in (row.first_joined_at, row.last_joined_at))
        writer.writerow([safe_text(row.person.name), safe_text(row.person.mobile), *times, row.count])
    return text.getvalue()
