"""Compares real responses with the generated OpenAPI schema."""

from functools import cache
from typing import Any

import jsonschema_rs
from drf_spectacular.generators import SchemaGenerator


def assert_matches_schema(body: Any, *, path: str, method: str = "get", status: str = "") -> None:
    """The body has exactly the fields of the schema, each of its type: by default that of a success."""
    responses = _schema()["paths"][f"/api/{path}"][method]["responses"]
    response = responses[status or min(responses)]
    schema = response["content"]["application/json"]["schema"]
    whole = {**schema, "components": _schema()["components"]}
    validator = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
    problems = [f"{list(error.instance_path)}: {error.message}" for error in validator.iter_errors(body)]
    assert not problems, problems


@cache
def _schema() -> dict[str, Any]:
    generator: Any = SchemaGenerator
    schema: dict[str, Any] = _closed(generator().get_schema(request=None, public=True))
    return schema


def _closed(part: Any) -> Any:
    """The same schema without additional properties, which OpenAPI allows by default."""
    if isinstance(part, list):
        return [_closed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    closed = {name: _closed(inner) for name, inner in part.items()}
    if closed.get("type") == "object" and isinstance(closed.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed
