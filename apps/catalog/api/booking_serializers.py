from typing import Any

from rest_framework import serializers

from apps.catalog.api.serializers import AccessOut, CourseCardOut
from apps.catalog.states import BookedStatus
from apps.core.api.fields import ChoiceField, IdField
from apps.core.api.paging import SliceIn


class BookingIn(serializers.Serializer[Any]):
    id = IdField(help_text="Id or address name.")


class BookedQuestionIn(SliceIn):
    status = ChoiceField(choices=BookedStatus.values, required=False)


class OwnCourseOut(CourseCardOut):
    access = AccessOut(allow_null=True, help_text="Null: it does not open any more.")
    progressPercent = serializers.IntegerField(min_value=0, max_value=100)
    firstTopicId = serializers.UUIDField(allow_null=True)
    lastTopicId = serializers.UUIDField(allow_null=True)
    resumeAt = serializers.IntegerField(help_text="Seconds into the topic that was updated last.")
