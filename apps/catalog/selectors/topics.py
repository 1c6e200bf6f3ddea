"""A topic for learners: text, quiz, and URLs of its files signed for the person."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from django.utils.translation import get_language_info

from apps.accounts.models import User
from apps.catalog.models import Question, Topic, TopicProgress
from apps.catalog.selectors import curriculum, quiz_attempts, topic_access
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.catalog.states import ContentType
from apps.core import ids, indian_time, tagged_cache
from apps.core.errors import NotLoggedIn
from apps.core.html import wrap_tables
from apps.core.json_types import Choices, Date, DateTime, Help, Identifier, component
from apps.core.publishing import is_public
from apps.media import signed_urls
from apps.media.models import Asset
from apps.media.signed_urls import Viewer
from apps.media.states import AssetKind

LEARNER_AUDIENCE = "topic"
STAFF_AUDIENCE = "staff"
"""What a URL was signed for: a learner's topic page, or a preview in the admin."""


class Caption(TypedDict):
    url: str
    language: Annotated[str, Help("Language code: 'en', 'hi'.")]
    label: str


class Media(TypedDict):
    url: Annotated[str, Help("Signed for the caller; request the topic again before it expires.")]
    mime: str
    poster: str | None
    captions: list[Caption]
    expiresAt: DateTime


class Attachment(TypedDict):
    title: str
    url: Annotated[str, Help("Signed for the caller, like the media.")]
    size: Annotated[int, Help("Bytes.")]


@component("QuizOptionOut")
class OptionLine(TypedDict):
    _id: Identifier
    text: str


@component("QuestionOut")
class QuestionLine(TypedDict):
    _id: Identifier
    text: str
    options: list[OptionLine]


class Quiz(TypedDict):
    questions: list[QuestionLine]


class TopicFacts(TypedDict):
    """The part of a topic that is the same for everybody who may open it."""

    _id: Identifier
    title: str
    ContentType: Annotated[str, Choices(ContentType.values)]
    duration: Annotated[int, Help("Seconds.")]
    isFreePreview: bool
    chapterTitle: str
    text: Annotated[str | None, Help("The sanitised HTML of an article; else null.")]
    quiz: Quiz | None
    marketDataDate: Annotated[
        Date | None, Help("The date of the newest market price in it; never a recent one.")
    ]


@component("TopicOut")
class TopicPage(TopicFacts):
    media: Annotated[Media | None, Help("For videos and PDFs; else null.")]
    attachments: list[Attachment]
    attempts: Annotated[
        list[quiz_attempts.Attempt], Help("The caller's attempts at the quiz, the latest first.")
    ]
    resumeAt: Annotated[int, Help("The caller's furthest position, in seconds.")]
    previousTopicId: Identifier | None
    nextTopicId: Identifier | None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A topic with its course, files and questions, and the topics before and after it."""

    topic: Topic
    previous_id: UUID | None
    next_id: UUID | None


def get_lesson(*, course_key: str, topic_id: str) -> Lesson:
    """
    The published topic with this id, if it belongs to the course with that id or slug. Checks no access.

    :raises UnknownTopic: otherwise
    """
    lesson = _lesson_by_id(topic_id)
    course = lesson.topic.chapter.course
    if course_key != course.weburlname and ids.parse(course_key) != course.pk:
        raise UnknownTopic()
    return lesson


def get_published_topic(topic_id: str) -> Topic:
    """
    The published topic with this id. Checks no access.

    :raises UnknownTopic: if there is none
    """
    return _lesson_by_id(topic_id).topic


def require_login(*, course_key: str, topic_id: str, person: User | None, now: datetime) -> None:
    """
    Check the login only, which comes before the validation of the body.

    :raises NotLoggedIn: if a visitor requests an existing topic that is no free preview
    """
    if person is not None:
        return
    try:
        lesson = get_lesson(course_key=course_key, topic_id=topic_id)
    except UnknownTopic:
        return
    if is_public(lesson.topic.chapter.course, at=now) and not lesson.topic.is_free_preview:
        raise NotLoggedIn()


def topic_page(*, course_key: str, topic_id: str, person: User | None, now: datetime) -> TopicPage:
    """
    The topic for a person who may open it; `None` is a visitor.

    :raises UnknownTopic: if the course has no such topic
    :raises DomainError: as `topic_access.check_access`
    """
    lesson = get_lesson(course_key=course_key, topic_id=topic_id)
    topic = lesson.topic
    topic_access.check_access(topic=topic, person=person, now=now)
    viewer = Viewer(
        audience=LEARNER_AUDIENCE, item_id=topic.pk, person_id=None if person is None else person.pk
    )
    return {
        **topic_facts(topic),
        "media": topic_media(topic, viewer=viewer, now=now),
        "attachments": topic_attachments(topic, viewer=viewer, now=now),
        "attempts": _attempts(topic, person=person),
        "resumeAt": _resume_position(topic, person=person),
        "previousTopicId": _id_or_none(lesson.previous_id),
        "nextTopicId": _id_or_none(lesson.next_id),
    }


def _attempts(topic: Topic, *, person: User | None) -> list[quiz_attempts.Attempt]:
    if person is None or topic.content_type != ContentType.QUIZ:
        return []
    return quiz_attempts.own_attempts(topic=topic, person=person)


def topic_facts(topic: Topic) -> TopicFacts:
    day = topic.market_data_date
    return {
        "_id": str(topic.pk),
        "title": topic.title,
        "ContentType": topic.content_type,
        "duration": topic.duration_seconds,
        "isFreePreview": topic.is_free_preview,
        "chapterTitle": topic.chapter.title,
        "text": wrap_tables(topic.text) if topic.content_type == ContentType.ARTICLE else None,
        "quiz": _quiz(topic) if topic.content_type == ContentType.QUIZ else None,
        "marketDataDate": None if day is None else day.isoformat(),
    }


def topic_media(topic: Topic, *, viewer: Viewer, now: datetime) -> Media | None:
    """
    The video or PDF with its poster and captions, with URLs signed for the viewer.

    None while there is nothing that can be shown, as for a video that is still being imported.
    """
    if topic.asset is None or topic.content_type not in (ContentType.VIDEO, ContentType.PDF):
        return None
    if topic.content_type == ContentType.VIDEO and not topic.asset.is_playable:
        return None
    source = signed_urls.sign_url(topic.asset, viewer=viewer, now=now)
    image = _poster(topic)
    poster = image and signed_urls.sign_url(image, viewer=viewer, now=now)
    return {
        "url": source.url,
        "mime": source.mime,
        "poster": poster.url if poster else None,
        "captions": [_caption(asset, viewer=viewer, now=now) for asset in _captions(topic)],
        "expiresAt": indian_time.iso_utc(source.expires_at),
    }


def _poster(topic: Topic) -> Asset | None:
    """The topic's own, else the one that was taken from the video."""
    if topic.poster is not None or topic.asset is None:
        return topic.poster
    return next((part for part in topic.asset.parts.all() if part.kind == AssetKind.IMAGE), None)


