"""
Which rows have texts that everybody reads, and a warning where staff save those without an approval (0081).

Each app registers its own; `content/services/advert_findings.py` keeps what is found until it is gone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.dispatch import Signal
from django.http import HttpRequest

from apps.core import advert_words
from apps.core.advert_words import Finding, PublicText
from apps.core.html import text_lines

_PUBLISHED = "is_published"

saved = Signal()
"""Sent with `row` when staff saved the texts of a row."""


TextsByKey = Callable[[Sequence[Any]], Mapping[Any, Sequence[PublicText]]]


@dataclass(frozen=True, slots=True)
class Advertised:
    model: type[Model]
    texts_of: TextsByKey
    """By key, for several rows."""
    columns: Sequence[str] = ()
    """The columns that are all its texts; Compliance may let these stay without the number of an approval."""
    is_excused: Callable[[Any, Finding], bool] = lambda _row, _finding: False

    def rows(self) -> "QuerySet[Any]":
        """Those that people can read now."""
        rows = self.model._default_manager.order_by("pk")
        return rows.filter(is_published=True) if hasattr(self.model, _PUBLISHED) else rows

    def findings(self, row: Any, texts: Sequence[PublicText]) -> list[Finding]:
        return [finding for finding in advert_words.find(texts) if not self.is_excused(row, finding)]


_registered: dict[str, Advertised] = {}


def register(model: type[Model], texts_of: TextsByKey) -> None:
    """In `AppConfig.ready`."""
    _registered[model._meta.label_lower] = Advertised(model, texts_of)


def register_columns(model: type[Model], *names: str, **more: Any) -> None:
    """In `AppConfig.ready`: all its texts are these columns."""
    _registered[model._meta.label_lower] = Advertised(
        model, lambda rows: {row.pk: plain_texts(row, names) for row in rows}, columns=names, **more
    )


def registered() -> Iterator[Advertised]:
    yield from _registered.values()


def of_label(label: str) -> Advertised:
    return _registered[label]


def field_texts(row: Model, names: Sequence[str]) -> list[PublicText]:
    """Texts and lists of texts, under the names that staff know."""
    found = []
    for name in names:
        value = getattr(row, name)
        # A blank line: what two items say is no sentence.
        text = "\n\n".join(value) if isinstance(value, list) else value
        found.append(PublicText(f"'{row._meta.get_field(name).verbose_name}'", text))  # type: ignore[union-attr]
    return found


def plain_texts(row: Any, names: Sequence[str]) -> list[PublicText]:
    """Those in HTML as lines."""
    texts = field_texts(row, names)
    return [PublicText(one.where, text_lines(one.text)) if "</" in one.text else one for one in texts]


class AdvertisedTextsMixin:
    """Comes before the ModelAdmin of a registered model in the bases."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)  # type: ignore[misc]
        row = form.instance
        saved.send(type(row), row=row)
        advertised = of_label(row._meta.label_lower)
        if {*advertised.columns, _PUBLISHED}.isdisjoint(form.changed_data) or not getattr(
            row, _PUBLISHED, True
        ):
            return
        findings = advertised.findings(row, advertised.texts_of([row])[row.pk])
        if findings:
            found = "; ".join(map(str, findings))
            code = "People can read this, and the advertisement code restricts it."
            messages.warning(request, f"{code} Change it, or ask Compliance whether it may stay. {found}")
