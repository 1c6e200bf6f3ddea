from datetime import date
from typing import Any

from rest_framework import serializers

from apps.core.api.fields import ChoiceField, DayField, IdField, MomentField
from apps.core.api.paging import SliceIn
from apps.live.api.serializers import HostOut, MentorshipOut, PlanOut, SessionOut, WebinarOut
from apps.live.states import Moment

_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2100, 1, 1)


class MomentIn(SliceIn):
    status = ChoiceField(required=False, choices=[moment.value for moment in Moment])


class IdIn(serializers.Serializer[Any]):
    id = IdField()


class BookingChangeIn(serializers.Serializer[Any]):
    bookingId = IdField()
    sessionId = IdField()


class BookingCancelIn(serializers.Serializer[Any]):
    bookingId = IdField()


class BookedTimeOut(serializers.Serializer[Any]):
    _id = serializers.CharField(help_text="Of the webinar, the mentorship or the session.")
    kind = serializers.ChoiceField(choices=["session", "webinar", "mentorship"])
    title = serializers.CharField()
    start = MomentField()
    end = MomentField()


class SpanIn(serializers.Serializer[Any]):
    """Days in India, both included."""

    start = DayField(required=False)
    end = DayField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "start" in attrs and "end" in attrs and attrs["end"] < attrs["start"]:
            raise serializers.ValidationError({"end": "The end must not be before the start."})
        # Nothing takes place beyond these, and no database counts as far as a calendar does.
        return {name: min(max(day, _FIRST_DAY), _LAST_DAY) for name, day in attrs.items()}


class PlansIn(serializers.Serializer[Any]):
    liveTradingId = IdField(required=False)


class SessionPlanOut(PlanOut):
    numOfSessions = serializers.IntegerField()
    basePricePerSession = serializers.FloatField()
    liveTradingId = serializers.CharField()


class OwnCallOffOut(serializers.Serializer[Any]):
    """The provider called it off: its owner says what is to become of it, whenever they like."""

    reason = serializers.CharField()
    choices = serializers.ListField(child=serializers.ChoiceField(choices=["move", "credit", "refund"]))
    refundLineId = serializers.CharField(
        allow_null=True, help_text="What `POST /orders/lines/{id}/refund` takes."
    )


class BookedWebinarOut(WebinarOut):
    calledOff = OwnCallOffOut(allow_null=True)
    joinUrl = serializers.URLField(allow_null=True)
    recordingUrl = serializers.URLField(allow_null=True)


class BookedMentorshipOut(MentorshipOut):
    calledOff = OwnCallOffOut(allow_null=True)
    joinUrl = serializers.URLField(allow_null=True)
    recordingUrl = serializers.URLField(allow_null=True)


class ProgramOfSessionOut(serializers.Serializer[Any]):
    _id = serializers.CharField()
    title = serializers.CharField()
    weburlname = serializers.CharField()
    smallBanner = serializers.CharField()
    mentor_details = HostOut()


class SessionBookingOut(serializers.Serializer[Any]):
    _id = serializers.CharField()
    status = serializers.ChoiceField(choices=["upcoming", "live", "completed", "canceled"])
    session = SessionOut()
    program = ProgramOfSessionOut()
    joinUrl = serializers.URLField(allow_null=True)
    recordingUrl = serializers.URLField(allow_null=True)
    canChange = serializers.BooleanField()
    changeBefore = MomentField(help_text="Of no meaning once it was called off.")
    calledOff = OwnCallOffOut(allow_null=True)


class CreditOut(SessionBookingOut):
    creditEndsAt = MomentField(allow_null=True)
    assignedTo = serializers.CharField(allow_null=True, help_text="The booking that it became.")
    assignedSession = SessionOut(allow_null=True, help_text="What that booking is for by now.")


class CalendarEntryOut(serializers.Serializer[Any]):
    session = SessionOut()
    program = ProgramOfSessionOut()
    bookingId = serializers.CharField(allow_null=True)
    calledOff = serializers.BooleanField()


class EventEntryOut(serializers.Serializer[Any]):
    _id = serializers.CharField(help_text="The booking's.")
    kind = serializers.ChoiceField(choices=["session", "webinar", "mentorship"])
    itemId = serializers.CharField()
    title = serializers.CharField()
    programTitle = serializers.CharField(allow_null=True, help_text="Of a session: its program's.")
    host = serializers.CharField()
    startsAt = MomentField()
    endsAt = MomentField()
    href = serializers.CharField()
    joinUrl = serializers.URLField(allow_null=True, help_text="From 15 minutes before the start to the end.")


class BookedEntryOut(EventEntryOut):
    clashesWith = serializers.ListField(
        child=serializers.CharField(), help_text="The bookings that take place at the same time."
    )
