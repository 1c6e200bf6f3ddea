from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.catalog.states import ContentType
from apps.core import ids
from apps.core.api.fields import TextField

_MOST_ANSWERS = 200


class CaptionOut(serializers.Serializer[Any]):
    url = serializers.CharField()
    language = serializers.CharField(help_text="As browsers name it: 'en', 'hi'.")
    label = serializers.CharField()  # type: ignore[assignment]


class MediaOut(serializers.Serializer[Any]):
    url = serializers.CharField(help_text="Signed for the caller; ask again before it expires.")
    mime = serializers.CharField()
    poster = serializers.CharField(allow_null=True)
    captions = CaptionOut(many=True)
    expiresAt = serializers.DateTimeField()


class AttachmentOut(serializers.Serializer[Any]):
    title = serializers.CharField()
    url = serializers.CharField(help_text="Signed for the caller, like the media.")
    size = serializers.IntegerField(help_text="Bytes.")


class QuizOptionOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    text = serializers.CharField()


class QuestionOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    text = serializers.CharField()
    options = QuizOptionOut(many=True)


class QuizOut(serializers.Serializer[Any]):
    questions = QuestionOut(many=True)


class TopicOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    ContentType = serializers.ChoiceField(choices=ContentType.values)
    duration = serializers.IntegerField(help_text="Seconds.")
    isFreePreview = serializers.BooleanField()
    chapterTitle = serializers.CharField()
    text = serializers.CharField(allow_null=True, help_text="HTML of an article, sanitised; else null.")
    media = MediaOut(allow_null=True, help_text="Of videos and PDFs; else null.")
    attachments = AttachmentOut(many=True)
    quiz = QuizOut(allow_null=True)
    marketDataDate = serializers.DateField(
        allow_null=True, help_text="The newest price it shows; at least 30 days old."
    )
    resumeAt = serializers.IntegerField(help_text="The furthest position of the caller, in seconds.")
    previousTopicId = serializers.UUIDField(allow_null=True)
    nextTopicId = serializers.UUIDField(allow_null=True)


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "string", "format": "uuid"},
        "maxProperties": _MOST_ANSWERS,
        "description": "The chosen option's id by its question's id; what is missing counts as wrong.",
    }
)
class AnswersField(serializers.Field):
    """An object of ids by ids; what is no id is refused by its name."""

    default_error_messages = {
        "not_answers": "This must be an object of option ids by question ids.",
        "too_many": "Answer at most {most} questions.",
        "not_id": "This is no id.",
    }
    _text = TextField(max_length=60)

    def to_internal_value(self, data: Any) -> dict[UUID, UUID]:
        if not isinstance(data, dict):
            self.fail("not_answers")
        if len(data) > _MOST_ANSWERS:
            self.fail("too_many", most=_MOST_ANSWERS)
        return {self._id(question): self._id(option) for question, option in data.items()}

    def _id(self, value: Any) -> UUID:
        identity = ids.parsed(self._text.run_validation(value))
        if identity is None:
            self.fail("not_id")
        return identity


class AnswersIn(serializers.Serializer[Any]):
    answers = AnswersField()


class MarkedQuestionOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    chosen = serializers.UUIDField(allow_null=True)
    rightOption = serializers.UUIDField(allow_null=True)
    isRight = serializers.BooleanField()
    explanation = serializers.CharField()


class MarkedOut(serializers.Serializer[Any]):
    right = serializers.IntegerField()
    total = serializers.IntegerField()
    questions = MarkedQuestionOut(many=True)
