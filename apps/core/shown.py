"""
Rows that visitors are shown, in answers that are kept: whatever changes one drops those answers.

Model and queryset carry it together, so that staff screens, commands and the shell are all covered.
"""

import re
from typing import Any, ClassVar, Self, TypeVar, cast

from django.db import models

from apps.core import cached, ids

Row = TypeVar("Row", bound=models.Model, covariant=True)

_ADDRESS_NAME = re.compile(r"[A-Za-z0-9_-]{1,120}")


class Shown:
    """Stands before `models.Model`; `topics` names the kept answers in which the row appears."""

    topics: ClassVar[tuple[str, ...]]

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)  # type: ignore[misc]
        forget(self.topics)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        counts: tuple[int, dict[str, int]] = super().delete(*args, **kwargs)  # type: ignore[misc]
        forget(self.topics)
        return counts


class ShownQuerySet(models.QuerySet[Row]):
    def update(self, **kwargs: Any) -> int:
        count = super().update(**kwargs)
        self._forget()
        return count

    def delete(self) -> tuple[int, dict[str, int]]:
        counts = super().delete()
        self._forget()
        return counts

    def bulk_create(self, *args: Any, **kwargs: Any) -> list[Row]:
        rows = super().bulk_create(*args, **kwargs)
        self._forget()
        return rows

    def _forget(self) -> None:
        forget(cast(type[Shown], self.model).topics)


class PublishedQuerySet(ShownQuerySet[Row]):
    """Rows with `is_published` and a `weburlname`."""

    def published(self) -> Self:
        return self.filter(is_published=True)

    def known_as(self, key: str) -> Self:
        """The row with this id or address name; text that can be neither finds nothing."""
        identity = ids.parsed(key)
        if identity is not None:
            return self.filter(pk=identity)
        return self.filter(weburlname=key) if _ADDRESS_NAME.fullmatch(key) else self.none()


def forget(topics: tuple[str, ...]) -> None:
    for topic in topics:
        cached.forget(topic)
