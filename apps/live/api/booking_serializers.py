from datetime import date
from typing import Any

from rest_framework import serializers

from apps.core.api.fields import ChoiceField, DayField, IdField
from apps.core.api.pagination import PaginationIn
from apps.live.states import EventStatus, WaitKind

_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2100, 1, 1)


class StatusIn(PaginationIn):
    status = ChoiceField(required=False, choices=EventStatus.values)


class BookWebinarIn(serializers.Serializer[Any]):
    id = IdField()


class BookingChangeIn(serializers.Serializer[Any]):
    bookingId = IdField()
    sessionId = IdField()


class BookingCancelIn(serializers.Serializer[Any]):
    bookingId = IdField()


class WaitlistIn(serializers.Serializer[Any]):
    kind = ChoiceField(
        choices=[*WaitKind.values, "session"], help_text="`session` is another name of `liveTrading`."
    )
    id = IdField(help_text="Of the webinar, the mentorship (or its slug), or the session.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        kind = attrs["kind"]
        return {"kind": WaitKind.LIVE_TRADING if kind == "session" else WaitKind(kind), "key": attrs["id"]}


class GiveUpIn(serializers.Serializer[Any]):
    bookingId = IdField(
        help_text="The id of the booking; that of the webinar, mentorship or session it is for works too."
    )


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


class FeedIn(serializers.Serializer[Any]):
    key = IdField(help_text="The secret of the feed's URL.")
