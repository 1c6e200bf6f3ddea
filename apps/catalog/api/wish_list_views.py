from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.catalog.selectors import wish_lists as selectors
from apps.catalog.selectors.cards import CourseCard
from apps.catalog.services import wish_lists
from apps.core.api.responses import response
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView

_CHANGED = success("WishAnswer", message=str)


class WishList(ApiView):
    """The courses that the caller saved for later."""

    @extend_schema(
        operation_id="getWishList",
        responses=success("WishListAnswer", data=list[CourseCard], totalCount=int),
    )
    def get(self, request: Request) -> Response:
        return Response(selectors.wish_list(person=self.person, now=timezone.now()))


class Wish(ApiView):
    """A course in the caller's wish list."""

    @extend_schema(
        operation_id="getWish",
        responses=success("WishStateAnswer", data=response(selectors.WishState)),
    )
    def get(self, request: Request, key: str) -> Response:
        return Response(selectors.wish(person=self.person, course_key=key))

    @extend_schema(
        operation_id="addWish",
        description="Adds a course; again, it changes nothing.",
        request=None,
        responses=_CHANGED
        | failures(
            {
                404: "There is no such course.",
                409: f"The list already has {wish_lists.MAX_COURSES} courses (`too_many_wishes`).",
            }
        ),
    )
    def put(self, request: Request, key: str) -> Response:
        wish_lists.add(person=self.person, course_key=key, at=timezone.now())
        return Response({"message": "Saved to your wish list."})

    @extend_schema(
        operation_id="removeWish",
        description="Removes a course; one that is not in the list changes nothing.",
        responses=_CHANGED,
    )
    def delete(self, request: Request, key: str) -> Response:
        wish_lists.remove(person=self.person, course_key=key)
        return Response({"message": "Removed from your wish list."})
