"""The initial data of the player: a topic and its course."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.catalog.selectors import progress, topics
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.cards import CourseDetail
from apps.catalog.selectors.curriculum import TopicLine
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.catalog.selectors.topics import TopicPage
from apps.catalog.states import ContentType
from apps.core.errors import Forbidden

_KINDS = {
    ContentType.VIDEO: "Video",
    ContentType.ARTICLE: "Article",
    ContentType.PDF: "PDF",
    ContentType.QUIZ: "Quiz",
}
"""Mirrored by features/player/lib/topicLabels.ts."""


@dataclass(frozen=True, slots=True)
class OpenTopic:
    course: CourseDetail
    line: TopicLine
    chapter: str
    topic: TopicPage | None
    """None if it does not open. The browser gets the reason from the endpoint."""
    answers: list[tuple[list[Any], Any]]

    @property
    def title(self) -> str:
        return f"{self.line['title']} · {self.course['title']}"

    @property
    def facts(self) -> str:
        kind, length = _KINDS[ContentType(self.line["ContentType"])], _length(self.line)
        return f"{kind} · {length}" if length else kind

    @property
    def poster(self) -> str:
        """The poster of the video, or else the course's image."""
        media = self.topic["media"] if self.topic else None
        return (media and media["poster"]) or self.course["webimage"][0]["url"]


def open_topic(*, course_key: str, topic_id: str, person: User, now: datetime) -> OpenTopic:
    """
    A topic of a course, whether or not the person has access.

    :raises NotFound: if there is no such course, or it has no such topic
    """
    detail = catalog.course_detail(key=course_key, person=person, now=now)
    course = detail["data"]
    chapter, line = _place(course, topic_id)
    answers: list[tuple[list[Any], Any]] = [(["catalog", "course", course_key], detail)]
    topic = _topic(course_key, topic_id, person=person, now=now)
    if topic is not None:
        answers.append((["learning", "topic", course_key, topic_id], {"data": topic}))
    try:
        begun = progress.get_progress(key=course_key, person=person, at=now)
        answers.append((["learning", "progress", course_key], {"progress": begun}))
    except Forbidden:
        pass  # A free preview opens without the course.
    return OpenTopic(course=course, line=line, chapter=chapter, topic=topic, answers=answers)


def _topic(course_key: str, topic_id: str, *, person: User, now: datetime) -> TopicPage | None:
    try:
        return topics.topic_page(course_key=course_key, topic_id=topic_id, person=person, now=now)
    except Forbidden:
        return None


def _place(course: CourseDetail, topic_id: str) -> tuple[str, TopicLine]:
    for chapter in course["chapters"]:
        for line in chapter["topics"]:
            if line["_id"] == topic_id.lower():
                return chapter["title"], line
    raise UnknownTopic()


def _length(line: TopicLine) -> str:
    """'4:05' for a video, '3 min' for an article. Mirrored by features/player/lib/topicLabels.ts."""
    seconds = line["duration"]
    if seconds <= 0:
        return ""
    if line["ContentType"] != ContentType.VIDEO:
        return f"{max(1, (seconds + 30) // 60)} min"
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
