from typing import cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.serializers import SubscriptionOut
from apps.accounts.models import User
from apps.accounts.selectors import subscriptions
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import ApiView, PublicView
from apps.pro.api.serializers import ProPurchaseOut, ProSectionOut, SubscriptionsOut
from apps.pro.selectors import public, purchases


class ProSectionDetail(PublicView):
    """What Pro is: its plans, its benefits and the courses that it opens."""

    @extend_schema(
        operation_id="getProSection",
        responses=answer_of("ProSectionAnswer", data=ProSectionOut()) | refusals({404: "None is published."}),
    )
    def get(self, request: Request) -> Response:
        person = request.user if isinstance(request.user, User) else None
        return Response(public.section(person=person, now=timezone.now()))


class ProPurchases(ApiView):
    """The caller's purchases of Pro, the newest first."""

    @extend_schema(
        operation_id="listProPurchases",
        responses=answer_of("ProPurchaseListAnswer", data=ProPurchaseOut(many=True)),
    )
    def get(self, request: Request) -> Response:
        found = purchases.of_person(person=cast(User, request.user), at=timezone.now())
        return Response({"data": found})


class ProSubscriptions(ApiView):
    """The caller's Pro time, bought or on trial, the active one first."""

    @extend_schema(
        operation_id="listProSubscriptions",
        responses=answer_of("ProSubscriptionListAnswer", data=SubscriptionsOut()),
    )
    def get(self, request: Request) -> Response:
        found = subscriptions.of_person(person=cast(User, request.user), at=timezone.now())
        return Response({"data": {"subscriptions": SubscriptionOut(found, many=True).data}})
