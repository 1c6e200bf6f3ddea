"""Answers of one small object, whose fields the contract names without saying where they stand."""

from collections.abc import Mapping
from typing import Any

from rest_framework.response import Response
from rest_framework.status import HTTP_200_OK


def answer(fields: Mapping[str, Any], *, status: int = HTTP_200_OK, **more: Any) -> Response:
    return Response({**on_top_and_in_data(fields), **more}, status=status)


def on_top_and_in_data(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Clients look in either place. `schema.success_of` describes it."""
    return {**fields, "data": fields}
