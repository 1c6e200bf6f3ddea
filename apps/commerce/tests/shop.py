"""A buyer's requests from cart to confirmation, as the browser sends them."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory, TopicFactory
from apps.commerce.gateways.payloads import ProviderPayment
from apps.commerce.models import Coupon
from apps.commerce.tests.fake_provider import FakeProvider
from apps.core.testing.clients import ApiClient

CART, ENROLL, CONFIRM = (
    "/api/course/cartCourseV1",
    "/api/course/enrollCourseV1",
    "/api/course/confirm/courseV1",
)


@dataclass
class Shop:
    provider: FakeProvider

    def cart(self, api: ApiClient, course: Course, **more: Any) -> dict[str, Any]:
        answer = api.post(CART, {"id": str(course.pk), **more})
        assert answer.status_code == 200, answer.json()
        return dict(answer.json()["data"])

    def enroll(self, api: ApiClient, cart: dict[str, Any]) -> dict[str, Any]:
        answer = api.post(ENROLL, {"id": cart["_id"]})
        assert answer.status_code == 200, answer.json()
        return dict(answer.json()["data"])

    def enrolled(self, api: ApiClient, course: Course) -> dict[str, Any]:
        return self.enroll(api, self.cart(api, course))

    def confirm(self, api: ApiClient, provider_order_id: str) -> Any:
        """The buyer pays and the browser brings what the provider signed."""
        return self.confirm_as(api, self.provider.capture(provider_order_id))

    def confirm_as(self, api: ApiClient, payment: ProviderPayment) -> Any:
        return api.post(CONFIRM, self.provider.confirmation(payment))

    def bought(self, api: ApiClient, course: Course) -> dict[str, Any]:
        answer = self.confirm(api, self.enrolled(api, course)["razorPayOrderId"])
        assert answer.status_code == 200, answer.json()
        return dict(answer.json()["data"])

    def webhook(self, event: str, **told: Any) -> Any:
        body, headers = self.provider.webhook(event, **told)
        return ApiClient().post(
            "/api/payments/webhook/razorpay",
            data=body,
            content_type="application/json",
            headers=headers,
            HTTP_X_CSRFTOKEN="none",
        )

    def coupon(self, code: str, **terms: Any) -> Coupon:
        return Coupon.objects.create(
            code=code, **{"short_description": code, "percent": 10, "is_listed": True, **terms}
        )


def course_at(paise: int, **values: Any) -> Course:
    """A course with two topics, for which the search is updated once."""
    with transaction.atomic():
        course: Course = CourseFactory(offer_price_paise=paise, **values)
        first = TopicFactory(chapter__course=course)
        TopicFactory(chapter=first.chapter)
    return course


@pytest.fixture
def shop(provider: FakeProvider) -> Shop:
    return Shop(provider)
