"""Plants the demo's chapters and topics: once for each course, and only while it has none."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from django.db import transaction

from apps.catalog.models import Chapter, Course, Option, Question, Topic
from apps.catalog.services import curriculum, demo_assets
from apps.catalog.services.demo_assets import FOLDER, asset_id
from apps.catalog.services.demo_lessons import CAPTIONS, LESSONS, PREVIEWS, Lesson, Subject, subject_of
from apps.catalog.states import ContentType, Language
from apps.content.models import Asset

_WORDS_A_MINUTE = 130
_QUESTION_SECONDS = 60
_DOCUMENT_SECONDS = 5 * 60
_MARKUP = re.compile(r"<[^<>]++>")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A topic to be; `source` names its film, article, document or quiz below `demo_files`."""

    title: str
    kind: ContentType
    source: str
    minutes: int | None = None
    market_data_date: date | None = None


@transaction.atomic(durable=True)
def seed(_now: datetime) -> str:
    new_files = demo_assets.seed()
    empty = list(
        Course.objects.filter(weburlname__in=LESSONS, chapters=None).select_related("category").order_by("pk")
    )
    for course in empty:
        _furnish(course)
    return f"{new_files} files and the contents of {len(empty)} courses added"


def _furnish(course: Course) -> None:
    lesson = LESSONS[course.weburlname]
    subject = subject_of(category=course.category.title, language=course.language)
    for position, (title, parts) in enumerate(_chapters(course, lesson, subject), start=1):
        chapter = Chapter.objects.create(course=course, title=title, position=position)
        for place, part in enumerate(parts, start=1):
            _add(part, chapter=chapter, position=place, language=course.language)
    if course.is_pro or course.offer_price_paise:
        _open_the_first_film(course)
    if course.weburlname in PREVIEWS and not course.preview_video:
        stored = demo_assets.preview_path(PREVIEWS[course.weburlname])
        Course.objects.filter(pk=course.pk).update(preview_video=stored)
    curriculum.settle_length(course_id=course.pk)


def _chapters(course: Course, lesson: Lesson, subject: Subject) -> Iterator[tuple[str, list[_Part]]]:
    yield (
        subject.first_chapter,
        [
            _Part(title=subject.film_title, kind=ContentType.VIDEO, source=subject.film),
            _Part(
                title=lesson.article_title,
                kind=ContentType.ARTICLE,
                source=course.weburlname,
                market_data_date=lesson.market_data_date,
            ),
        ],
    )
    middle = []
    if lesson.film:
        middle.append(_Part(title=lesson.film_title, kind=ContentType.VIDEO, source=lesson.film))
    if lesson.document:
        middle.append(_Part(title=lesson.document_title, kind=ContentType.PDF, source=lesson.document))
    if middle:
        yield lesson.middle_chapter, middle
    practice = _Part(
        title=subject.practice_title,
        kind=ContentType.ARTICLE,
        source=subject.practice,
        minutes=subject.practice_minutes,
    )
    yield (
        subject.last_chapter,
        [practice, _Part(title=subject.quiz_title, kind=ContentType.QUIZ, source=subject.quiz)],
    )


def _add(part: _Part, *, chapter: Chapter, position: int, language: str) -> None:
    topic = Topic(
        chapter=chapter,
        title=part.title,
        position=position,
        content_type=part.kind,
        market_data_date=part.market_data_date,
    )
    match part.kind:
        case ContentType.VIDEO:
            topic.asset = _asset(f"films/{part.source}.mp4")
            topic.poster = _asset(f"films/{part.source}.jpg")
            topic.duration_seconds = topic.asset.duration_seconds
        case ContentType.PDF:
            topic.asset = _asset(f"documents/{part.source}.pdf")
            topic.duration_seconds = _DOCUMENT_SECONDS
        case ContentType.ARTICLE:
            topic.text = (FOLDER / "articles" / f"{part.source}.html").read_text(encoding="utf-8")
            topic.duration_seconds = 60 * (part.minutes or _reading_minutes(topic.text))
        case ContentType.QUIZ:
            topic.duration_seconds = _QUESTION_SECONDS * len(_quizzes()[part.source])
    topic.save()
    if part.kind == ContentType.VIDEO:
        topic.captions.set(_captions(part.source, language=language))
    if part.kind == ContentType.QUIZ:
        _ask(topic, _quizzes()[part.source])


def _asset(name: str) -> Asset:
    return Asset.objects.get(pk=asset_id(name))


def _captions(film: str, *, language: str) -> list[Asset]:
    """Those in the course's language, and the English ones."""
    wanted = {"en", "hi"} if language == Language.HINDI else {"en"}
    return [_asset(f"captions/{film}.{code}.vtt") for code in CAPTIONS[film] if code in wanted]


def _ask(topic: Topic, quiz: list[dict[str, Any]]) -> None:
    questions = [
        Question(topic=topic, text=asked["text"], explanation=asked["explanation"], position=position)
        for position, asked in enumerate(quiz, start=1)
    ]
    Question.objects.bulk_create(questions)
    Option.objects.bulk_create(
        Option(question=question, text=text, is_right=number == asked["right"], position=number)
        for question, asked in zip(questions, quiz, strict=True)
        for number, text in enumerate(asked["options"])
    )


def _open_the_first_film(course: Course) -> None:
    first = Topic.objects.filter(chapter__course=course, content_type=ContentType.VIDEO).in_order().first()
    assert first is not None
    first.is_free_preview = True
    first.save(update_fields=["is_free_preview"])


def _reading_minutes(markup: str) -> int:
    words = len(_MARKUP.sub(" ", markup).split())
    return -(-words // _WORDS_A_MINUTE)


@cache
def _quizzes() -> dict[str, list[dict[str, Any]]]:
    quizzes: dict[str, list[dict[str, Any]]] = json.loads(
        (FOLDER / "quizzes.json").read_text(encoding="utf-8")
    )
    return quizzes
