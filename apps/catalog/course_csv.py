"""
Reads courses with their chapters and topics from CSV: a row for each topic.

The first row of a course describes it as well. Whatever is wrong is reported with its row and column.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from apps.catalog.states import ContentType, Language, Level
from apps.core import csv_rows

MAX_ROWS = 20_000

_OF_THE_COURSE = ("title", "category", "price", "lead", "level", "language")
_TYPES = (ContentType.ARTICLE.value, ContentType.QUIZ.value)
_YES, _NO = "yes", "no"
COLUMNS = csv_rows.Columns(
    ("slug", "title", "category", "price", "chapter", "topic"),
    ("lead", "level", "language", "type", "summary", "minutes", "free", "text"),
)


@dataclass(frozen=True, slots=True)
class TopicRow:
    number: int
    """The row in the file, as a spreadsheet counts it."""
    values: Mapping[str, str]


@dataclass(slots=True)
class CourseRows:
    number: int
    values: Mapping[str, str]
    topics: list[TopicRow] = field(default_factory=list)


def read(content: bytes) -> tuple[list[CourseRows], list[str]]:
    """
    The courses of the file, and what is wrong with its rows.

    :raises BadFile: if it is too large, no CSV in UTF-8, or has other columns
    """
    courses: dict[str, CourseRows] = {}
    errors: list[str] = []
    for number, values in csv_rows.read(content, columns=COLUMNS, max_rows=MAX_ROWS):
        errors += (f"Row {number}, {problem}" for problem in _problems(values))
        slug = values["slug"]
        course = courses.setdefault(slug, CourseRows(number, values))
        errors += (
            f"Row {number}, {name}: differs from row {course.number}, the first of this course."
            for name in _OF_THE_COURSE
            if values.get(name) and values[name] != course.values.get(name)
        )
        course.topics.append(TopicRow(number, values))
    return list(courses.values()), errors


def _problems(values: Mapping[str, str]) -> Iterator[str]:
    for name in ("slug", "chapter", "topic"):
        if not values[name]:
            yield f"{name}: is empty."
    yield from csv_rows.bad_cells(values, with_lines=("text",))
    allowed = {"level": Level.values, "language": Language.values, "type": _TYPES, "free": (_YES, _NO)}
    for name, choices in allowed.items():
        if values.get(name) and values[name] not in choices:
            yield f"{name}: must be one of {', '.join(choices)}."
    if values["price"] and csv_rows.paise(values["price"]) is None:
        yield f"price: enter rupees such as 1999 or 1999.50, up to {csv_rows.LARGEST_RUPEES}."
    if (minutes := values.get("minutes", "")) and not (
        minutes.isascii() and minutes.isdigit() and int(minutes[:5]) <= 1440 and len(minutes) <= 4
    ):
        yield "minutes: enter a whole number up to 1440."
