"""A course with three topics, and what its curriculum page sends."""

from datetime import UTC, datetime

import pytest
import time_machine

from apps.catalog.admin.durations import format_duration
from apps.catalog.models import Chapter, Topic
from apps.catalog.tests.factories import ChapterFactory, CourseFactory, TopicFactory, VideoFactory


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(datetime(2026, 11, 21, 9, 30, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def course():
    """Two chapters: a video and an article in the first, an article in the second."""
    course = CourseFactory(duration_seconds=0)
    first = ChapterFactory(course=course, title="Begin", position=1)
    second = ChapterFactory(course=course, title="Go on", position=2)
    VideoFactory(chapter=first, title="Clip", position=1, duration_seconds=30)
    TopicFactory(chapter=first, title="Text", position=2, duration_seconds=120, text="<p>Two words</p>")
    TopicFactory(chapter=second, title="More", position=1, duration_seconds=60)
    return course


def path(course, name="curriculum"):
    return f"/admin/catalog/course/{course.pk}/{name}/"


def file_name(asset):
    return f"{asset.title} ({asset.get_kind_display()}, {asset.pk.hex[-6:]})"


def form(course, *, new_chapters=(), new_topics=(), **changed):
    """The page's current fields, with changes by field name and new rows."""
    chapters = list(Chapter.objects.filter(course=course).in_order())
    topics = list(Topic.objects.filter(chapter__course=course).select_related("asset").in_order())
    rows = {chapter.pk: f"chapters-{number}" for number, chapter in enumerate(chapters)}
    fields = {
        "chapters-TOTAL_FORMS": len(chapters) + len(new_chapters),
        "chapters-INITIAL_FORMS": len(chapters),
        "topics-TOTAL_FORMS": len(topics) + len(new_topics),
        "topics-INITIAL_FORMS": len(topics),
    }
    known_chapters = [
        {"id": chapter.pk, "title": chapter.title, "position": chapter.position} for chapter in chapters
    ]
    known_topics = [
        {
            "id": topic.pk,
            "title": topic.title,
            "content_type": topic.content_type,
            "asset": file_name(topic.asset) if topic.asset else "",
            "duration_seconds": format_duration(topic.duration_seconds),
            "chapter_row": rows[topic.chapter_id],
            "position": topic.position,
        }
        for topic in topics
    ]
    for kind, kinds in (
        ("chapters", [*known_chapters, *new_chapters]),
        ("topics", [*known_topics, *new_topics]),
    ):
        for number, row in enumerate(kinds):
            fields |= {f"{kind}-{number}-{name}": value for name, value in row.items()}
    return fields | changed


def arranged(course):
    return [
        (chapter.title, [topic.title for topic in chapter.topics.in_order()])
        for chapter in Chapter.objects.filter(course=course).in_order()
    ]


def new_topic(chapter="chapters-0", **changed):
    return {"title": "New", "content_type": "article", "chapter_row": chapter, "position": "9", **changed}
