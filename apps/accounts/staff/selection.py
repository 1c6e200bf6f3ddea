"""Which rows the addresses and lists of the admin may name."""

from typing import Any

from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db.models import Field
from django.forms.widgets import MediaDefiningClass
from django.http import HttpRequest


class OnlyPossibleKeys:
    """Stands before a ModelAdmin."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """An empty `_to_field` in the address names no field; Django looks for one of that name."""
        return super().get_object(request, object_id, from_field or None)  # type: ignore[misc]

    def response_action(self, request: HttpRequest, queryset: Any) -> Any:
        """
        Leave out the selected keys that no row can have.

        Django takes them to the database as they were posted, where a word for a UUID raises.
        """
        key = queryset.model._meta.pk
        posted = request.POST.copy()
        selected = posted.getlist(ACTION_CHECKBOX_NAME)
        posted.setlist(ACTION_CHECKBOX_NAME, [text for text in selected if _is_possible(key, text)])
        request.POST = posted  # type: ignore[assignment]
        return super().response_action(request, queryset)  # type: ignore[misc]


def _is_possible(key: "Field[Any, Any]", text: str) -> bool:
    try:
        key.run_validators(key.to_python(text))
    except (ValidationError, ValueError):
        return False
    return bool(text)


def checked(admin_class: type[Any]) -> type[Any]:
    """The same admin class with its selection checked."""
    if issubclass(admin_class, OnlyPossibleKeys):
        return admin_class
    own = {"__module__": admin_class.__module__, "__doc__": admin_class.__doc__}
    return MediaDefiningClass(admin_class.__name__, (OnlyPossibleKeys, admin_class), own)
