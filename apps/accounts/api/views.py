from typing import cast

from django.contrib.auth import logout
from django.middleware.csrf import get_token
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.serializers import UserOut
from apps.accounts.models import User
from apps.accounts.selectors import profile
from apps.core.api.schema import answer_of
from apps.core.api.views import ApiView, PublicView


class Me(ApiView):
    """The logged-in person; for everybody, the CSRF token as a cookie."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        get_token(request._request)
        super().initial(request, *args, **kwargs)

    @extend_schema(operation_id="getUser", responses=answer_of("UserAnswer", data=UserOut()))
    def get(self, request: Request) -> Response:
        person = cast(User, request.user)  # the frame has let nobody else in
        return Response({"data": UserOut(profile.of_person(person=person, at=timezone.now())).data})


class Logout(PublicView):
    """Ends the session; somebody who is logged out already is told the same."""

    @extend_schema(
        operation_id="logout", responses=answer_of("LogoutAnswer", message=serializers.CharField())
    )
    def delete(self, request: Request) -> Response:
        logout(request._request)
        return Response({"message": "You are logged out."})
