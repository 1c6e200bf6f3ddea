from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.api.answers import MAX_ANSWERS, AnswersField


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "string", "format": "uuid"},
        "maxProperties": MAX_ANSWERS,
        "description": "The chosen option's id by question id; a missing question counts as wrong.",
    }
)
class TopicAnswersField(AnswersField):
    def to_option(self, value: Any) -> UUID:
        return self.to_id(value)


class AnswersIn(serializers.Serializer[Any]):
    answers = TopicAnswersField()
