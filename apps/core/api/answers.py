"""Answers to the questions of a quiz, as a browser sends them."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core import ids
from apps.core.api.fields import TextField

MAX_ANSWERS = 200


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "string", "maxLength": 60},
        "maxProperties": MAX_ANSWERS,
        "description": "The chosen option's id by question id; a missing question counts as wrong.",
    }
)
class AnswersField(serializers.Field):
    """An object of option ids by question ids. A subclass may convert the options."""

    default_error_messages = {
        "not_answers": "Send an object of option ids by question ids.",
        "too_many": "Send at most {most} answers.",
        "not_id": "This is not a valid id.",
    }
    _text = TextField(max_length=60)

    def to_internal_value(self, data: Any) -> dict[UUID, Any]:
        if not isinstance(data, dict):
            self.fail("not_answers")
        if len(data) > MAX_ANSWERS:
            self.fail("too_many", most=MAX_ANSWERS)
        return {self.to_id(question): self.to_option(option) for question, option in data.items()}

    def to_id(self, value: Any) -> UUID:
        identity = ids.parse(self._text.run_validation(value))
        if identity is None:
            self.fail("not_id")
        return identity

    def to_option(self, value: Any) -> Any:
        return self._text.run_validation(value)
