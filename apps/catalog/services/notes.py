"""
Saves notes that people write at a moment of a topic, on several devices and without a connection.

Requests may arrive late, twice and in any order. Each carries the whole note with the time at which it was
written, and the later one is kept (`NoteState`): a deletion beats an older edit, and a later edit beats the
deletion. Whatever the order of arrival, the result is the same. Like progress, notes have no rate limit of
their own; a topic takes `MAX_NOTES`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.catalog.models import NoteState, Topic, TopicNote
from apps.catalog.selectors import topic_access, topics
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.core import ids
from apps.core.errors import Conflict, Forbidden, NotFound, NotLoggedIn

MAX_TEXT_LENGTH = 2000
MAX_NOTES = 200
"""Notes of a person in a topic."""
MAX_DELETED = 800
"""Rows of deleted notes beside them; more than anybody deletes in a topic."""
_MAX_CUTS = 8
"""Devices with a fast clock that a note remembers."""


class UnknownNote(NotFound):
    code = "note_unknown"
    message = "We could not find that note."


class NotYours(Forbidden):
    code = "not_yours"
    message = "These notes belong to another account."


class TooManyNotes(Conflict):
    code = "too_many_notes"
    message = f"This topic already has {MAX_NOTES} notes. Delete one to add another."


class Request(NamedTuple):
    """Who changes a note of which topic, and when the request arrived."""

    person: User
    user_id: str | None
    """Whose note it is, by the browser: by now somebody else may be logged in there."""
    topic_id: str
    at: datetime
    device_id: UUID
    """The device of the session. Its times are in order, also where its clock is wrong."""


def add(*, request: Request, note_id: UUID, state: NoteState) -> TopicNote:
    """
    Save a note under the id that the browser made for it, whether it is new or not.

    Returns the note as it is now: a later edit or deletion may have arrived before.

    :raises UnknownTopic, UnknownCourse, NotYours, NoAccess, HeldBack: if the person cannot open the topic
    :raises TooManyNotes: if it is new, and the topic has no room for it
    """
    topic = _open_topic(request)
    with _transaction():
        note = _locked_note(request.person, topic, note_id)
        if note is None:
            # Deleted notes count too, with a limit of their own, or deleting and adding could go on for ever.
            if (
                _count(request.person, topic, is_deleted=False) >= MAX_NOTES
                or _count(request.person, topic, is_deleted=True) >= MAX_DELETED
            ):
                raise TooManyNotes()
            return _create(request, topic, note_id, state)
        return _merge(request, topic, note, state)


def edit(*, request: Request, note_id: str, state: NoteState) -> TopicNote:
    """
    Save another version of a note. Returns the note as it is now, as `add`.

    :raises UnknownNote: if the person has no such note in this topic; else as `add`
    """
    topic = _open_topic(request)
    with _transaction():
        note = _locked_note(request.person, topic, ids.lookup_id(note_id))
        if note is None:
            raise UnknownNote()
        return _merge(request, topic, note, state)


def delete(*, request: Request, note_id: str, updated_at: datetime | None) -> TopicNote:
    """
    Delete a note, unless it was edited later than `updated_at`. Returns the note as it is now.

    The id of a note that never arrived is marked as deleted as well: it may still be on its way.

    :raises UnknownNote: if the person has no such note in this topic; else as `add`
    """
    identity = ids.parse(note_id)
    topic = _open_topic(request)
    if identity is None:
        raise UnknownNote()
    state = NoteState(updated_at or _to_milliseconds(request.at), is_kept=False, text="", at_seconds=0)
    with _transaction():
        note = _locked_note(request.person, topic, identity)
        if note is not None:
            return _merge(request, topic, note, state)
        if _count(request.person, topic, is_deleted=True) < MAX_DELETED:
            _create(request, topic, identity, state)
    raise UnknownNote()


@contextmanager
def _transaction() -> Iterator[None]:
    try:
        with transaction.atomic(durable=True):
            yield
    except IntegrityError:
        # Staff have just deleted the topic.
        raise UnknownTopic() from None


def _open_topic(request: Request) -> Topic:
    topic = topics.get_published_topic(request.topic_id)
    if request.user_id is not None and request.user_id.lower() != str(request.person.pk):
        raise NotYours()
    topic_access.check_access(topic=topic, person=request.person, now=request.at)
    return topic


def _locked_note(person: User, topic: Topic, note_id: UUID) -> TopicNote | None:
    """The note, if there is one. Locks the person: notes are also counted, and created once."""
    if not User.objects.locked().filter(pk=person.pk, erased_at__isnull=True).values_list("pk"):
        # The account was deleted since the request began: nothing of it must stay.
        raise NotLoggedIn()
    return TopicNote.objects.filter(person=person, topic=topic, note_id=note_id).first()


def _count(person: User, topic: Topic, *, is_deleted: bool) -> int:
    return TopicNote.objects.filter(person=person, topic=topic, is_deleted=is_deleted).count()


def _create(request: Request, topic: Topic, note_id: UUID, state: NoteState) -> TopicNote:
    note = TopicNote(person=request.person, topic=topic, note_id=note_id)
    _apply(request, topic, note, state)
    note.save(force_insert=True)
    return note


def _merge(request: Request, topic: Topic, note: TopicNote, state: NoteState) -> TopicNote:
    """Keep the later of what is stored and what was sent."""
    if _is_repeat(request, note, state):
        return note
    before = note.state
    _apply(request, topic, note, state)
    if note.state > before:
        note.save(force_update=True)
    else:
        note.state = before
    return note


def _is_repeat(request: Request, note: TopicNote, state: NoteState) -> bool:
    """
    Whether a device with a fast clock sends again what was cut to the present before, or what is older by
    its own clock. Cut again, it would beat what other devices wrote in between.

    The clock of one device says nothing about what another one wrote.
    """
    sent = _milliseconds(state.updated_at)
    if sent in note.cuts.values():
        return True
    newest = note.cuts.get(str(request.device_id))
    return newest is not None and request.at < state.updated_at and sent < newest


def _apply(request: Request, topic: Topic, note: TopicNote, state: NoteState) -> None:
    """Write the state into the row. A time in the future is cut to now, or its note would win for ever."""
    if state.updated_at > request.at:
        cuts = note.cuts | {str(request.device_id): _milliseconds(state.updated_at)}
        note.cuts = dict(sorted(cuts.items(), key=lambda cut: cut[1])[-_MAX_CUTS:])
    note.state = state._replace(
        updated_at=min(state.updated_at, _to_milliseconds(request.at)),
        at_seconds=min(state.at_seconds, topic.duration_seconds),
    )


def _to_milliseconds(at: datetime) -> datetime:
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def _milliseconds(at: datetime) -> int:
    """Since 1970."""
    return round(at.timestamp() * 1000)