def _captions(topic: Topic) -> list[Asset]:
    """The topic's own, and those of the video in other languages."""
    own = list(topic.captions.all())
    taken = {captions.language for captions in own}
    parts = topic.asset.parts.all() if topic.asset else ()
    others = [part for part in parts if part.kind == AssetKind.CAPTIONS and part.language not in taken]
    return [*own, *sorted(others, key=lambda part: part.language)]


def topic_attachments(topic: Topic, *, viewer: Viewer, now: datetime) -> list[Attachment]:
    return [
        {
            "title": asset.title,
            "url": signed_urls.sign_url(asset, viewer=viewer, now=now).url,
            "size": asset.size_bytes,
        }
        for asset in topic.attachments.all()
    ]


def get_topic(topic_id: UUID) -> Topic:
    """
    A topic with its files and questions, archived or not.

    :raises UnknownTopic: if there is none
    """
    topic = (
        Topic.objects.select_related("chapter__course", "asset", "poster")
        .prefetch_related("captions", "attachments", "questions__options", "asset__parts")
        .filter(pk=topic_id)
        .first()
    )
    if topic is None:
        raise UnknownTopic()
    return topic


def get_topic_and_asset(*, topic_id: UUID, asset_id: UUID) -> tuple[Topic, Asset]:
    """
    A topic, archived or not, and one of its files. Not cached.

    :raises UnknownTopic: if the topic was deleted, or no longer has the file
    """
    topic = (
        Topic.objects.select_related("chapter__course", "asset", "poster")
        .defer("text")
        .filter(pk=topic_id)
        .first()
    )
    if topic is None:
        raise UnknownTopic()
    for asset in (topic.asset, topic.poster):
        if asset is not None and asset.pk == asset_id:
            return topic, asset
    parts = Asset.objects.filter(made_from=topic.asset_id) if topic.asset_id else Asset.objects.none()
    for files in (topic.captions, topic.attachments, parts):
        asset = files.filter(pk=asset_id).first()
        if asset is not None:
            return topic, asset
    raise UnknownTopic()


def _lesson_by_id(topic_id: str) -> Lesson:
    identity = ids.parse(topic_id)
    if identity is None:
        raise UnknownTopic()
    return _lesson(identity)


@tagged_cache.cached(tags=("catalog",), key=lambda topic_id: f"topic:{topic_id}")
def _lesson(topic_id: UUID) -> Lesson:
    topic = get_topic(topic_id)
    if topic_access.is_archived(topic):
        raise UnknownTopic()
    order = curriculum.ordered_topic_ids(topic.chapter.course_id)
    # Staff may have moved it between the two queries; then it has no neighbours until it is cached again.
    index = order.index(topic.pk) if topic.pk in order else None
    if index is None:
        return Lesson(topic, None, None)
    return Lesson(
        topic,
        previous_id=order[index - 1] if index else None,
        next_id=order[index + 1] if index + 1 < len(order) else None,
    )


def _quiz(topic: Topic) -> Quiz:
    return {"questions": [_question(question) for question in topic.questions.all()]}


def _question(question: Question) -> QuestionLine:
    return {
        "_id": str(question.pk),
        "text": question.text,
        "options": [{"_id": str(option.pk), "text": option.text} for option in question.options.all()],
    }


def _caption(asset: Asset, *, viewer: Viewer, now: datetime) -> Caption:
    signed = signed_urls.sign_url(asset, viewer=viewer, now=now)
    return {"url": signed.url, "language": asset.language, "label": _caption_label(asset)}


def _caption_label(captions: Asset) -> str:
    """The language's own name, as players list it."""
    try:
        return str(get_language_info(captions.language)["name_local"])
    except KeyError:
        return captions.title


def _resume_position(topic: Topic, *, person: User | None) -> int:
    if person is None:
        return 0
    rows = TopicProgress.objects.filter(person=person, course=topic.chapter.course_id, topic=topic)
    watched = rows.values_list("watched_seconds", flat=True).first() or 0
    # Staff may have replaced the video with a shorter one.
    return min(watched, topic.duration_seconds)


def _id_or_none(identity: UUID | None) -> str | None:
    return None if identity is None else str(identity)
