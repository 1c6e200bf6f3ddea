import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.catalog.services.progress import Watched
from apps.catalog.states import ContentType
from apps.core.api.fields import ChoiceField, FlagField, IdField

_MOST_RANGES = 200


@extend_schema_field({"type": "number", "minimum": 0})
class SecondsField(serializers.Field):
    """A number from zero up, whole or not: players tell positions in fractions."""

    default_error_messages = {"not_seconds": "This must be a number of seconds from 0 up."}

    def to_internal_value(self, data: Any) -> float:
        if not _is_position(data):
            self.fail("not_seconds")
        return data  # type: ignore[no-any-return]


@extend_schema_field(
    {
        "type": "array",
        "maxItems": _MOST_RANGES,
        "items": {
            "type": "array",
            "items": {"type": "number", "minimum": 0},
            "minItems": 2,
            "maxItems": 2,
        },
    }
)
class RangesField(serializers.Field):
    """Pairs of positions, each from where to where."""

    default_error_messages = {
        "not_ranges": "This must be a list of pairs of seconds, the first not above the second.",
        "too_many": "Name at most {most} ranges.",
    }

    def to_internal_value(self, data: Any) -> list[list[float]]:
        if isinstance(data, list) and len(data) > _MOST_RANGES:
            self.fail("too_many", most=_MOST_RANGES)
        if not _are_ranges(data):
            self.fail("not_ranges")
        return data  # type: ignore[no-any-return]


def _is_position(data: Any) -> bool:
    # True and False are whole numbers to Python, and to nobody else.
    return type(data) in (int, float) and data >= 0


def _are_ranges(data: Any) -> bool:
    return isinstance(data, list) and len(data) <= _MOST_RANGES and all(map(_is_range, data))


def _is_range(data: Any) -> bool:
    return isinstance(data, list) and len(data) == 2 and all(map(_is_position, data)) and data[0] <= data[1]


class CourseProgressIn(serializers.Serializer[Any]):
    userId = IdField(help_text="The caller's own.")
    courseId = IdField(help_text="Id or address name.")


class ProgressUpdateIn(CourseProgressIn):
    topicId = IdField()
    watchedDuration = SecondsField(
        help_text="The furthest position in seconds; parts of a second, and what is past the end, are cut."
    )
    isCompleted = FlagField(
        required=False, default=False, help_text="True is kept until a restart; false changes nothing."
    )
    topicrestart = FlagField(
        required=False, default=False, help_text="Take position and completion as sent, whatever they were."
    )
    ContentType = ChoiceField(choices=ContentType.values, required=False)
    watchedRanges = RangesField(
        required=False, help_text="What was watched since the last report; it feeds minutes learned alone."
    )


def plainly_right(body: bytes) -> dict[str, Any] | None:
    """
    What a body says that `ProgressUpdateIn` would take, told without it, since it costs more than the call.

    None says nothing against the body but that the serializer has to judge it.
    """
    try:
        values = _decoder.decode(body.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or not _are_plainly_right(values):
        return None
    return _DEFAULTS | values


_KINDS = tuple(ContentType.values)
_DEFAULTS = {"isCompleted": False, "topicrestart": False}


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


# Python reads NaN and Infinity, which are no JSON.
_decoder = json.JSONDecoder(parse_constant=_refuse_constant)


def _are_plainly_right(values: dict[str, Any]) -> bool:
    return (
        all(_is_plain_text(values.get(name)) for name in ("userId", "courseId", "topicId"))
        and _is_position(values.get("watchedDuration"))
        and type(values.get("isCompleted", False)) is bool
        and type(values.get("topicrestart", False)) is bool
        and values.get("ContentType", "video") in _KINDS
        and _are_ranges(values.get("watchedRanges", []))
    )


def _is_plain_text(data: Any) -> bool:
    return isinstance(data, str) and data.isascii() and data.isprintable()


def reported(values: dict[str, Any]) -> Watched:
    return Watched(
        topic_id=values["topicId"],
        seconds=values["watchedDuration"],
        is_completed=values["isCompleted"],
        starts_over=values["topicrestart"],
        ranges=values.get("watchedRanges", ()),
    )


class TopicProgressOut(serializers.Serializer[Any]):
    topicId = serializers.UUIDField()
    watchedDuration = serializers.IntegerField(help_text="The furthest position, in seconds.")
    isCompleted = serializers.BooleanField()
    updatedAt = serializers.DateTimeField(allow_null=True)


class CourseProgressOut(serializers.Serializer[Any]):
    courseId = serializers.UUIDField()
    percent = serializers.IntegerField(min_value=0, max_value=100)
    isCompleted = serializers.BooleanField()
    lastTopicId = serializers.UUIDField(allow_null=True)
    topics = TopicProgressOut(many=True, help_text="Every topic of the course, in its order.")
