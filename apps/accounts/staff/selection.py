"""Validates the object ids that admin URLs and actions submit."""

from typing import Any

from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db.models import Field
from django.http import HttpRequest


class ValidatedSelectionMixin:
    """For a ModelAdmin: invalid input selects no rows instead of raising an error."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Ignore an empty `_to_field` in the URL, which Django would look up as a field name."""
        return super().get_object(request, object_id, from_field or None)  # type: ignore[misc]

    def response_action(self, request: HttpRequest, queryset: Any) -> Any:
        """
        Remove selected ids that are invalid for the primary key.

        Django would pass them to the query, where text that is not a UUID raises an error.
        """
        key = queryset.model._meta.pk
        posted = request.POST.copy()
        selected = posted.getlist(ACTION_CHECKBOX_NAME)
        posted.setlist(ACTION_CHECKBOX_NAME, [value for value in selected if _is_valid(key, value)])
        request.POST = posted  # type: ignore[assignment]
        return super().response_action(request, queryset)  # type: ignore[misc]


def _is_valid(key: "Field[Any, Any]", value: str) -> bool:
    try:
        key.run_validators(key.to_python(value))
    except (ValidationError, ValueError):
        return False
    return bool(value)
