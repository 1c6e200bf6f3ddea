"""How courses are sold: whole, without seats, opening for their days."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework import serializers

from apps.accounts.selectors import access
from apps.accounts.selectors import bought as bought_entitlements
from apps.accounts.states import Scope
from apps.catalog.models import Course
from apps.catalog.selectors import books, cards, courses, purchased_course
from apps.catalog.services import purchases
from apps.core.api.fields import IdField
from apps.core.sellables import AlreadyOwned, Delivered, Found, Line, Quote, QuotedLine, Routes


class CourseCartIn(serializers.Serializer[Any]):
    id = IdField()


class CourseSellable:
    kind = "course"
    routes = Routes(
        cart="course/cartCourseV1",
        enroll="course/enrollCourseV1",
        confirm="course/confirm/courseV1",
        body=CourseCartIn,
    )

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        """:raises UnknownCourse, AlreadyOwned: if it is not on sale, or the buyer's already"""
        course, creator = courses.on_offer(key=request["id"])
        if access.owns_course(person_id=buyer_id, course_id=course.pk, at=at):
            raise AlreadyOwned()
        return Quote(
            item_id=course.pk,
            title=course.title,
            price_paise=course.offer_price_paise,
            list_paise=course.markup_price_paise,
            lines=(QuotedLine(course.pk, course.title, course.offer_price_paise),),
            image=cards.image_address(course),
            creator=creator,
            savings_paise=max(0, (course.markup_price_paise or 0) - course.offer_price_paise),
            access_days=course.access_days,
        )

    def find(self, *, key: str) -> Found | None:
        course = Course.objects.published().known_as(key).first()
        return None if course is None else Found(course.pk, course.offer_price_paise)

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        """A course has no seats."""

    def release(self, *, line: Line) -> None:
        """A course has no seats."""

    def deliver(self, *, line: Line, at: datetime) -> None:
        purchases.deliver(line=line, at=at)

    def revoke(self, *, line: Line, at: datetime) -> None:
        purchases.revoke(line=line, at=at)

    def delivered(self) -> Iterator[Delivered]:
        return books.courses()

    def differences(self) -> Iterator[str]:
        return bought_entitlements.differences(Scope.COURSE)

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        return {"courseId": purchased_course.course(course_id=lines[0].item_id)}

    def addresses(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        known = purchased_course.addresses()
        return {item_id: known[item_id] for item_id in item_ids if item_id in known}
