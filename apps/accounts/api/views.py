from django.contrib.auth import logout
from django.middleware.csrf import get_token
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.serializers import UserOut
from apps.accounts.selectors import profile
from apps.core.api.schema import success
from apps.core.api.views import ApiView, PublicView


class Me(ApiView):
    """The logged-in user. Also sets the CSRF cookie, for anonymous visitors too."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        get_token(request._request)
        super().initial(request, *args, **kwargs)

    @extend_schema(operation_id="getUser", responses=success("UserAnswer", data=UserOut()))
    def get(self, request: Request) -> Response:
        person = self.person
        return Response({"data": UserOut(profile.user_data(person=person, at=timezone.now())).data})


class Logout(PublicView):
    """Logs out. The response is the same for somebody who is not logged in."""

    @extend_schema(operation_id="logout", responses=success("LogoutAnswer", message=serializers.CharField()))
    def delete(self, request: Request) -> Response:
        logout(request._request)
        return Response({"message": "You are logged out."})
