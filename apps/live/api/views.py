from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.core.api.paging import SliceIn, asked_slice
from apps.core.api.schema import answer_of
from apps.core.api.views import PublicView
from apps.live.api.serializers import (
    LiveTradingDetailOut,
    LiveTradingOut,
    MentorshipDetailOut,
    MentorshipOut,
    WebinarDetailOut,
    WebinarOut,
)
from apps.live.selectors import public


class Webinars(PublicView):
    """Webinars that have not ended, soonest first."""

    @extend_schema(
        operation_id="listWebinars",
        parameters=[SliceIn],
        responses=answer_of(
            "WebinarListAnswer", data=WebinarOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        asked = asked_slice(self.read_query(SliceIn))
        return Response(public.webinar_list(asked=asked, now=timezone.now(), person=person_of(request)))


class WebinarDetail(PublicView):
    """A webinar by its id or address name, ended or not."""

    @extend_schema(
        operation_id="getWebinar", responses=answer_of("WebinarDetailAnswer", data=WebinarDetailOut())
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.webinar_detail(key=key, now=timezone.now(), person=person_of(request)))


class Mentorships(PublicView):
    """Mentorships that have not ended, soonest first."""

    @extend_schema(
        operation_id="listMentorships",
        parameters=[SliceIn],
        responses=answer_of(
            "MentorshipListAnswer", data=MentorshipOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        asked = asked_slice(self.read_query(SliceIn))
        return Response(public.mentorship_list(asked=asked, now=timezone.now(), person=person_of(request)))


class MentorshipDetail(PublicView):
    """A mentorship by its id or address name, ended or not."""

    @extend_schema(
        operation_id="getMentorship",
        responses=answer_of("MentorshipDetailAnswer", data=MentorshipDetailOut()),
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.mentorship_detail(key=key, now=timezone.now(), person=person_of(request)))


class LiveTradings(PublicView):
    """Live trading programs with a session that has not ended, by their next session."""

    @extend_schema(
        operation_id="listLiveTradings",
        parameters=[SliceIn],
        responses=answer_of(
            "LiveTradingListAnswer", data=LiveTradingOut(many=True), totalCount=serializers.IntegerField()
        ),
    )
    def get(self, request: Request) -> Response:
        asked = asked_slice(self.read_query(SliceIn))
        return Response(public.live_trading_list(asked=asked, now=timezone.now(), person=person_of(request)))


class LiveTradingDetail(PublicView):
    """A live trading program by its id or address name, with all its sessions, begun ones too."""

    @extend_schema(
        operation_id="getLiveTrading",
        responses=answer_of("LiveTradingDetailAnswer", data=LiveTradingDetailOut()),
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.live_trading_detail(key=key, person=person_of(request)))


def person_of(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None
