from typing import cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.core.api.schema import answer_of
from apps.core.api.views import ApiView
from apps.site import dashboard
from apps.site.api.serializers import DashboardOut


class Dashboard(ApiView):
    """What the caller's dashboard shows."""

    @extend_schema(operation_id="getDashboard", responses=answer_of("DashboardAnswer", data=DashboardOut()))
    def get(self, request: Request) -> Response:
        person = cast(User, request.user)
        return Response({"data": dashboard.of_person(person=person, now=timezone.now())})
