"""Webinars, mentorships and programs that have what is asked before they are published."""

from typing import TypeVar

from apps.live.models.base import ListedModel

Row = TypeVar("Row", bound=ListedModel)


def complete(row: Row) -> Row:
    """Its date is the factory's."""
    values = {"banner": "live/banner.webp", "price_confirmed": True, "free_confirmed": True}
    type(row)._default_manager.filter(pk=row.pk).update(**values)
    row.refresh_from_db()
    return row
