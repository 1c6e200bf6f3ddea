"""Small endpoints of every sort, beside the real ones, for tests of the request pipeline."""

from errno import ENOSPC
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core import errors
from apps.core.api.fields import ChoiceField, CountField, FlagField, TextField
from apps.core.api.pagination import PaginationIn, requested_slice
from apps.core.api.views import ApiView, PublicView

handler400 = "apps.core.error_responses.malformed"
handler500 = "apps.core.error_responses.unexpected"


class SeatTaken(errors.Conflict):
    code = "seat_taken"
    message = "Somebody else was faster."


class InnerIn(serializers.Serializer[Any]):
    city = TextField(max_length=5)


class NoteIn(serializers.Serializer[Any]):
    text = TextField(max_length=10)
    is_loud = FlagField(required=False)
    colour = ChoiceField(choices=["red", "blue"], required=False)
    count = CountField(required=False)
    inner = InnerIn(required=False)
    rows = InnerIn(many=True, required=False)


class Echo(PublicView):
    """Says what it read."""

    def post(self, request: Request) -> Response:
        return Response({"data": self.read(NoteIn)})

    def put(self, request: Request) -> Response:
        return self.post(request)

    def delete(self, request: Request) -> Response:
        return Response({"message": "Deleted."})


class Paged(PublicView):
    def get(self, request: Request) -> Response:
        asked = requested_slice(self.read_query(PaginationIn))
        return Response({"skip": asked.skip, "limit": asked.limit, "end": asked.end})

    def post(self, request: Request) -> Response:
        asked = requested_slice(self.read(PaginationIn))
        return Response({"skip": asked.skip, "limit": asked.limit})


class Open(PublicView):
    def get(self, request: Request) -> Response:
        return Response({"data": "the same for everybody " * 40})


class Closed(ApiView):
    def get(self, request: Request) -> Response:
        return Response({"data": str(request.user.pk)})

    def post(self, request: Request) -> Response:
        return Response({"data": self.read(NoteIn)})


FAILURES: dict[str, Exception] = {
    "invalid": errors.Invalid({"mobile": ["Ten digits."]}),
    "not_found": errors.NotFound(),
    "http404": Http404("a detail of ours"),
    "forbidden": errors.Forbidden(),
    "denied": PermissionDenied("a detail of ours"),
    "conflict": SeatTaken(),
    "expired": errors.Expired(),
    "throttled": errors.Throttled(retry_after=15),
    "gateway": errors.GatewayFailed(),
    "database": OperationalError("server at 10.1.2.3 is away"),
    "disk": OSError(ENOSPC, "/srv/rally is full"),
    "crash": RuntimeError("the secret plans"),
}


class Failing(PublicView):
    def get(self, request: Request, name: str) -> Response:
        raise FAILURES[name]


class Item(PublicView):
    def get(self, request: Request, item_id: UUID) -> Response:
        return Response({"data": str(item_id)})


def failing_page(_request: HttpRequest, name: str) -> HttpResponse:
    raise FAILURES[name]


urlpatterns = [
    path("api/try/echo", Echo.as_view()),
    path("api/try/paged", Paged.as_view()),
    path("api/try/open", Open.as_view()),
    path("api/try/closed", Closed.as_view()),
    path("api/try/failing/<str:name>", Failing.as_view()),
    path("api/try/items/<uuid:item_id>", Item.as_view()),
    path("pages/failing/<str:name>", failing_page),
    path("", include("config.urls")),
]
