from typing import Any

from rest_framework import serializers

from apps.catalog.selectors import enrolments, learning_minutes
from apps.catalog.states import Level
from apps.commerce.selectors import orders
from apps.core.api.fields import ChoiceField, TextField, UtcDateTimeField
from apps.core.api.pagination import PaginationIn
from apps.core.api.responses import response
from apps.core.search_tokens import MAX_QUERY_LENGTH
from apps.live.selectors import agenda, bookings, offers
from apps.site import dashboard, search


class SessionOrdersIn(PaginationIn):
    type = ChoiceField(required=False, choices=["sessions"])
    status = ChoiceField(required=False, choices=["paid"])


class BookingConfirmationIn(serializers.Serializer[Any]):
    kind = ChoiceField(choices=["webinar", "mentorship", "liveTrading"])
    order = TextField(required=False, help_text="Without it, the last booking.")


class BookingConfirmationOut(serializers.Serializer[Any]):
    orderId = serializers.CharField(allow_null=True, help_text="Null: it was free.")
    events = response(list[agenda.Entry])


class DashboardOut(serializers.Serializer[Any]):
    hasStarted = serializers.BooleanField(
        help_text="Whether the caller ever started a course, completed and expired ones too."
    )
    continueLearning = response(
        list[enrolments.OwnCourse],
        help_text="Started and not completed, or booked and not begun; the latest first.",
    )
    minutesPerWeek = response(
        list[learning_minutes.WeekMinutes], help_text="The last eight weeks, the current one last."
    )
    weeksInARow = serializers.IntegerField(
        min_value=0,
        help_text=(
            "Weeks with at least a minute learned, up to this one, or up to the last if this has none yet. "
            "At most 52."
        ),
    )
    next = response(
        list[dashboard.NextItem],
        help_text="Events within a day first, then the first course to continue, then later events.",
    )
    calendar = response(
        list[agenda.CalendarEntry], help_text="Everything booked since the start of last month."
    )
    decisions = response(
        list[bookings.Decision],
        help_text="What we cancelled, and whose owner has yet to choose what they get instead, by start.",
    )
    receipts = response(list[orders.OrderContents], help_text="The latest paid orders.")
    nextChangeAt = serializers.DateTimeField(allow_null=True, help_text=offers.NEXT_CHANGE_HELP)


class SearchIn(serializers.Serializer[Any]):
    q = TextField(
        allow_blank=True, max_length=1000, help_text=f"Only the first {MAX_QUERY_LENGTH} characters are used."
    )


class SearchResultOut(serializers.Serializer[Any]):
    _id = serializers.CharField()
    title = serializers.CharField()
    path = serializers.CharField(help_text="The path of its page.")
    about = serializers.CharField(help_text="A line below the title.")
    startsAt = UtcDateTimeField(allow_null=True)
    startTime = serializers.CharField(allow_null=True, help_text="The time of day in India, as text.")
    price = serializers.FloatField(
        allow_null=True, help_text="Rupees without GST. Null: it has no single price."
    )
    level = serializers.ChoiceField(choices=Level.values, allow_null=True)
    language = serializers.CharField(allow_null=True)
    teacher = serializers.CharField(allow_null=True)


class SearchGroupOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=search.KINDS)
    title = serializers.CharField()
    items = SearchResultOut(many=True, help_text="The best five matches.")
    totalCount = serializers.IntegerField()
