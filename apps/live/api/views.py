from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.core.api.pagination import requested_slice
from apps.core.api.schema import success
from apps.core.api.views import PublicList, PublicView
from apps.live.api.serializers import EventListIn, to_event_filters
from apps.live.selectors import cards, public


class EventListView(PublicList):
    def list_params(self, request: Request) -> dict[str, Any]:
        values = self.read_query(EventListIn)
        return {
            "page": requested_slice(values),
            "filters": to_event_filters(values),
            "now": timezone.now(),
            "person": person_of(request),
        }


class Webinars(EventListView):
    """Webinars that have not ended, soonest first."""

    @extend_schema(
        operation_id="listWebinars",
        parameters=[EventListIn],
        responses=success("WebinarListAnswer", data=list[cards.WebinarCard], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        return Response(public.webinar_list(**self.list_params(request)))


class WebinarDetail(PublicView):
    """A webinar by its id or slug, ended or not."""

    @extend_schema(
        operation_id="getWebinar", responses=success("WebinarDetailAnswer", data=cards.WebinarDetail)
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.webinar_detail(key=key, now=timezone.now(), person=person_of(request)))


class Mentorships(EventListView):
    """Mentorships that have not ended, soonest first."""

    @extend_schema(
        operation_id="listMentorships",
        parameters=[EventListIn],
        responses=success("MentorshipListAnswer", data=list[cards.MentorshipCard], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        return Response(public.mentorship_list(**self.list_params(request)))


class MentorshipDetail(PublicView):
    """A mentorship by its id or slug, ended or not."""

    @extend_schema(
        operation_id="getMentorship",
        responses=success("MentorshipDetailAnswer", data=cards.MentorshipDetail),
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.mentorship_detail(key=key, now=timezone.now(), person=person_of(request)))


class LiveTradings(EventListView):
    """Live trading programs with a session that has not ended, by the start of the next one."""

    @extend_schema(
        operation_id="listLiveTradings",
        parameters=[EventListIn],
        responses=success("LiveTradingListAnswer", data=list[cards.LiveTradingCard], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        return Response(public.live_trading_list(**self.list_params(request)))


class LiveTradingDetail(PublicView):
    """A live trading program by its id or slug, with all its sessions, also those that have started."""

    @extend_schema(
        operation_id="getLiveTrading",
        responses=success("LiveTradingDetailAnswer", data=cards.LiveTradingDetail),
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.live_trading_detail(key=key, now=timezone.now(), person=person_of(request)))
