"""What the generated description of the API knows about the frame."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny

_REFUSALS = {
    "400": "The request does not make sense; `errors` names the fields.",
    "401": "Nobody is logged in.",
    "403": "Not allowed, or the CSRF token is missing (`code` is `csrf`).",
    "404": "Not found, or not yours.",
}


class ErrorOut(serializers.Serializer[Any]):
    message = serializers.CharField()
    code = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()), required=False
    )


class FrameSchema(AutoSchema):
    """Adds to each call the refusals that the frame itself can give."""

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/").partition("/")[0] or "api"]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        reference = self.resolve_serializer(ErrorOut, "response").ref
        for status in self._frame_refusals():
            operation["responses"].setdefault(
                status,
                {
                    "description": _REFUSALS[status],
                    "content": {"application/json": {"schema": reference}},
                },
            )
        return operation

    def map_parsers(self) -> list[str]:
        return ["application/json"]

    def get_auth(self) -> list[dict[str, list[str]]]:
        needs: dict[str, list[str]] = {}
        if not self._is_open():
            needs["session"] = []
        if self.method != "GET":
            needs["csrf"] = []
        return [needs] if needs else []

    def _frame_refusals(self) -> list[str]:
        statuses = []
        if self.method != "GET" or self._get_parameters():
            statuses.append("400")
        if not self._is_open():
            statuses.append("401")
        if self.method != "GET":
            statuses.append("403")
        if "{" in self.path:
            statuses.append("404")
        return statuses

    def _is_open(self) -> bool:
        return AllowAny in self.view.permission_classes


def only_api_paths(endpoints: list[Any]) -> list[Any]:
    """Leave out what is not a call: the description itself and its reading room."""
    return [
        endpoint
        for endpoint in endpoints
        if endpoint[0].startswith("/api/") and endpoint[0] not in ("/api/schema", "/api/docs")
    ]


def answer_of(name: str, **fields: Any) -> dict[int, Any]:
    """The envelope of one call's answer: `answer_of("CourseDetailAnswer", data=CourseOut())`."""
    # Said outright: of a DELETE the generator would assume that it answers 204 and nothing.
    return {200: inline_serializer(name=name, fields=fields)}


def refusals(told: dict[int, str]) -> dict[int, Any]:
    """What one call refuses beside what the frame does: `refusals({409: "Sold out."})`."""
    return {
        status: OpenApiResponse(response=ErrorOut, description=description)
        for status, description in told.items()
    }
