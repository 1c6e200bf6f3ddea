from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core import ids
from apps.core.api.fields import TextField

_MAX_ANSWERS = 200


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "string", "format": "uuid"},
        "maxProperties": _MAX_ANSWERS,
        "description": "The chosen option's id by question id; a missing question counts as wrong.",
    }
)
class AnswersField(serializers.Field):
    """An object of option ids by question ids."""

    default_error_messages = {
        "not_answers": "Send an object of option ids by question ids.",
        "too_many": "Send at most {most} answers.",
        "not_id": "This is not a valid id.",
    }
    _text = TextField(max_length=60)

    def to_internal_value(self, data: Any) -> dict[UUID, UUID]:
        if not isinstance(data, dict):
            self.fail("not_answers")
        if len(data) > _MAX_ANSWERS:
            self.fail("too_many", most=_MAX_ANSWERS)
        return {self._id(question): self._id(option) for question, option in data.items()}

    def _id(self, value: Any) -> UUID:
        identity = ids.parse(self._text.run_validation(value))
        if identity is None:
            self.fail("not_id")
        return identity


class AnswersIn(serializers.Serializer[Any]):
    answers = AnswersField()
