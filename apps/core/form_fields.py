"""Fields of forms that staff fill in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django import forms

from apps.core.plain_text import validate_not_blank


class LineField(forms.CharField):
    """One line of text, such as a reason. Invisible characters alone count as blank."""

    def __init__(
        self, *, max_length: int = 200, attrs: Mapping[str, Any] = MappingProxyType({}), **options: Any
    ) -> None:
        widget = forms.TextInput(attrs={"class": "vTextField", **attrs})
        super().__init__(max_length=max_length, validators=[validate_not_blank], widget=widget, **options)
