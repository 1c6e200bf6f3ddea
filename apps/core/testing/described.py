"""Holds real answers against the generated description of the API, so that the two cannot drift apart."""

from functools import cache
from typing import Any

import jsonschema_rs
from drf_spectacular.generators import SchemaGenerator


def assert_described(body: Any, *, path: str, method: str = "get", status: str = "200") -> None:
    """The body has exactly the described fields, each of the described type."""
    answer = _description()["paths"][f"/api/{path}"][method]["responses"][status]
    schema = answer["content"]["application/json"]["schema"]
    whole = {**schema, "components": _description()["components"]}
    validator = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
    problems = [f"{list(error.instance_path)}: {error.message}" for error in validator.iter_errors(body)]
    assert not problems, problems


@cache
def _description() -> dict[str, Any]:
    generator: Any = SchemaGenerator
    description: dict[str, Any] = _closed(generator().get_schema(request=None, public=True))
    return description


def _closed(part: Any) -> Any:
    """The same with every object of named fields closed to others; in a schema they would be allowed."""
    if isinstance(part, list):
        return [_closed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    closed = {name: _closed(inner) for name, inner in part.items()}
    if closed.get("type") == "object" and isinstance(closed.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed
