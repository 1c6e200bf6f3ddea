from typing import Any

from rest_framework import serializers

from apps.core.api.answers import AnswersField


class ChapterAnswersIn(serializers.Serializer[Any]):
    answers = AnswersField()


class ChapterReadOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    isRead = serializers.BooleanField()
