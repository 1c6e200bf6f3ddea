from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.accounts.selectors.pro_facts import pro_facts
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView, PublicView
from apps.pro.api.serializers import SubscriptionsOut
from apps.pro.selectors import public, purchases, sections


class ProSectionDetail(PublicView):
    """The Pro section with its plans, its benefits and the courses that it includes."""

    @extend_schema(
        operation_id="getProSection",
        responses=success("ProSectionAnswer", data=sections.SectionWithCourses)
        | failures({404: "No section is published."}),
    )
    def get(self, request: Request) -> Response:
        person = person_of(request)
        return Response(public.get_section(person=person, now=timezone.now()))


class ProOffer(PublicView):
    """The cheapest Pro plan on sale; null if there is none."""

    @extend_schema(
        operation_id="getProOffer", responses=success("ProOfferAnswer", data=sections.ProPlan | None)
    )
    def get(self, request: Request) -> Response:
        return Response(public.get_offer())


class ProPurchases(ApiView):
    """The caller's Pro purchases, the newest first."""

    @extend_schema(
        operation_id="listProPurchases",
        responses=success("ProPurchaseListAnswer", data=list[purchases.PurchaseRow]),
    )
    def get(self, request: Request) -> Response:
        found = purchases.list_purchases(person=self.person, at=timezone.now())
        return Response({"data": found})


class ProSubscriptions(ApiView):
    """The caller's Pro subscriptions and trials, the active one first, and what a plan bought now does."""

    @extend_schema(
        operation_id="listProSubscriptions",
        responses=success("ProSubscriptionListAnswer", data=SubscriptionsOut()),
    )
    def get(self, request: Request) -> Response:
        found = pro_facts(person=self.person, at=timezone.now())
        return Response({"data": SubscriptionsOut(found).data})
