from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.catalog.api.progress_serializers import SecondsField
from apps.catalog.models import NoteState
from apps.catalog.services.notes import MAX_TEXT_LENGTH
from apps.core import ids
from apps.core.api.fields import DateTimeField, IdField, TextField

_LONGEST_SECONDS = 10**9
_USER_ID_HELP = "Whose note it is; refused unless it is the caller's own. Without it, the caller's."


@extend_schema_field(OpenApiTypes.UUID)
class NewIdField(TextField):
    """The id that a browser made for something new: it is stored, so a malformed one is refused here."""

    default_error_messages = {"not_uuid": "This must be a UUID."}

    def to_internal_value(self, data: Any) -> UUID:  # type: ignore[override]
        found = ids.parse(super().to_internal_value(data))
        if found is None:
            self.fail("not_uuid")
        return found


class NoteIn(serializers.Serializer[Any]):
    at = SecondsField(
        help_text="The moment in the video; rounded down and capped at the topic's length. 0 elsewhere."
    )
    text = TextField(max_length=MAX_TEXT_LENGTH, help_text="Plain text; HTML is not interpreted.")
    updatedAt = DateTimeField(
        help_text="When it was written. The later of two versions wins; a time in the future counts as now."
    )
    userId = IdField(required=False, help_text=_USER_ID_HELP)


class NewNoteIn(NoteIn):
    _id = NewIdField(help_text="A UUID made by the browser. A second request with it does not add a note.")


class DeletionQuery(serializers.Serializer[Any]):
    updatedAt = DateTimeField(
        required=False, help_text="When it was deleted, by default now; what was written later stays."
    )
    userId = IdField(required=False, help_text=_USER_ID_HELP)


def to_note_state(values: dict[str, Any]) -> NoteState:
    return NoteState(
        updated_at=values["updatedAt"],
        is_kept=True,
        text=values["text"],
        at_seconds=int(min(values["at"], _LONGEST_SECONDS)),
    )
