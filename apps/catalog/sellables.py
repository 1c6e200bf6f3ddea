"""The adapter that sells courses: as a whole, without seats, with access for a number of days."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.accounts.selectors import access
from apps.catalog.models import Course
from apps.catalog.selectors import books, courses, purchased_course
from apps.catalog.services import purchases
from apps.core import indian_time, struck_prices
from apps.core.api.carts import CartIn
from apps.core.api.fields import IdField
from apps.core.sellables import AlreadyOwned, Delivered, Found, Line, Quote, QuotedLine, Routes


class CourseCartIn(CartIn):
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
        """:raises UnknownCourse, AlreadyOwned: if the course is not public, or the buyer owns it"""
        course, image, creator = courses.get_for_quote(key=request["id"], at=at)
        if access.owns_course(person_id=buyer_id, course_id=course.pk, at=at):
            raise AlreadyOwned()
        struck_paise = struck_prices.struck_price_paise(course, day=indian_time.day_of(at))
        return Quote(
            item_id=course.pk,
            title=course.title,
            price_paise=course.offer_price_paise,
            list_paise=struck_paise,
            lines=(QuotedLine(course.pk, course.title, course.offer_price_paise),),
            image=image,
            creator=creator,
            savings_paise=max(0, (struck_paise or 0) - course.offer_price_paise),
            access_days=course.access_days,
        )

    def find(self, *, key: str) -> Found | None:
        course = Course.objects.published().by_id_or_slug(key).first()
        return None if course is None else Found(course.pk, course.offer_price_paise, course.title)

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        """Courses have no seats."""

    def release(self, *, line: Line, at: datetime) -> None:
        """Courses have no seats."""

    def deliver(self, *, line: Line, at: datetime) -> None:
        purchases.deliver(line=line, at=at)

    def revoke(self, *, line: Line, at: datetime) -> None:
        purchases.revoke(line=line, at=at)

    def unused(self, *, lines: Sequence[Line], at: datetime) -> Collection[UUID]:
        return purchases.unopened(lines=lines, at=at)

    def delivered(self) -> Iterator[Delivered]:
        return books.delivered_courses()

    def differences(self) -> Iterator[str]:
        return books.differences()

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        return {"courseId": purchased_course.get_purchased_course(course_id=lines[0].item_id)}

    def paths(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        urls = purchased_course.course_urls()
        return {item_id: urls[item_id] for item_id in item_ids if item_id in urls}
