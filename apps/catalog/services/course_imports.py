"""Creates courses, chapters and topics from a CSV file: all of them, or none."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from django.db import IntegrityError, transaction

from apps.catalog import course_csv
from apps.catalog.course_csv import CourseRows, TopicRow
from apps.catalog.models import Category, Chapter, Course, Topic
from apps.catalog.states import ContentType, Language, Level
from apps.core import csv_rows
from apps.core.csv_imports import FIRST, Imported, problems_of


@dataclass(slots=True)
class CourseImport(Imported):
    """`added` counts the courses."""

    chapters: int = 0
    topics: int = 0


def _ignore(_done: int, _total: int) -> None:
    pass


def import_courses(
    *, content: bytes, is_dry_run: bool = False, on_progress: Callable[[int, int], None] = _ignore
) -> CourseImport:
    """
    Import the file as unpublished courses. With any error, and in a dry run, nothing is kept.

    :raises BadFile: if the file cannot be read at all
    """
    courses, errors = course_csv.read(content)
    done = CourseImport(errors=errors)
    try:
        with transaction.atomic():
            _import(courses, done, on_progress)
            done.notes = [f"Chapters: {done.chapters}. Topics: {done.topics}. Nothing of it is published."]
            if done.errors or is_dry_run:
                transaction.set_rollback(True)
    except IntegrityError:
        # Courses that are added in the admin do not wait for the import.
        done.errors.append("A course with one of these slugs was added just now. Import the file again.")
    return done


def _import(
    courses: Sequence[CourseRows], done: CourseImport, on_progress: Callable[[int, int], None]
) -> None:
    categories = {category.title: category for category in Category.objects.all()}
    slugs = [course.values["slug"] for course in courses]
    taken = set(Course.objects.filter(weburlname__in=slugs).values_list("weburlname", flat=True))
    for number, rows in enumerate(courses, start=1):
        if rows.values["slug"] in taken:
            done.errors.append(f"Row {rows.number}, slug: a course with this slug exists already.")
        elif rows.values["category"] not in categories:
            known = ", ".join(categories)
            done.errors.append(f"Row {rows.number}, category: must be one of {known}.")
        elif not done.errors:
            _create(rows, category=categories[rows.values["category"]], done=done)
        else:
            done.errors += _problems_of(rows, category=categories[rows.values["category"]])
        on_progress(number, len(courses))


def _create(rows: CourseRows, *, category: Category, done: CourseImport) -> None:
    problems = list(_problems_of(rows, category=category))
    if problems:
        done.errors += problems
        return
    course = _course(rows, category)
    course.save()
    done.added += 1
    chapters: dict[str, Chapter] = {}
    for position, row in enumerate(rows.topics):
        title = row.values["chapter"]
        if title not in chapters:
            chapters[title] = Chapter.objects.create(course=course, title=title, position=len(chapters))
            done.chapters += 1
        _topic(row, chapters[title], position).save()
        done.topics += 1
    if done.added <= FIRST:
        done.first.append(f"{course.title}: {', '.join(chapters)}")


def _problems_of(rows: CourseRows, *, category: Category) -> Iterator[str]:
    course = _course(rows, category)
    yield from (f"Row {rows.number}, {one}" for one in problems_of(course, columns=_COURSE_COLUMNS))
    for position, row in enumerate(rows.topics):
        chapter = Chapter(course=course, title=row.values["chapter"])
        problems = chain(
            problems_of(chapter, columns={"title": "chapter"}, exclude=("course",)),
            problems_of(_topic(row, chapter, position), columns=_TOPIC_COLUMNS, exclude=("chapter",)),
        )
        yield from (f"Row {row.number}, {problem}" for problem in problems)


_COURSE_COLUMNS = {"weburlname": "slug", "offer_price_paise": "price"}
_TOPIC_COLUMNS = {"title": "topic", "content_type": "type", "duration_seconds": "minutes"}


def _course(rows: CourseRows, category: Category) -> Course:
    values = rows.values
    return Course(
        weburlname=values["slug"],
        title=values["title"],
        category=category,
        lead=values.get("lead", ""),
        level=values.get("level") or Level.BEGINNER,
        language=values.get("language") or Language.ENGLISH,
        offer_price_paise=csv_rows.paise(values["price"] or "0") or 0,
        figure="",
        figure_numbers="",
        is_published=False,
    )


def _topic(row: TopicRow, chapter: Chapter, position: int) -> Topic:
    values = row.values
    minutes = values.get("minutes", "")
    return Topic(
        chapter=chapter,
        title=values["topic"],
        summary=values.get("summary", ""),
        position=position,
        content_type=values.get("type") or ContentType.ARTICLE,
        duration_seconds=int(minutes) * 60 if minutes.isascii() and minutes.isdigit() else 0,
        is_free_preview=values.get("free") == "yes",
        text=values.get("text", ""),
    )
