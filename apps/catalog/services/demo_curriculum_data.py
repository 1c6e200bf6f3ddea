"""The chapters and topics of the demo's courses. Names refer to files in `demo_files`."""

from dataclasses import dataclass
from datetime import date

from apps.catalog.states import ContentType, Language
from apps.content.services.demo_academy import DemoQuestion
from apps.core.demo import data_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What the courses of a category share: a first video, and an exercise and a quiz at the end."""

    first_chapter: str
    last_chapter: str
    video: str
    video_title: str
    practice: str
    practice_title: str
    practice_minutes: int
    quiz: str
    quiz_title: str = "Check what you learned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What is specific to a course: an article, and in some a middle chapter with a video or a PDF."""

    article_title: str
    article_summary: str
    middle_chapter: str = "Going further"
    video: str | None = None
    video_title: str = ""
    document: str | None = None
    document_title: str = ""
    market_data_date: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTopic:
    """A topic to create; `source` is the name of its video, article, PDF or quiz in `demo_files`."""

    title: str
    content_type: ContentType
    source: str
    summary: str = ""
    """Empty: the one that all topics of this source share."""
    minutes: int | None = None
    market_data_date: date | None = None


@dataclass(frozen=True, slots=True)
class Video:
    title: str
    captions: tuple[str, ...]
    """Their languages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curricula:
    videos: dict[str, Video]
    document_titles: dict[str, str]
    previews: dict[str, str]
    """The preview videos of courses."""
    summaries: dict[str, str]
    """By source; quizzes have one in common."""
    hindi_summaries: dict[str, str]
    """The same for courses in Hindi."""
    subjects: dict[str, Subject]
    hindi_subjects: dict[str, Subject]
    lessons: dict[str, Lesson]
    longer_courses: dict[str, dict[str, tuple[DemoTopic, ...]]]
    """Further chapters of three courses, before their last one."""

    def subject(self, *, category: str, language: str) -> Subject:
        return (self.hindi_subjects if language == Language.HINDI else self.subjects)[category]

    def shared_summary(self, topic: DemoTopic, *, language: str) -> str:
        summaries = self.hindi_summaries if language == Language.HINDI else self.summaries
        return summaries["quiz" if topic.content_type == ContentType.QUIZ else topic.source]


CURRICULA = data_file("catalog", "curricula.yaml", Curricula)
QUIZZES = data_file("catalog", "quizzes.yaml", dict[str, tuple[DemoQuestion, ...]])
