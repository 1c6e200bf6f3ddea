from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.core.api.pagination import PaginationIn, requested_slice
from apps.core.api.schema import success
from apps.core.api.views import PublicView
from apps.live.selectors import cards, public


class Webinars(PublicView):
    """Webinars that have not ended, soonest first."""

    @extend_schema(
        operation_id="listWebinars",
        parameters=[PaginationIn],
        responses=success("WebinarListAnswer", data=list[cards.WebinarCard], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        page = requested_slice(self.read_query(PaginationIn))
        return Response(public.webinar_list(page=page, now=timezone.now(), person=person_of(request)))


class WebinarDetail(PublicView):
    """A webinar by its id or slug, ended or not."""

    @extend_schema(
        operation_id="getWebinar", responses=success("WebinarDetailAnswer", data=cards.WebinarDetail)
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.webinar_detail(key=key, now=timezone.now(), person=person_of(request)))


class Mentorships(PublicView):
    """Mentorships that have not ended, soonest first."""

    @extend_schema(
        operation_id="listMentorships",
        parameters=[PaginationIn],
        responses=success("MentorshipListAnswer", data=list[cards.MentorshipCard], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        page = requested_slice(self.read_query(PaginationIn))
        return Response(public.mentorship_list(page=page, now=timezone.now(), person=person_of(request)))


class MentorshipDetail(PublicView):
    """A mentorship by its id or slug, ended or not."""

    @extend_schema(
        operation_id="getMentorship",
        responses=success("MentorshipDetailAnswer", data=cards.MentorshipDetail),
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.mentorship_detail(key=key, now=timezone.now(), person=person_of(request)))


class LiveTradings(PublicView):
    """Live trading programs with a session that has not ended, by the start of the next one."""

    @extend_schema(
        operation_id="listLiveTradings",
        parameters=[PaginationIn],
        responses=success("LiveTradingListAnswer", data=list[cards.LiveTradingCard], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        page = requested_slice(self.read_query(PaginationIn))
        return Response(public.live_trading_list(page=page, now=timezone.now(), person=person_of(request)))


class LiveTradingDetail(PublicView):
    """A live trading program by its id or slug, with all its sessions, also those that have started."""

    @extend_schema(
        operation_id="getLiveTrading",
        responses=success("LiveTradingDetailAnswer", data=cards.LiveTradingDetail),
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(public.live_trading_detail(key=key, now=timezone.now(), person=person_of(request)))


def person_of(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None
