"""
Reads courses with their chapters and topics from CSV: a row for each topic.

The first row of a course describes it as well. Whatever is wrong is reported with its row and column.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import StringIO

from apps.catalog.states import ContentType, Language, Level
from apps.core.errors import Invalid

MAX_BYTES = 10 * 1024 * 1024
MAX_ROWS = 20_000
_MAX_CELL = 200_000

REQUIRED = ("slug", "title", "category", "price", "chapter", "topic")
OPTIONAL = ("lead", "level", "language", "type", "summary", "minutes", "free", "text")
_OF_THE_COURSE = ("title", "category", "price", "lead", "level", "language")
_TYPES = (ContentType.ARTICLE.value, ContentType.QUIZ.value)
_YES, _NO = "yes", "no"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class BadFile(Invalid):
    """Nothing in the file can be read."""

    def __init__(self, message: str) -> None:
        super().__init__(message=message)


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
    rows = list(_rows(_text(content)))
    if not rows:
        raise BadFile("The file has no rows below its header.")
    courses: dict[str, CourseRows] = {}
    errors: list[str] = []
    for number, values in rows:
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


def paise(rupees: str) -> int | None:
    """1999 or 1999.50; None if it is something else."""
    whole, dot, rest = rupees.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 9):
        return None
    if dot and not (rest.isascii() and rest.isdigit() and len(rest) <= 2):
        return None
    return int(whole) * 100 + int(rest.ljust(2, "0") or 0)


def _text(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise BadFile(f"The file is larger than {MAX_BYTES // 2**20} MiB. Split it.")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadFile("The file is in UTF-16. Save it as 'CSV UTF-8'.")
    if content.startswith(b"PK"):
        raise BadFile("This is a spreadsheet (XLSX or ODS). Save it as 'CSV UTF-8'.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadFile(f"Line {line} is not in UTF-8. Save the file as 'CSV UTF-8'.") from None
    if "\0" in text:
        raise BadFile("The file contains NUL characters: it is no text.")
    return text


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    previous_limit = csv.field_size_limit(_MAX_CELL)
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        _check_header(header)
        for number, cells in enumerate(reader, start=2):
            if number > MAX_ROWS + 1:
                raise BadFile(f"The file has more than {MAX_ROWS} rows. Split it.")
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise BadFile(f"Row {number} has {len(cells)} cells, the header has {len(header)}.")
            yield number, dict(zip(header, (cell.strip() for cell in cells), strict=True))
    except csv.Error as error:
        raise BadFile(f"Line {reader.line_num} is not valid CSV: {error}.") from None
    finally:
        csv.field_size_limit(previous_limit)


def _check_header(header: list[str]) -> None:
    if len(header) == 1 and ";" in header[0]:
        raise BadFile("The columns are separated by ';'. Save the file with commas.")
    problems = []
    if missing := [name for name in REQUIRED if name not in header]:
        problems.append(f"Columns are missing: {', '.join(missing)}.")
    if unknown := [name or "(empty)" for name in header if name not in REQUIRED + OPTIONAL]:
        problems.append(f"Unknown columns: {', '.join(unknown)[:200]}.")
    if twice := sorted({name for name in header if header.count(name) > 1}):
        problems.append(f"Columns that are there twice: {', '.join(twice)[:200]}.")
    if problems:
        raise BadFile(" ".join(problems))


def _problems(values: Mapping[str, str]) -> Iterator[str]:
    for name in ("slug", "chapter", "topic"):
        if not values[name]:
            yield f"{name}: is empty."
    for name, value in values.items():
        if value.startswith(_FORMULA_STARTS):
            yield f"{name}: starts with '{value[0]}', like a formula."
    allowed = {"level": Level.values, "language": Language.values, "type": _TYPES, "free": (_YES, _NO)}
    for name, choices in allowed.items():
        if values.get(name) and values[name] not in choices:
            yield f"{name}: must be one of {', '.join(choices)}."
    if values["price"] and paise(values["price"]) is None:
        yield "price: enter rupees such as 1999 or 1999.50."
    if (minutes := values.get("minutes", "")) and not (
        minutes.isascii() and minutes.isdigit() and int(minutes[:5]) <= 1440 and len(minutes) <= 4
    ):
        yield "minutes: enter a whole number up to 1440."
