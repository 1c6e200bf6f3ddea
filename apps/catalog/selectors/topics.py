"""A topic as learners get it: text, quiz, and addresses that were signed for the very person."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from django.utils.translation import get_language_info

from apps.accounts.models import User
from apps.catalog.models import Question, Topic, TopicProgress
from apps.catalog.selectors import outline, topic_access
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.catalog.states import ContentType
from apps.content.media import addresses
from apps.content.media.addresses import Reader
from apps.content.models import Asset
from apps.core import ids, indian_time, tagged_cache
from apps.core.errors import NotLoggedIn
from apps.core.html import framed

LEARNER_DOOR = "topic"
STAFF_DOOR = "staff"
"""What an address is signed for: a learner got it with a topic, or staff got it with a preview."""


class Caption(TypedDict):
    url: str
    language: str
    label: str


class Media(TypedDict):
    url: str
    mime: str
    poster: str | None
    captions: list[Caption]
    expiresAt: str


class Attachment(TypedDict):
    title: str
    url: str
    size: int


class OptionLine(TypedDict):
    _id: str
    text: str


class QuestionLine(TypedDict):
    _id: str
    text: str
    options: list[OptionLine]


class Quiz(TypedDict):
    questions: list[QuestionLine]


class TopicFacts(TypedDict):
    """What everybody sees of it who may open it."""

    _id: str
    title: str
    ContentType: str
    duration: int
    isFreePreview: bool
    chapterTitle: str
    text: str | None
    quiz: Quiz | None
    marketDataDate: str | None


class TopicPage(TopicFacts):
    media: Media | None
    attachments: list[Attachment]
    resumeAt: int
    previousTopicId: str | None
    nextTopicId: str | None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A topic, complete with its course, files and questions, and its place in the course."""

    topic: Topic
    previous_id: UUID | None
    next_id: UUID | None


def lesson(*, course_key: str, topic_id: str) -> Lesson:
    """
    The published topic with this id, if it is one of the course with that id or address name.

    :raises UnknownTopic: otherwise; whether it opens is another question
    """
    identity = ids.parsed(topic_id)
    if identity is None:
        raise UnknownTopic()
    found = tagged_cache.get_or_set(
        tags=("catalog",), key=f"topic:{identity}", make=lambda: _lesson(identity)
    )
    course = found.topic.chapter.course
    if course_key != course.weburlname and ids.parsed(course_key) != course.pk:
        raise UnknownTopic()
    return found


def refuse_strangers(*, course_key: str, topic_id: str, person: User | None) -> None:
    """
    Settle the matter of the login alone, which comes before anything that the body says.

    :raises NotLoggedIn: if there is such a topic, it is no free preview, and nobody is logged in
    """
    if person is not None:
        return
    try:
        found = lesson(course_key=course_key, topic_id=topic_id)
    except UnknownTopic:
        return
    if found.topic.chapter.course.is_published and not found.topic.is_free_preview:
        raise NotLoggedIn()


def opened(*, course_key: str, topic_id: str, person: User | None, now: datetime) -> TopicPage:
    """
    The topic for somebody who may open it; a person of None is a visitor.

    :raises UnknownTopic: if the course has no such topic
    :raises DomainError: as `opening.check` says
    """
    found = lesson(course_key=course_key, topic_id=topic_id)
    topic = found.topic
    topic_access.check(topic=topic, person=person, now=now)
    reader = Reader(door=LEARNER_DOOR, item_id=topic.pk, person_id=None if person is None else person.pk)
    return {
        **facts(topic),
        "media": media(topic, reader=reader, now=now),
        "attachments": attachments(topic, reader=reader, now=now),
        "resumeAt": _position(topic, person=person),
        "previousTopicId": _id_or_none(found.previous_id),
        "nextTopicId": _id_or_none(found.next_id),
    }


