import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.catalog.services.progress import PlayerReport
from apps.catalog.states import ContentType
from apps.core.api.fields import ChoiceField, FlagField, IdField

_MAX_RANGES = 200


@extend_schema_field({"type": "number", "minimum": 0})
class SecondsField(serializers.Field):
    """A number from 0, not only integers: players report fractions of a second."""

    default_error_messages = {"not_seconds": "Enter a number of seconds, 0 or more."}

    def to_internal_value(self, data: Any) -> float:
        if not _is_position(data):
            self.fail("not_seconds")
        return data  # type: ignore[no-any-return]


@extend_schema_field(
    {
        "type": "array",
        "maxItems": _MAX_RANGES,
        "items": {
            "type": "array",
            "items": {"type": "number", "minimum": 0},
            "minItems": 2,
            "maxItems": 2,
        },
    }
)
class RangesField(serializers.Field):
    """Pairs of positions: start and end of each range."""

    default_error_messages = {
        "not_ranges": "Send a list of pairs of seconds, each with the start before the end.",
        "too_many": "Send at most {most} ranges.",
    }

    def to_internal_value(self, data: Any) -> list[list[float]]:
        if isinstance(data, list) and len(data) > _MAX_RANGES:
            self.fail("too_many", most=_MAX_RANGES)
        if not _are_ranges(data):
            self.fail("not_ranges")
        return data  # type: ignore[no-any-return]


def _is_position(data: Any) -> bool:
    # In Python, True and False are integers.
    return type(data) in (int, float) and data >= 0


def _are_ranges(data: Any) -> bool:
    return isinstance(data, list) and len(data) <= _MAX_RANGES and all(map(_is_range, data))


def _is_range(data: Any) -> bool:
    return isinstance(data, list) and len(data) == 2 and all(map(_is_position, data)) and data[0] <= data[1]


class CourseProgressIn(serializers.Serializer[Any]):
    userId = IdField(help_text="The caller's own.")
    courseId = IdField(help_text="Id or slug.")


class ProgressUpdateIn(CourseProgressIn):
    topicId = IdField()
    watchedDuration = SecondsField(
        help_text="The furthest position in seconds; rounded down and capped at the topic's length."
    )
    isCompleted = FlagField(
        required=False, default=False, help_text="`true` is kept until a restart; `false` changes nothing."
    )
    topicrestart = FlagField(
        required=False, default=False, help_text="Replace position and completion with the values sent."
    )
    ContentType = ChoiceField(choices=ContentType.values, required=False)
    watchedRanges = RangesField(
        required=False, help_text="What was watched since the last report; used for minutes learned only."
    )


def parse_valid_report(body: bytes) -> dict[str, Any] | None:
    """
    The validated values of a body, without `ProgressUpdateIn`, which costs more than the rest of the request.

    None: the body may still be valid; the serializer decides.
    """
    try:
        values = _decoder.decode(body.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or not _is_valid_report(values):
        return None
    return _DEFAULTS | values


_CONTENT_TYPES = tuple(ContentType.values)
_DEFAULTS = {"isCompleted": False, "topicrestart": False}


def _reject_constant(name: str) -> None:
    raise ValueError(name)


# Python's decoder accepts NaN and Infinity, which are not JSON.
_decoder = json.JSONDecoder(parse_constant=_reject_constant)


def _is_valid_report(values: dict[str, Any]) -> bool:
    return (
        all(_is_ascii_text(values.get(name)) for name in ("userId", "courseId", "topicId"))
        and _is_position(values.get("watchedDuration"))
        and type(values.get("isCompleted", False)) is bool
        and type(values.get("topicrestart", False)) is bool
        and values.get("ContentType", "video") in _CONTENT_TYPES
        and _are_ranges(values.get("watchedRanges", []))
    )


def _is_ascii_text(data: Any) -> bool:
    return isinstance(data, str) and data.isascii() and data.isprintable()


def to_player_report(values: dict[str, Any]) -> PlayerReport:
    return PlayerReport(
        topic_id=values["topicId"],
        seconds=values["watchedDuration"],
        is_completed=values["isCompleted"],
        is_restart=values["topicrestart"],
        ranges=values.get("watchedRanges", ()),
    )
