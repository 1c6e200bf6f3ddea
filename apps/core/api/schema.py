"""What the OpenAPI schema says about every endpoint, such as the errors of ApiView."""

from typing import Any, get_type_hints

from django.conf import settings
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiResponse, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny

from apps.core.api.responses import response

_COMMON_ERRORS = {
    "400": ("BadRequest", "The request is not valid; `errors` lists the messages of each field."),
    "401": ("Unauthorized", "Not logged in."),
    "403": ("Forbidden", "Not allowed, or the CSRF token is missing (`code` is `csrf`)."),
    "404": ("NotFound", "Not found, or not yours."),
    "413": ("ContentTooLarge", "The request is too large."),
    "414": ("UriTooLong", "The URL is too long."),
    "429": ("TooManyReads", "Too many reads; `Retry-After` has the seconds to wait."),
}


class ErrorOut(serializers.Serializer[Any]):
    message = serializers.CharField()
    code = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()), required=False
    )


class ApiSchema(AutoSchema):
    """Adds the errors that ApiView itself can respond with."""

    def get_tags(self) -> list[str]:
        return [settings.API_TAG_OF_MODULE[type(self.view).__module__]]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for status in self._common_statuses():
            operation["responses"].setdefault(status, self._common_error(*_COMMON_ERRORS[status]))
        return operation

    def _common_error(self, name: str, description: str) -> dict[str, str]:
        reference = self.resolve_serializer(ErrorOut, "response").ref
        response = {"description": description, "content": {"application/json": {"schema": reference}}}
        component = ResolvedComponent(  # type: ignore[no-untyped-call]
            name, ResolvedComponent.RESPONSE, response, object=response
        )
        self.registry.register_on_missing(component)
        return dict(component.ref)

    def map_parsers(self) -> list[str]:
        return ["application/json"]

    def get_auth(self) -> list[dict[str, list[str]]]:
        needs: dict[str, list[str]] = {}
        if not self._is_public():
            needs["session"] = []
        if self.method != "GET":
            needs["csrf"] = []
        return [needs] if needs else []

    def _get_request_body(self, direction: str = "request") -> Any:
        """Also of a DELETE that says what it deletes in its body, which drf-spectacular leaves out."""
        if self.method != "DELETE" or not getattr(self.view, "delete_has_body", False):
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        self.method = "POST"
        try:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        finally:
            self.method = "DELETE"

    def _common_statuses(self) -> list[str]:
        statuses = []
        if self.method != "GET" or self._get_parameters():
            statuses += ["400", "404"]
        if not self._is_public():
            statuses.append("401")
        if self.method != "GET":
            statuses += ["403", "413"]
        if self.view.throttle_classes:
            statuses.append("429")
        return [*statuses, "414"]

    def _is_public(self) -> bool:
        return AllowAny in self.view.permission_classes


def only_api_paths(endpoints: list[Any]) -> list[Any]:
    """Leave out the schema itself and the page that shows it."""
    return [
        endpoint
        for endpoint in endpoints
        if endpoint[0].startswith("/api/") and endpoint[0] not in ("/api/schema", "/api/docs")
    ]


def without_null_component(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Write null as its type: drf-spectacular names it `NullEnum`, as if it were a list of choices."""
    schemas = result["components"]["schemas"]
    null = schemas.pop("NullEnum", None)
    return _replaced(result, {"$ref": "#/components/schemas/NullEnum"}, by=null) if null else result


def _replaced(node: Any, part: Any, *, by: Any) -> Any:
    if node == part:
        return by
    if isinstance(node, dict):
        return {key: _replaced(value, part, by=by) for key, value in node.items()}
    return [_replaced(value, part, by=by) for value in node] if isinstance(node, list) else node


def success(name: str, **fields: Any) -> dict[int, Any]:
    """
    The response of one endpoint: `success("CourseListAnswer", courses=list[CourseCard], totalCount=int)`.

    A field is given by its type, or by a serializer where only the API knows it.
    """
    described = {
        key: field if isinstance(field, serializers.BaseSerializer | serializers.Field) else response(field)
        for key, field in fields.items()
    }
    # Stated, as for a DELETE the generator would assume 204 without a body.
    return {200: inline_serializer(name=name, fields=described)}


def success_of(name: str, typed: type, **more: Any) -> dict[int, Any]:
    """The response of an endpoint that answers with `answer`."""
    return success(name, data=typed, **get_type_hints(typed, include_extras=True), **more)


def created(name: str, **fields: Any) -> dict[int, Any]:
    """Like `success`, for a POST that creates. A repeat that creates nothing more has the same status."""
    return {201: success(name, **fields)[200]}


def created_of(name: str, typed: type, **more: Any) -> dict[int, Any]:
    """Like `success_of`, for a POST that creates."""
    return {201: success_of(name, typed, **more)[200]}


def failures(descriptions: dict[int, str]) -> dict[int, Any]:
    """Errors of one endpoint beside the common ones: `failures({409: "Sold out."})`."""
    return {
        status: OpenApiResponse(response=ErrorOut, description=description)
        for status, description in descriptions.items()
    }
