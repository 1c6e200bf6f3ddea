from typing import Any

from rest_framework import serializers

from apps.catalog.api.booking_serializers import OwnCourseOut
from apps.commerce.api.serializers import OrderOut
from apps.core.api.fields import ChoiceField, MomentField, TextField
from apps.core.api.paging import SliceIn
from apps.core.search_tokens import LONGEST_SEARCH
from apps.live.api.booking_serializers import BookedEntryOut, EventEntryOut


class SessionOrdersIn(SliceIn):
    type = ChoiceField(required=False, choices=["sessions"])
    status = ChoiceField(required=False, choices=["paid"])


class BookedWithIn(serializers.Serializer[Any]):
    kind = ChoiceField(choices=["webinar", "mentorship", "liveTrading"])
    order = TextField(required=False, help_text="Without it: the booking made last.")


class BookedWithOut(serializers.Serializer[Any]):
    orderId = serializers.CharField(allow_null=True, help_text="Null: it cost nothing.")
    events = EventEntryOut(many=True)


class WeekOut(serializers.Serializer[Any]):
    weekStart = serializers.DateField(help_text="A Monday in India.")
    minutes = serializers.IntegerField(min_value=0)


class NextOut(EventEntryOut):
    """A booked event; or the course that was learned last, which has no time of its own."""

    kind = serializers.ChoiceField(choices=["session", "webinar", "mentorship", "course"])
    startsAt = MomentField(allow_null=True)
    endsAt = MomentField(allow_null=True)


class DashboardOut(serializers.Serializer[Any]):
    continueLearning = OwnCourseOut(many=True, help_text="Begun and not finished, the latest first.")
    minutesPerWeek = WeekOut(many=True, help_text="The last eight weeks, the present one last.")
    next = NextOut(many=True, help_text="Live within a day first, then the course under way, then the rest.")
    calendar = BookedEntryOut(many=True, help_text="Everything booked since the beginning of last month.")
    receipts = OrderOut(many=True, help_text="The latest orders that were paid.")


class SearchIn(serializers.Serializer[Any]):
    q = TextField(
        allow_blank=True, max_length=1000, help_text=f"Of it {LONGEST_SEARCH} characters are looked at."
    )


class HitOut(serializers.Serializer[Any]):
    _id = serializers.CharField()
    title = serializers.CharField()
    path = serializers.CharField(help_text="Its page.")
    about = serializers.CharField(help_text="A line below the title.")
    startsAt = MomentField(allow_null=True)


class GroupOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(
        choices=["course", "webinar", "mentorship", "liveTrading", "chapter", "faq"]
    )
    title = serializers.CharField()
    items = HitOut(many=True, help_text="The best five.")
    totalCount = serializers.IntegerField()
