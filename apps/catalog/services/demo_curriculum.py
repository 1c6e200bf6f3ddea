"""Seeds the demo's chapters and topics, for courses that have no chapters yet."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction

from apps.catalog.models import Chapter, Course, Option, Question, Topic
from apps.catalog.services import curriculum, demo_assets
from apps.catalog.services.demo_assets import DEMO_FILES, asset_id
from apps.catalog.services.demo_curriculum_data import (
    CURRICULA,
    QUIZZES,
    DemoTopic,
    Lesson,
    Subject,
)
from apps.catalog.states import ContentType, Language
from apps.content.services.demo_academy import DemoQuestion
from apps.media.models import Asset

_WORDS_PER_MINUTE = 130
_QUESTION_SECONDS = 60
_DOCUMENT_SECONDS = 5 * 60
_TAG = re.compile(r"<[^<>]++>")


@transaction.atomic(durable=True)
def seed(_now: datetime) -> str:
    new_files = demo_assets.seed()
    empty = list(
        Course.objects.filter(weburlname__in=CURRICULA.read().lessons, chapters=None)
        .select_related("category")
        .order_by("pk")
    )
    for course in empty:
        _add_curriculum(course)
    return f"{new_files} files and the contents of {len(empty)} courses added"


def _add_curriculum(course: Course) -> None:
    curricula = CURRICULA.read()
    lesson = curricula.lessons[course.weburlname]
    subject = curricula.subject(category=course.category.title, language=course.language)
    for position, (title, topics) in enumerate(_chapters(course, lesson, subject), start=1):
        chapter = Chapter.objects.create(course=course, title=title, position=position)
        for topic_position, demo in enumerate(topics, start=1):
            _add_topic(demo, chapter=chapter, position=topic_position, language=course.language)
    if course.is_pro or course.offer_price_paise:
        _make_first_video_free(course)
    if course.weburlname in curricula.previews and not course.preview_video:
        stored = demo_assets.preview_path(curricula.previews[course.weburlname])
        Course.objects.filter(pk=course.pk).update(preview_video=stored)
    curriculum.update_course_duration(course_id=course.pk)


def _chapters(course: Course, lesson: Lesson, subject: Subject) -> Iterator[tuple[str, Sequence[DemoTopic]]]:
    yield (
        subject.first_chapter,
        [
            DemoTopic(title=subject.video_title, content_type=ContentType.VIDEO, source=subject.video),
            DemoTopic(
                title=lesson.article_title,
                summary=lesson.article_summary,
                content_type=ContentType.ARTICLE,
                source=course.weburlname,
                market_data_date=lesson.market_data_date,
            ),
        ],
    )
    middle = []
    if lesson.video:
        middle.append(
            DemoTopic(title=lesson.video_title, content_type=ContentType.VIDEO, source=lesson.video)
        )
    if lesson.document:
        middle.append(
            DemoTopic(title=lesson.document_title, content_type=ContentType.PDF, source=lesson.document)
        )
    if middle:
        yield lesson.middle_chapter, middle
    yield from CURRICULA.read().longer_courses.get(course.weburlname, {}).items()
    practice = DemoTopic(
        title=subject.practice_title,
        content_type=ContentType.ARTICLE,
        source=subject.practice,
        minutes=subject.practice_minutes,
    )
    yield (
        subject.last_chapter,
        [practice, DemoTopic(title=subject.quiz_title, content_type=ContentType.QUIZ, source=subject.quiz)],
    )


def _add_topic(demo: DemoTopic, *, chapter: Chapter, position: int, language: str) -> None:
    topic = Topic(
        chapter=chapter,
        title=demo.title,
        summary=demo.summary or CURRICULA.read().shared_summary(demo, language=language),
        position=position,
        content_type=demo.content_type,
        market_data_date=demo.market_data_date,
    )
    match demo.content_type:
        case ContentType.VIDEO:
            topic.asset = _asset(f"films/{demo.source}.mp4")
            topic.poster = _asset(f"films/{demo.source}.jpg")
            topic.duration_seconds = topic.asset.duration_seconds
        case ContentType.PDF:
            topic.asset = _asset(f"documents/{demo.source}.pdf")
            topic.duration_seconds = _DOCUMENT_SECONDS
        case ContentType.ARTICLE:
            topic.text = (DEMO_FILES / "articles" / f"{demo.source}.html").read_text(encoding="utf-8")
            topic.duration_seconds = 60 * (demo.minutes or _reading_minutes(topic.text))
        case ContentType.QUIZ:
            topic.duration_seconds = _QUESTION_SECONDS * len(QUIZZES.read()[demo.source])
    topic.save()
    if demo.content_type == ContentType.VIDEO:
        topic.captions.set(_captions(demo.source, language=language))
    if demo.content_type == ContentType.QUIZ:
        _add_questions(topic, QUIZZES.read()[demo.source])


def _asset(name: str) -> Asset:
    return Asset.objects.get(pk=asset_id(name))


def _captions(video: str, *, language: str) -> list[Asset]:
    """The captions in the course's language, and in English."""
    wanted = {"en", "hi"} if language == Language.HINDI else {"en"}
    return [
        _asset(f"captions/{video}.{code}.vtt")
        for code in CURRICULA.read().videos[video].captions
        if code in wanted
    ]


def _add_questions(topic: Topic, quiz: tuple[DemoQuestion, ...]) -> None:
    questions = [
        Question(topic=topic, text=question.text, explanation=question.explanation, position=position)
        for position, question in enumerate(quiz, start=1)
    ]
    Question.objects.bulk_create(questions)
    Option.objects.bulk_create(
        Option(question=row, text=text, is_right=number == question.right - 1, position=number)
        for row, question in zip(questions, quiz, strict=True)
        for number, text in enumerate(question.options)
    )


def _make_first_video_free(course: Course) -> None:
    first = Topic.objects.filter(chapter__course=course, content_type=ContentType.VIDEO).in_order().first()
    assert first is not None
    first.is_free_preview = True
    first.save(update_fields=["is_free_preview"])


def _reading_minutes(markup: str) -> int:
    words = len(_TAG.sub(" ", markup).split())
    return -(-words // _WORDS_PER_MINUTE)
