from datetime import date
from typing import Any

from rest_framework import serializers

from apps.core.api.fields import ChoiceField, DayField, IdField
from apps.core.api.pagination import PaginationIn
from apps.live.states import EventStatus

_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2100, 1, 1)


class StatusIn(PaginationIn):
    status = ChoiceField(required=False, choices=EventStatus.values)


class IdIn(serializers.Serializer[Any]):
    id = IdField()


class BookingChangeIn(serializers.Serializer[Any]):
    bookingId = IdField()
    sessionId = IdField()


class BookingCancelIn(serializers.Serializer[Any]):
    bookingId = IdField()


class SpanIn(serializers.Serializer[Any]):
    """Dates in Indian time, both included."""

    start = DayField(required=False)
    end = DayField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "start" in attrs and "end" in attrs and attrs["end"] < attrs["start"]:
            raise serializers.ValidationError({"end": "The end must not be before the start."})
        # No session is outside this range, and databases cannot compare dates that are too far away.
        return {name: min(max(day, _FIRST_DAY), _LAST_DAY) for name, day in attrs.items()}


class PlansIn(serializers.Serializer[Any]):
    liveTradingId = IdField(required=False)
