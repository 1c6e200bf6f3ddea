from typing import Any

from rest_framework import serializers


class ChapterReadOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    isRead = serializers.BooleanField()
