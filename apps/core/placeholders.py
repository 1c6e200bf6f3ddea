"""Placeholders such as {credit_validity} in texts of staff. An unknown one would be shown as it was typed."""

import re
from collections.abc import Collection
from typing import Any, ClassVar

from django import forms

_PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_ ]{0,39})\}")


def errors(text: str, *, known: Collection[str]) -> list[str]:
    """A sentence with the unknown ones and all that are known, for the form; empty if there is none."""
    unknown = sorted(set(_PLACEHOLDER.findall(text)) - set(known))
    if not unknown:
        return []
    listed = f"Known are {_listed(sorted(known))}." if known else "This text has none."
    return [f"There is no placeholder {_listed(unknown)}. {listed}"]


class PlaceholdersForm(forms.ModelForm):  # type: ignore[type-arg]
    """Only what is changed is asked: a list that edits other columns knows nothing of the texts."""

    texts_with_placeholders: ClassVar[Collection[str]]

    def known_placeholders(self) -> Collection[str]:
        return ()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in self.texts_with_placeholders:
            if name in self.changed_data and name in cleaned:
                for error in errors(cleaned[name], known=self.known_placeholders()):
                    self.add_error(name, error)
        return cleaned


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)
