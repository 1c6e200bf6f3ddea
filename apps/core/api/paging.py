"""Where a list starts and how much of it is asked for."""

from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from apps.core.api.fields import LARGEST_COUNT, CountField

LARGEST_PAGE = 100
USUAL_PAGE = 10


@dataclass(frozen=True, slots=True)
class Slice:
    skip: int
    limit: int

    @property
    def end(self) -> int:
        return self.skip + self.limit


class SkipField(CountField):
    """A start beyond every end is as good as the end."""

    cut_at = LARGEST_COUNT


class LimitField(CountField):
    """More than a hundred rows are cut to a hundred."""

    cut_at = LARGEST_PAGE


class SliceIn(serializers.Serializer[Any]):
    """`skip` and `limit`, in a query string or in a body."""

    skip = SkipField(required=False, default=0)
    limit = LimitField(required=False, default=USUAL_PAGE)


def asked_slice(values: dict[str, Any]) -> Slice:
    return Slice(skip=values["skip"], limit=values["limit"])
