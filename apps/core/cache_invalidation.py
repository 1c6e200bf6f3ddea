"""
Rows that visitors see in cached responses: whatever changes one invalidates the tags of those responses.

Model and queryset carry it together, so that the admin, commands and the shell are all covered.
"""

import re
from typing import Any, ClassVar, Self, TypeVar, cast

from django.db import models
from django.dispatch import Signal

from apps.core import ids, tagged_cache

Row = TypeVar("Row", bound=models.Model, covariant=True)

_ADDRESS_NAME = re.compile(r"[A-Za-z0-9_-]{1,120}")

updating = Signal()
"""Sent with `rows` and `fields` before an update; a receiver may return what it does once it is done."""

created_together = Signal()
"""Sent with `rows` after a creation in bulk, of which Django's own signals say as little."""


class InvalidatesCache:
    """Stands before `models.Model`; `cache_tags` names the cached responses in which the row appears."""

    cache_tags: ClassVar[tuple[str, ...]]

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)  # type: ignore[misc]
        invalidate(self.cache_tags)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        counts: tuple[int, dict[str, int]] = super().delete(*args, **kwargs)  # type: ignore[misc]
        invalidate(self.cache_tags)
        return counts


class InvalidatesCacheQuerySet(models.QuerySet[Row]):
    def update(self, **kwargs: Any) -> int:
        receivers: list[tuple[Any, Any]] = updating.send(self.model, rows=self, fields=frozenset(kwargs))
        count = super().update(**kwargs)
        for _, follow_up in receivers:
            if follow_up is not None:
                follow_up()
        self._invalidate()
        return count

    def delete(self) -> tuple[int, dict[str, int]]:
        counts = super().delete()
        self._invalidate()
        return counts

    def bulk_create(self, *args: Any, **kwargs: Any) -> list[Row]:
        rows = super().bulk_create(*args, **kwargs)
        created_together.send(self.model, rows=rows)
        self._invalidate()
        return rows

    def _invalidate(self) -> None:
        invalidate(cast(type[InvalidatesCache], self.model).cache_tags)


class PublishedQuerySet(InvalidatesCacheQuerySet[Row]):
    """Rows with `is_published` and a `weburlname`."""

    def published(self) -> Self:
        return self.filter(is_published=True)

    def known_as(self, key: str) -> Self:
        """The row with this id or address name; text that can be neither finds nothing."""
        identity = ids.parsed(key)
        if identity is not None:
            return self.filter(pk=identity)
        return self.filter(weburlname=key) if _ADDRESS_NAME.fullmatch(key) else self.none()


def invalidate(cache_tags: tuple[str, ...]) -> None:
    for tag in cache_tags:
        tagged_cache.invalidate(tag)
