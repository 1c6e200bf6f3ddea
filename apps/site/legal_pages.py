"""Legal pages and contact forms; mirrored by `features/legal-pages` and `features/contact-forms`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.content.selectors import public as content
from apps.core.formatting import calendar_day

ROUTES = (
    "privacy-policy",
    "terms-and-conditions",
    "refund-policy",
    "grievance-redressal",
    "anti-laundering",
    "about-us",
    "contact",
    "complaints",
    "investor-charter",
    "audit",
    "accessibility",
    "mobile-privacy-policy",
    "mobile-terms-and-conditions",
    "mobile-refund-policy",
    "mobile-disclosure-advice",
    "mobile-sebi-ia-registration",
    "mobile-advisory-agreement",
    "mobile-sebi-investor-charter",
)

KINDS = {"about-us": "AboutPage", "contact": "ContactPage"}
"""The schema.org types of pages that have a specific one."""

_SAME = {"SEBI-Investor-charter": "/investor-charter"}
_ALSO_ON_THE_SITE = frozenset({"privacy-policy", "terms&conditions", "refund-policy"})


@dataclass(frozen=True, slots=True)
class Column:
    label: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    value: str | int
    is_number: bool


@dataclass(frozen=True, slots=True)
class Table:
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    has_total: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    promise: str
    action: str
    subject: str
    has_mobile: bool


GRIEVANCE = Form(
    promise="You get a ticket number immediately, and a reply from our team within 21 days.",
    action="Submit grievance",
    subject="Subject",
    has_mobile=True,
)
CONTACT = Form(
    promise="Our team replies by email, in working hours. For a complaint, use the grievance form: "
    "it has a deadline for our reply.",
    action="Send message",
    subject="Subject",
    has_mobile=False,
)

_SERIAL = Column("Sr. No.", is_number=True)
_SOURCES = (
    _SERIAL,
    Column("Received from"),
    Column("Pending at the end of last month", is_number=True),
    Column("Received", is_number=True),
    Column("Resolved*", is_number=True),
    Column("Total Pending#", is_number=True),
    Column("Pending > 3 months", is_number=True),
    Column("Average Resolution time^ (days)", is_number=True),
)
_AUDITS = (
    _SERIAL,
    *map(
        Column,
        ("Financial Year", "Compliance Audit Status", "Audited by", "Date of the report", "Remarks"),
    ),
)


def slug_of(path: str) -> str:
    """The slug is the last part of the path."""
    return path.rpartition("/")[2]


def canonical_of(path: str) -> str:
    """The path of the same text on the site, for the views inside the app."""
    slug = slug_of(path)
    return _SAME.get(slug) or (f"/{slug}" if slug in _ALSO_ON_THE_SITE else path)


def complaint_tables(figures: Mapping[str, Any]) -> dict[str, Table]:
    sources = [*figures["sources"], figures["total"]]
    return {
        "sources": Table(
            caption=f"Data for the month ending {calendar_day(figures['monthEnding'])}",
            columns=_SOURCES,
            rows=[_cells(_SOURCES, _source(row, place, sources)) for place, row in enumerate(sources, 1)],
            has_total=True,
        ),
        "monthly": _trend("Trend of monthly disposal of complaints", "Month", figures["monthly"]),
        "annual": _trend("Trend of annual disposal of complaints", "Year", figures["annual"]),
    }


def audit_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    cells = [
        [
            place,
            row["financialYear"],
            row["status"],
            row["auditor"] or "–",
            calendar_day(row["reportDate"]) if row["reportDate"] else "–",
            row["remarks"] or "–",
        ]
        for place, row in enumerate(rows, 1)
    ]
    return Table(
        caption="Status of the compliance audit",
        columns=_AUDITS,
        rows=[_cells(_AUDITS, line) for line in cells],
    )


def dates() -> dict[str, datetime]:
    """When each page was last changed, by route name."""
    return content.pages_changed_at()


def _source(row: Mapping[str, Any], place: int, rows: Sequence[Any]) -> list[str | int]:
    average = row["averageResolutionDays"]
    return [
        place if place < len(rows) else "",
        row["receivedFrom"],
        row["pendingBefore"],
        row["received"],
        row["resolved"],
        row["pending"],
        row["pendingOverThreeMonths"],
        "–" if average is None else f"{average:.1f}",
    ]


def _trend(caption: str, period: str, trend: Mapping[str, Any]) -> Table:
    columns = (
        _SERIAL,
        Column(period),
        Column(f"Carried forward from previous {period.lower()}", is_number=True),
        Column("Received", is_number=True),
        Column("Resolved*", is_number=True),
        Column("Pending#", is_number=True),
    )
    rows = [*trend["rows"], trend["total"]]
    lines = [
        [
            place if place < len(rows) else "",
            *(row[name] for name in ("period", "carriedForward", "received", "resolved", "pending")),
        ]
        for place, row in enumerate(rows, 1)
    ]
    return Table(
        caption=caption, columns=columns, rows=[_cells(columns, line) for line in lines], has_total=True
    )


def _cells(columns: Sequence[Column], values: Sequence[str | int]) -> list[Cell]:
    return [Cell(value, column.is_number) for column, value in zip(columns, values, strict=True)]
