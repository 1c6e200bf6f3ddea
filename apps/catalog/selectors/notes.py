"""A person's own notes at the moments of a topic."""

from contextlib import suppress
from datetime import datetime
from typing import Annotated, TypedDict

from apps.accounts.models import User
from apps.catalog.models import TopicNote
from apps.catalog.selectors import topic_access, topics
from apps.catalog.selectors.topic_access import HeldBack
from apps.core import indian_time
from apps.core.json_types import DateTime, Help, Identifier


class Note(TypedDict):
    _id: Annotated[Identifier, Help("Made by the browser that wrote it.")]
    at: Annotated[int, Help("The moment in the video, in seconds; 0 in other topics.")]
    text: Annotated[str, Help("Plain text.")]
    updatedAt: Annotated[
        DateTime, Help("With milliseconds if there are any: of two versions the later wins.")
    ]


class NoteList(TypedDict):
    data: Annotated[list[Note], Help("In the order of their moments.")]
    totalCount: int


def own_notes(*, topic_id: str, person: User, now: datetime) -> NoteList:
    """
    A person's notes in a topic, as the endpoint sends them. They can be read while the course opens, also
    when the topic is withheld for its recent prices.

    :raises DomainError: as `topic_access.check_access`, except HeldBack
    """
    topic = topics.get_published_topic(topic_id)
    # HeldBack is raised last: the person can open the course.
    with suppress(HeldBack):
        topic_access.check_access(topic=topic, person=person, now=now)
    rows = TopicNote.objects.filter(person=person, topic=topic, is_deleted=False)
    notes = [note_line(row) for row in rows.order_by("at_seconds", "note_id")]
    return {"data": notes, "totalCount": len(notes)}


def note_line(note: TopicNote) -> Note:
    return {
        "_id": str(note.note_id),
        "at": note.at_seconds,
        "text": note.text,
        "updatedAt": indian_time.iso_utc_exact(note.updated_at),
    }
