from functools import lru_cache
from io import BytesIO
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Price, Sort
from apps.core.api.fields import ChoiceField, TextField
from apps.core.api.pagination import PaginationIn, Slice, requested_slice
from apps.core.api.parsers import StrictJSONParser
from apps.core.search_tokens import MAX_QUERY_LENGTH

_MAX_VALUES = 50

FILTER_LISTS = ("category", "level", "instructor", "language")
"""Filters that a query string may repeat."""


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string"},
            {"type": "array", "items": {"type": "string"}, "maxItems": _MAX_VALUES},
        ]
    }
)
class OneOrMoreField(serializers.Field):
    """A string or a list of strings; blank ones are ignored."""

    default_error_messages = {"too_many": "Send at most {most} values."}
    _text = TextField(allow_blank=True, max_length=120)

    def to_internal_value(self, data: Any) -> tuple[str, ...]:
        values = data if isinstance(data, list) else [data]
        if len(values) > _MAX_VALUES:
            self.fail("too_many", most=_MAX_VALUES)
        texts = (self._text.run_validation(value) for value in values)
        return tuple(sorted({text for text in texts if text}))


class SearchField(TextField):
    """Text of any length, cut to `MAX_QUERY_LENGTH` characters; a blank one is ignored."""

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data)[:MAX_QUERY_LENGTH]


class CourseFiltersIn(serializers.Serializer[Any]):
    category = OneOrMoreField(required=False, default=())
    level = OneOrMoreField(required=False, default=())
    instructor = OneOrMoreField(required=False, default=())
    language = OneOrMoreField(required=False, default=())
    price = ChoiceField(choices=Price.values, required=False)
    search = SearchField(
        required=False,
        default="",
        allow_blank=True,
        help_text=(
            "Words of titles, categories, instructors, descriptions, goals and topics. Every word must "
            "match; typos and prefixes do, and what staff keep as synonyms. A language, a level and 'free' "
            "match courses of that kind. "
            f"Only the first {MAX_QUERY_LENGTH} characters are used."
        ),
    )


class CourseQuestionIn(CourseFiltersIn, PaginationIn):
    sort = ChoiceField(
        choices=Sort.values,
        required=False,
        help_text="By default a search is sorted by relevance, and a list without one by popularity.",
    )


class SearchHelpIn(serializers.Serializer[Any]):
    search = SearchField(
        allow_blank=True, help_text=f"Only the first {MAX_QUERY_LENGTH} characters are used."
    )


def to_course_filters(values: dict[str, Any]) -> CourseFilters:
    return CourseFilters(
        categories=values["category"],
        levels=values["level"],
        instructors=values["instructor"],
        languages=values["language"],
        price=Price(values["price"]) if "price" in values else None,
        search=values["search"],
        sort=Sort(values["sort"]) if "sort" in values else None,
    )


@lru_cache(maxsize=1024)
def parse_course_query(body: bytes) -> tuple[CourseFilters, Slice]:
    """
    The filters and the slice that a request's body asks for. Cached, as the same few bodies come repeatedly.

    :raises ParseError, ValidationError: as the framework does for such a body
    """
    values = _query_serializer.run_validation(_parser.parse(BytesIO(body)))
    return to_course_filters(values), requested_slice(values)


# They keep no state, and creating the fields costs as much as parsing.
_parser, _query_serializer = StrictJSONParser(), CourseQuestionIn()
