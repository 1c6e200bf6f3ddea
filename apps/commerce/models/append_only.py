from typing import Any, NoReturn

from django.db import models


class ImmutableRow(RuntimeError):
    """The row is append-only: corrections are rows of their own."""


class AppendOnlyModel:
    """Mixin, listed before `models.Model`: rows can be inserted, but not changed or deleted."""

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:  # type: ignore[attr-defined]
            raise ImmutableRow(f"{self!r} cannot be changed")
        super().save(*args, **kwargs)  # type: ignore[misc]

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ImmutableRow(f"{self!r} cannot be deleted")


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise ImmutableRow(f"Rows of {self.model.__name__} cannot be changed")

    def delete(self) -> NoReturn:
        raise ImmutableRow(f"Rows of {self.model.__name__} cannot be deleted")


class AppendOnlyManager(models.Manager[Any]):
    def get_queryset(self) -> AppendOnlyQuerySet:
        return AppendOnlyQuerySet(self.model, using=self._db)
