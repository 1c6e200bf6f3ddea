from typing import Any, NoReturn

from django.db import models


class ImmutableRow(RuntimeError):
    """What happened is not edited; what corrects it is a row of its own."""


class AppendOnlyModel:
    """Stands before `models.Model`: its rows are written once, and neither changed nor deleted."""

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:  # type: ignore[attr-defined]
            raise ImmutableRow(f"{self!r} was written already")
        super().save(*args, **kwargs)  # type: ignore[misc]

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ImmutableRow(f"{self!r} stays")


class AppendedQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise ImmutableRow(f"Rows of {self.model.__name__} are never changed")

    def delete(self) -> NoReturn:
        raise ImmutableRow(f"Rows of {self.model.__name__} are never deleted")


class AppendedManager(models.Manager[Any]):
    def get_queryset(self) -> AppendedQuerySet:
        return AppendedQuerySet(self.model, using=self._db)
