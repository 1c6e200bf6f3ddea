"""The file of one event's attendees. It is no file of a period: the page of the event makes it."""

from apps.core import indian_time
from apps.core.spreadsheets import CellKind
from apps.live.selectors import attendees
from apps.live.selectors.attendees import Chosen, Event
from apps.live.states import Seat
from apps.office.periods import Period
from apps.office.selectors.files.columns import Column, File
from apps.office.states import ExportFile

_COLUMNS = (
    Column("Name", "name"),
    Column("Mobile number", "phone"),
    Column("Seat", "seat", label=lambda value: str(Seat(value).label)),
    Column("How booked", "how", label=attendees.how_booked),
    Column("Booked or in line since", "since", CellKind.TIME),
    Column("Joined at", "came_at", CellKind.TIME),
)


def file_of(*, event: Event, chosen: Chosen) -> File:
    parts = attendees.parts(event=event, chosen=chosen)
    return File(ExportFile.ATTENDEES, "", _COLUMNS, lambda _period: parts)


def days_of(*, event: Event) -> Period:
    """For the record of the export."""
    first, last = (indian_time.day_of(at) for at in (event.row.starts_at, event.row.ends_at))
    return Period(first, last)
