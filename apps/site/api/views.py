from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.catalog.selectors import search_help
from apps.catalog.selectors.enrolments import CourseReader
from apps.commerce.selectors import orders
from apps.core import ids
from apps.core.api.pagination import requested_slice
from apps.core.api.responses import response
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView, PublicList, PublicView
from apps.live.api.calendar_views import calendar_response
from apps.live.selectors import calendar_files
from apps.live.selectors.booking_reader import BookingReader
from apps.site import confirmation_query, dashboard, mentors, search
from apps.site.api.serializers import (
    BookingConfirmationIn,
    BookingConfirmationOut,
    DashboardOut,
    SearchGroupOut,
    SearchIn,
    SearchResultOut,
    SessionOrdersIn,
)


class Dashboard(ApiView):
    """The data of the caller's dashboard."""

    @extend_schema(
        operation_id="getDashboard",
        tags=["learning"],
        responses=success("DashboardAnswer", data=DashboardOut()),
    )
    def get(self, request: Request) -> Response:
        person, now = self.person, timezone.now()
        overview = dashboard.overview(CourseReader(person, now), BookingReader(person, now))
        return Response({"data": overview})


class Confirmed(ApiView):
    """The bookings of an order, or else the last booking of a kind."""

    @extend_schema(
        operation_id="getBookingConfirmation",
        tags=["bookings"],
        parameters=[BookingConfirmationIn],
        responses=success("BookingConfirmationAnswer", data=BookingConfirmationOut())
        | failures({404: "There is no such order of the caller's."}),
    )
    def get(self, request: Request) -> Response:
        query = self.read_query(BookingConfirmationIn)
        found = confirmation_query.find_confirmation(
            kind=query["kind"],
            order_id=query.get("order", ""),
            person=self.person,
            now=timezone.now(),
        )
        return Response({"data": found.as_json()})


class OrderCalendar(ApiView):
    """One calendar file with all that an order of the caller's has booked."""

    @extend_schema(
        operation_id="getOrderCalendar",
        tags=["calendar"],
        responses={
            (200, "text/calendar"): OpenApiResponse(
                OpenApiTypes.STR, description="One VEVENT for each meeting that is still booked."
            )
        }
        | failures({404: "There is no such order of the caller's, or nothing of it is booked."}),
    )
    def get(self, request: Request, order_id: str) -> HttpResponse:
        person = self.person
        order = orders.get_own(order_id=ids.lookup_id(order_id), person=person)
        lines = [line.pk for line in order.lines.all()]
        return calendar_response(calendar_files.lines_file(lines=lines, person=person, now=timezone.now()))


class SessionOrders(ApiView):
    """The caller's orders of trading sessions."""

    @extend_schema(
        operation_id="listSessionOrders",
        tags=["orders"],
        parameters=[SessionOrdersIn],
        responses=success("SessionOrderListAnswer", orders=list[orders.OrderContents], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        query = self.read_query(SessionOrdersIn)
        person = self.person
        rows, total = orders.list_page(person=person, kind="liveTrading", page=requested_slice(query))
        return Response({"orders": rows, "totalCount": total})


class Mentor(PublicView):
    """A mentor with what they teach and host."""

    @extend_schema(
        operation_id="getMentor",
        tags=["content"],
        responses=success("MentorAnswer", data=mentors.Mentor) | failures({404: "There is no such mentor."}),
    )
    def get(self, request: Request, key: str) -> Response:
        person = person_of(request)
        return Response(mentors.mentor(key=key, person=person, now=timezone.now()))


class Search(PublicList):
    """The best matches of each kind."""

    @extend_schema(
        operation_id="search",
        tags=["search"],
        parameters=[SearchIn],
        responses=success(
            "SearchAnswer",
            data=SearchGroupOut(many=True),
            totalCount=serializers.IntegerField(),
            partial=serializers.BooleanField(
                help_text="Whether nothing has all words, and these are the matches with most of them."
            ),
            filter=response(
                search_help.FilterOffer | None,
                help_text="The filtered list of courses that the words name. Null: they name none.",
            ),
            didYouMean=serializers.CharField(
                allow_null=True, help_text="A spelling that finds something, if nothing has all words."
            ),
            suggestions=SearchResultOut(many=True, help_text="Courses that come close, if nothing is found."),
        ),
    )
    def get(self, request: Request) -> Response:
        return Response(search.search_site(text=self.read_query(SearchIn)["q"], now=timezone.now()))
