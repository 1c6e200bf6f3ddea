from typing import Any, cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models.session import SessionStore
from apps.catalog.api.note_serializers import DeletionQuery, NewNoteIn, NoteIn, to_note_state
from apps.catalog.models import TopicNote
from apps.catalog.selectors import notes as note_selectors
from apps.catalog.services import notes
from apps.core.api.responses import response
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView

_CHANGED = success(
    "NoteChangedAnswer",
    message=str,
    data=response(note_selectors.Note, allow_null=True, help_text="As it is now; null if it is deleted."),
)
_REFUSALS = failures(
    {
        403: "No access to the topic (`no_access`, `held_back`), or the `userId` is not the caller's.",
        404: "There is no such topic, or the caller has no such note in it.",
    }
)


class Notes(ApiView):
    """The caller's own notes in a topic that they can open. Nobody else sees them, staff included."""

    @extend_schema(
        operation_id="getNotes",
        responses=success("NotesAnswer", data=list[note_selectors.Note], totalCount=int) | _REFUSALS,
    )
    def get(self, request: Request, topic_id: str) -> Response:
        person = self.person
        return Response(note_selectors.own_notes(topic_id=topic_id, person=person, now=timezone.now()))

    @extend_schema(
        operation_id="addNote",
        description="Saves a note under the id that the browser made for it. Repeats change nothing.",
        request=NewNoteIn,
        responses={status.HTTP_201_CREATED: _CHANGED[status.HTTP_200_OK]}
        | _REFUSALS
        | failures({409: f"The topic already has {notes.MAX_NOTES} notes (`too_many_notes`)."}),
    )
    def post(self, request: Request, topic_id: str) -> Response:
        values = self.read(NewNoteIn)
        note = notes.add(
            request=_change(self, topic_id, values), note_id=values["_id"], state=to_note_state(values)
        )
        return _answer(note, "Note saved.", code=status.HTTP_201_CREATED)


class Note(ApiView):
    """One of the caller's notes."""

    @extend_schema(
        operation_id="editNote",
        description="Saves another version of a note, unless a later one has arrived.",
        request=NoteIn,
        responses=_CHANGED | _REFUSALS,
    )
    def put(self, request: Request, topic_id: str, note_id: str) -> Response:
        values = self.read(NoteIn)
        note = notes.edit(
            request=_change(self, topic_id, values), note_id=note_id, state=to_note_state(values)
        )
        return _answer(note, "Note saved.")

    @extend_schema(
        operation_id="deleteNote",
        description="Deletes a note, unless it was edited later. A 404 marks the id as deleted as well.",
        parameters=[DeletionQuery],
        responses=_CHANGED | _REFUSALS,
    )
    def delete(self, request: Request, topic_id: str, note_id: str) -> Response:
        values = self.read_query(DeletionQuery)
        note = notes.delete(
            request=_change(self, topic_id, values), note_id=note_id, updated_at=values.get("updatedAt")
        )
        return _answer(note, "This note was edited after that, so it stays.")


def _change(view: ApiView, topic_id: str, values: dict[str, Any]) -> notes.Request:
    return notes.Request(
        person=view.person,
        user_id=values.get("userId"),
        topic_id=topic_id,
        at=timezone.now(),
        device_id=SessionStore.device_id_of(cast(str, view.request.session.session_key)),
    )


def _answer(note: TopicNote, message: str, *, code: int = status.HTTP_200_OK) -> Response:
    if note.is_deleted:
        return Response({"message": "Note deleted.", "data": None}, status=code)
    return Response({"message": message, "data": note_selectors.note_line(note)}, status=code)
