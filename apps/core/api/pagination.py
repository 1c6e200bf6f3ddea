"""`skip` and `limit` of lists."""

from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Count, Model, QuerySet, Window
from rest_framework import serializers

from apps.core.api.fields import MAX_COUNT, CountField

MAX_LIMIT = 100
DEFAULT_LIMIT = 10

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Slice:
    skip: int
    limit: int

    @property
    def end(self) -> int:
        return self.skip + self.limit


class SkipField(CountField):
    """Beyond the largest count it is cut to that."""

    cut_at = MAX_COUNT


class LimitField(CountField):
    """More than MAX_LIMIT is cut to that."""

    cut_at = MAX_LIMIT


class PaginationIn(serializers.Serializer[Any]):
    """In a query string or in a body."""

    skip = SkipField(required=False, default=0)
    limit = LimitField(required=False, default=DEFAULT_LIMIT)


def requested_slice(values: dict[str, Any]) -> Slice:
    return Slice(skip=values["skip"], limit=values["limit"])


def page_and_total(rows: QuerySet[Row], *, page: Slice) -> tuple[list[Row], int]:
    """
    One page of these rows and how many there are in all, in one query.

    A page beyond the last row takes a second one.
    """
    found: list[Any] = list(rows.annotate(total_count=Window(Count("*")))[page.skip : page.end])
    if found:
        return found, found[0].total_count
    return [], rows.count() if page.skip or not page.limit else 0
