from collections.abc import Sequence
from typing import Any

from django.db.models import Case, CharField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from apps.core.spreadsheets import CellKind
from apps.live.models import Attendance, Meeting, ProgramSession, Webinar
from apps.office.periods import Period
from apps.office.selectors.files.columns import Column, File
from apps.office.states import ExportFile

_KIND = Column("Kind", "kind")


def _joined(period: Period) -> Sequence["QuerySet[Any]"]:
    session = ProgramSession.objects.filter(pk=OuterRef("meeting_id"))
    webinar = Webinar.objects.filter(pk=OuterRef("meeting_id"))
    meeting = Meeting.objects.filter(pk=OuterRef("meeting_id"))
    text = CharField()
    return [
        Attendance.objects.filter(**period.contains("first_joined_at"))
        .order_by("first_joined_at", "pk")
        .annotate(
            session_name=Subquery(session.values("name")),
            webinar_title=Subquery(webinar.values("title")),
            meeting_title=Subquery(meeting.values("title")),
            group=Coalesce(
                Subquery(session.values("program__title")),
                Subquery(meeting.values("mentorship__title")),
                Value(""),
                output_field=text,
            ),
            title=Coalesce("session_name", "webinar_title", "meeting_title", output_field=text),
            starts_at=Coalesce(*(Subquery(of.values("starts_at")) for of in (session, webinar, meeting))),
            kind=Case(
                When(session_name__isnull=False, then=Value("Session")),
                When(webinar_title__isnull=False, then=Value("Webinar")),
                When(meeting_title__isnull=False, then=Value("Mentorship")),
                default=Value("Deleted"),
                output_field=text,
            ),
        )
    ]


FILE = File(
    ExportFile.ATTENDANCE,
    "Who joined a session, a webinar or a mentorship's meeting through the site for the first time in the "
    "period, with names and mobile numbers.",
    (
        Column("First joined", "first_joined_at", CellKind.TIME),
        Column("Last joined", "last_joined_at", CellKind.TIME),
        Column("Times joined", "count", CellKind.NUMBER),
        _KIND,
        Column("Program or mentorship", "group"),
        Column("Title", "title"),
        Column("Starts at", "starts_at", CellKind.TIME),
        Column("Name", "person__name"),
        Column("Mobile number", "person__mobile"),
    ),
    _joined,
    grouped_by=(_KIND,),
)
