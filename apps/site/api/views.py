from typing import cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.commerce.api.serializers import OrderOut
from apps.commerce.selectors import orders
from apps.core.api.paging import asked_slice
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView, PublicView
from apps.site import confirmation_query, dashboard, search
from apps.site.api.serializers import (
    BookedWithIn,
    BookedWithOut,
    DashboardOut,
    GroupOut,
    SearchIn,
    SessionOrdersIn,
)


class Dashboard(ApiView):
    """What the caller's dashboard shows."""

    @extend_schema(operation_id="getDashboard", responses=answer_of("DashboardAnswer", data=DashboardOut()))
    def get(self, request: Request) -> Response:
        person = cast(User, request.user)
        return Response({"data": dashboard.of_person(person=person, now=timezone.now())})


class Confirmed(ApiView):
    """What was booked with an order, else what was booked last of a kind."""

    @extend_schema(
        operation_id="getBookedWith",
        parameters=[BookedWithIn],
        responses=answer_of("BookedWithAnswer", data=BookedWithOut())
        | refusals({404: "There is no such order of the caller's."}),
    )
    def get(self, request: Request) -> Response:
        asked = self.read_query(BookedWithIn)
        found = confirmation_query.live(
            kind=asked["kind"],
            order_id=asked.get("order", ""),
            person=cast(User, request.user),
            now=timezone.now(),
        )
        return Response({"data": found.on_wire()})


class SessionOrders(ApiView):
    """The caller's orders of trading sessions."""

    @extend_schema(
        operation_id="listSessionOrders",
        parameters=[SessionOrdersIn],
        responses=answer_of(
            "SessionOrderListAnswer", orders=OrderOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        asked = self.read_query(SessionOrdersIn)
        person = cast(User, request.user)
        rows, total = orders.listed(person=person, kind="liveTrading", asked=asked_slice(asked))
        return Response({"orders": rows, "totalCount": total})


class Search(PublicView):
    """What fits the words, kind by kind, the best of each."""

    @extend_schema(
        operation_id="search",
        parameters=[SearchIn],
        responses=answer_of("SearchAnswer", data=GroupOut(many=True), totalCount=serializers.IntegerField()),
    )
    def get(self, request: Request) -> Response:
        return Response(search.found(text=self.read_query(SearchIn)["q"], now=timezone.now()))