def facts(topic: Topic) -> TopicFacts:
    day = topic.market_data_date
    return {
        "_id": str(topic.pk),
        "title": topic.title,
        "ContentType": topic.content_type,
        "duration": topic.duration_seconds,
        "isFreePreview": topic.is_free_preview,
        "chapterTitle": topic.chapter.title,
        "text": framed(topic.text) if topic.content_type == ContentType.ARTICLE else None,
        "quiz": _quiz(topic) if topic.content_type == ContentType.QUIZ else None,
        "marketDataDate": None if day is None else day.isoformat(),
    }


def media(topic: Topic, *, reader: Reader, now: datetime) -> Media | None:
    """The film or document with what belongs to it, each under an address of the reader's own."""
    if topic.asset is None or topic.content_type not in (ContentType.VIDEO, ContentType.PDF):
        return None
    source = addresses.address_of(topic.asset, reader=reader, now=now)
    poster = topic.poster and addresses.address_of(topic.poster, reader=reader, now=now)
    return {
        "url": source.url,
        "mime": source.mime,
        "poster": poster.url if poster else None,
        "captions": [_caption(asset, reader=reader, now=now) for asset in topic.captions.all()],
        "expiresAt": indian_time.on_wire(source.expires_at),
    }


def attachments(topic: Topic, *, reader: Reader, now: datetime) -> list[Attachment]:
    return [
        {
            "title": asset.title,
            "url": addresses.address_of(asset, reader=reader, now=now).url,
            "size": asset.size_bytes,
        }
        for asset in topic.attachments.all()
    ]


def complete(topic_id: UUID) -> Topic:
    """
    A topic with all that is shown of it, archived or not.

    :raises UnknownTopic: if there is none
    """
    topic = (
        Topic.objects.select_related("chapter__course", "asset", "poster")
        .prefetch_related("captions", "attachments", "questions__options")
        .filter(pk=topic_id)
        .first()
    )
    if topic is None:
        raise UnknownTopic()
    return topic


def holding(*, topic_id: UUID, asset_id: UUID) -> tuple[Topic, Asset]:
    """
    A topic as it is at this moment, archived or not, and the asset that it shows or hands out.

    Nothing of it is cached.

    :raises UnknownTopic: if the topic is gone, or no longer has the asset
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
    for added in (topic.captions, topic.attachments):
        found = added.filter(pk=asset_id).first()
        if found is not None:
            return topic, found
    raise UnknownTopic()


def _lesson(topic_id: UUID) -> Lesson:
    topic = complete(topic_id)
    if topic_access.is_archived(topic):
        raise UnknownTopic()
    order = outline.topic_ids(topic.chapter.course_id)
    # Staff may have moved it between the two looks; then it stands alone until the next one.
    place = order.index(topic.pk) if topic.pk in order else None
    if place is None:
        return Lesson(topic, None, None)
    return Lesson(
        topic,
        previous_id=order[place - 1] if place else None,
        next_id=order[place + 1] if place + 1 < len(order) else None,
    )


def _quiz(topic: Topic) -> Quiz:
    return {"questions": [_question(question) for question in topic.questions.all()]}


def _question(question: Question) -> QuestionLine:
    return {
        "_id": str(question.pk),
        "text": question.text,
        "options": [{"_id": str(option.pk), "text": option.text} for option in question.options.all()],
    }


def _caption(asset: Asset, *, reader: Reader, now: datetime) -> Caption:
    address = addresses.address_of(asset, reader=reader, now=now)
    return {"url": address.url, "language": asset.language, "label": _label(asset)}


def _label(captions: Asset) -> str:
    """The language in its own words, as players list it."""
    try:
        return str(get_language_info(captions.language)["name_local"])
    except KeyError:
        return captions.title


def _position(topic: Topic, *, person: User | None) -> int:
    if person is None:
        return 0
    rows = TopicProgress.objects.filter(person=person, course=topic.chapter.course_id, topic=topic)
    watched = rows.values_list("watched_seconds", flat=True).first() or 0
    # Staff may have put a shorter film in its place.
    return min(watched, topic.duration_seconds)


def _id_or_none(identity: UUID | None) -> str | None:
    return None if identity is None else str(identity)
