"""Restricts the filters that the URL of a changelist may use."""

from collections.abc import Iterator
from typing import Any, cast

from django.contrib.admin import SimpleListFilter
from django.contrib.admin.utils import get_fields_from_path
from django.db.models import ForeignKey, Model
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest

_FIELD_LOOKUPS = ("exact", "in", "isnull", "isempty", "gte", "lt")
"""The lookups in the links of the admin's own filters; none that match part of a value."""
_DATE_LOOKUPS = ("year", "month", "day", "gte", "lt")


class RestrictedLookupsMixin:
    """
    For a ModelAdmin: allows only the filters that the changelist offers; any other returns 400.

    Django allows every field of the model and of its direct relations. Anybody who may view the list could
    then guess a session key or a password hash character by character from the number of results.

    A ModelAdmin can allow more in `linked_lookups`, spelled exactly as in the links of other pages.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in getattr(self, "linked_lookups", ()) or lookup in set(_offered_lookups(self, request))


def _offered_lookups(model_admin: Any, request: HttpRequest | None) -> Iterator[str]:
    filters = model_admin.list_filter if request is None else model_admin.get_list_filter(request)
    for item in filters:
        if isinstance(item, type) and issubclass(item, SimpleListFilter):
            yield str(item.parameter_name)
        else:
            yield from _field_lookups(model_admin.model, item[0] if isinstance(item, list | tuple) else item)
    if model_admin.date_hierarchy:
        yield from (LOOKUP_SEP.join((model_admin.date_hierarchy, lookup)) for lookup in _DATE_LOOKUPS)


def _field_lookups(model: type[Model], path: str) -> Iterator[str]:
    field = get_fields_from_path(model, path)[-1]
    if field.is_relation:
        yield LOOKUP_SEP.join((path, cast("ForeignKey[Any]", field).target_field.name, "exact"))
        yield LOOKUP_SEP.join((path, "isnull"))
        return
    yield path
    yield from (LOOKUP_SEP.join((path, lookup)) for lookup in _FIELD_LOOKUPS)
