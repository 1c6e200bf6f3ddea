"""
Saving or deleting a row that appears in cached responses invalidates the tags of those responses.

Both the model and its queryset do it, so that the admin, commands and the shell are covered.
"""

import re
from datetime import datetime
from typing import Any, ClassVar, Self, TypeVar, cast

from django.db import models
from django.dispatch import Signal

from apps.core import ids, publishing, tagged_cache

Row = TypeVar("Row", bound=models.Model, covariant=True)

_SLUG = re.compile(r"[A-Za-z0-9_-]{1,120}")

pre_queryset_update = Signal()
"""Sent with `rows` and `fields`; a receiver may return a callback that runs after the update."""

post_bulk_create = Signal()
"""Sent with `rows`; Django sends no signal for these."""


class InvalidatesCache:
    """Comes before `models.Model` in the bases; `cache_tags` are those of the responses with the row."""

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
        receivers: list[tuple[Any, Any]] = pre_queryset_update.send(
            self.model, rows=self, fields=frozenset(kwargs)
        )
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
        post_bulk_create.send(self.model, rows=rows)
        self._invalidate()
        return rows

    def _invalidate(self) -> None:
        invalidate(cast(type[InvalidatesCache], self.model).cache_tags)


class PublishedQuerySet(InvalidatesCacheQuerySet[Row]):
    """Rows with `is_published` and a `weburlname`."""

    def published(self) -> Self:
        return self.filter(is_published=True)

    def by_id_or_slug(self, key: str) -> Self:
        """The row with this id or slug; text that can be neither matches nothing."""
        identity = ids.parse(key)
        if identity is not None:
            return self.filter(pk=identity)
        return self.filter(weburlname=key) if _SLUG.fullmatch(key) else self.none()


class DatedQuerySet(PublishedQuerySet[Row]):
    """Rows that also have `published_at`, from which on they are public."""

    def published(self, *, at: datetime | None = None) -> Self:
        """Those that are public at that time, or now."""
        return self.filter(publishing.public(at=at))


def invalidate(cache_tags: tuple[str, ...]) -> None:
    for tag in cache_tags:
        tagged_cache.invalidate(tag)
