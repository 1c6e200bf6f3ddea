"""Which filters the address of an admin list may name."""

from collections.abc import Iterator
from typing import Any, cast

from django.contrib.admin import SimpleListFilter
from django.contrib.admin.utils import get_fields_from_path
from django.db.models import ForeignKey, Model
from django.db.models.constants import LOOKUP_SEP
from django.forms.widgets import MediaDefiningClass
from django.http import HttpRequest

_FIELD_LOOKUPS = ("exact", "in", "isnull", "isempty", "gte", "lt")
"""Those that the admin's own filters write into their links; nothing that reads part of a value."""
_DATE_LOOKUPS = ("year", "month", "day", "gte", "lt")


class OnlyOfferedLookups:
    """
    Lets an address filter by what the list itself offers, and answers everything else with 400.

    Django allows every column of the model and one relation beyond it: whoever may see a list could read
    a session's key or a password's hash from how many rows are left, a character at a time.

    An admin's `linked_lookups` names further ones, exactly as links of other pages spell them.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in getattr(self, "linked_lookups", ()) or lookup in set(_offered(self, request))


def _offered(model_admin: Any, request: HttpRequest | None) -> Iterator[str]:
    filters = model_admin.list_filter if request is None else model_admin.get_list_filter(request)
    for item in filters:
        if isinstance(item, type) and issubclass(item, SimpleListFilter):
            yield str(item.parameter_name)
        else:
            yield from _of_field(model_admin.model, item[0] if isinstance(item, list | tuple) else item)
    if model_admin.date_hierarchy:
        yield from (LOOKUP_SEP.join((model_admin.date_hierarchy, lookup)) for lookup in _DATE_LOOKUPS)


def _of_field(model: type[Model], path: str) -> Iterator[str]:
    field = get_fields_from_path(model, path)[-1]
    if field.is_relation:
        yield LOOKUP_SEP.join((path, cast("ForeignKey[Any]", field).target_field.name, "exact"))
        yield LOOKUP_SEP.join((path, "isnull"))
        return
    yield path
    yield from (LOOKUP_SEP.join((path, lookup)) for lookup in _FIELD_LOOKUPS)


def closed(admin_class: type[Any]) -> type[Any]:
    """The same admin class with its lookups closed."""
    if issubclass(admin_class, OnlyOfferedLookups):
        return admin_class
    bases = (OnlyOfferedLookups, admin_class)
    own = {"__module__": admin_class.__module__, "__doc__": admin_class.__doc__}
    return MediaDefiningClass(admin_class.__name__, bases, own)
