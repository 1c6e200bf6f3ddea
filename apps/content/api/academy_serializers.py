from typing import Any

from rest_framework import serializers


class AcademyLineOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    weburlname = serializers.CharField()
    summary = serializers.CharField()
    readingMinutes = serializers.IntegerField(min_value=1)
    isRead = serializers.BooleanField(help_text="The caller came to its end; always false for visitors.")


class AcademyModuleOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    weburlname = serializers.CharField()
    summary = serializers.CharField()
    chapters = AcademyLineOut(many=True)


class AcademyOut(serializers.Serializer[Any]):
    modules = AcademyModuleOut(many=True)


class ChapterNeighbourOut(serializers.Serializer[Any]):
    title = serializers.CharField()
    weburlname = serializers.CharField()
    moduleTitle = serializers.CharField()
    moduleWeburlname = serializers.CharField()


class AcademyChapterOut(AcademyLineOut):
    html = serializers.CharField(help_text="Harmless markup, with drawings as SVG and formulas as MathML.")
    publishedAt = serializers.DateTimeField()
    updatedAt = serializers.DateTimeField()
    module = AcademyModuleOut()
    previous = ChapterNeighbourOut(allow_null=True)
    next = ChapterNeighbourOut(allow_null=True)


class ChapterReadOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    isRead = serializers.BooleanField()
