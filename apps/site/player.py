"""What the player begins with: a topic that a member opens, with its course around it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.catalog.selectors import progress, topics
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.cards import CourseDetail
from apps.catalog.selectors.outline import TopicLine
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
"""Twin: features/learning/lib/words.ts."""


@dataclass(frozen=True, slots=True)
class Opened:
    course: CourseDetail
    line: TopicLine
    chapter: str
    topic: TopicPage | None
    """None: it does not open, and the browser will be told why when it asks."""
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
        """The film's own picture, else the course's."""
        media = self.topic["media"] if self.topic else None
        return (media and media["poster"]) or self.course["webimage"][0]["url"]


def opened(*, course_key: str, topic_id: str, person: User, now: datetime) -> Opened:
    """
    A topic of a course, whether or not it opens for the person.

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
        begun = progress.of_course(key=course_key, person=person, at=now)
        answers.append((["learning", "progress", course_key], {"progress": begun}))
    except Forbidden:
        pass  # A free preview opens without the course.
    return Opened(course=course, line=line, chapter=chapter, topic=topic, answers=answers)


def _topic(course_key: str, topic_id: str, *, person: User, now: datetime) -> TopicPage | None:
    try:
        return topics.opened(course_key=course_key, topic_id=topic_id, person=person, now=now)
    except Forbidden:
        return None


def _place(course: CourseDetail, topic_id: str) -> tuple[str, TopicLine]:
    for chapter in course["chapters"]:
        for line in chapter["topics"]:
            if line["_id"] == topic_id.lower():
                return chapter["title"], line
    raise UnknownTopic()


def _length(line: TopicLine) -> str:
    """'4:05' for a film, '3 min' for what is read. Twin: features/learning/lib/words.ts."""
    seconds = line["duration"]
    if seconds <= 0:
        return ""
    if line["ContentType"] != ContentType.VIDEO:
        return f"{max(1, (seconds + 30) // 60)} min"
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
