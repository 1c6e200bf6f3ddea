"""Rows as text, and what changed between two states of a row."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from apps.core.changed_fields import Column, serialised
from apps.core.formatting import rupees
from apps.core.model_fields import PaiseField
from apps.core.money import Money

Change: TypeAlias = dict[str, str | None]
"""
`field`, `label`, `from` and `to`; `of` names the row of an inline, and `key` is its key. None is an empty
value.
"""

Snapshot: TypeAlias = dict[str, Any]
"""The serialised value of each column, and of each many-to-many field the keys of its rows."""

HIDDEN = "(hidden)"
YES, NO = "Yes", "No"
_SECRET = re.compile(r"password|passwd|secret|token|seed|otp|hash|digest")
_SECRET_FIELDS = {("otp_totp.totpdevice", "key"), ("accounts.loginsession", "session_key")}
_OPENS_A_ROOM = {"join_url", "recording_url"}
"""Whoever has such an address can use it, and the trail is kept for ever."""

_MAX_TEXT = 300
_SHOWN = 240
_BEFORE_THE_DIFFERENCE = 40
_MAX_ROWS = 50


def is_secret(model: type[models.Model], name: str) -> bool:
    is_listed = (model._meta.label_lower, name) in _SECRET_FIELDS or name in _OPENS_A_ROOM
    return is_listed or bool(_SECRET.search(name))


def snapshot(row: models.Model, *, with_relations: bool = True) -> Snapshot:
    meta = row._meta
    columns: list[Column] = [*meta.concrete_fields, *(meta.many_to_many if with_relations else ())]
    return {column.name: serialised(column, row) for column in columns}


def subject_of(row: models.Model) -> Any:
    """The id of the person whose data the row is, or None."""
    if isinstance(row, get_user_model()):
        return row.pk
    return getattr(row, "person_id", None) or getattr(row, "user_id", None)


def changes(
    model: type[models.Model],
    before: Snapshot,
    after: Snapshot,
    *,
    of: str | None = None,
    key: object = None,
) -> list[Change]:
    found: list[Change] = []
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old != new and not (old in (None, "", []) and new in (None, "", [])):
            field: Any = model._meta.get_field(name)
            own = _change(model, field, old, new)
            found.append(own if of is None else {**own, "of": of, "key": None if key is None else str(key)})
    return sorted(found, key=lambda change: str(change["field"]))


def _change(model: type[models.Model], field: Any, old: Any, new: Any) -> Change:
    if is_secret(model, field.name):
        texts = [HIDDEN if value else None for value in (old, new)]
    elif field.many_to_many:
        removed, added = set(old or ()) - set(new or ()), set(new or ()) - set(old or ())
        texts = [_names(field, removed), _names(field, added)]
    else:
        texts = _shortened(_text(field, old), _text(field, new))
    return {"field": field.name, "label": label_of(field), "from": texts[0], "to": texts[1]}


def label_of(field: Any) -> str:
    label = field.label if isinstance(field, PaiseField) else str(field.verbose_name)
    return label[:1].upper() + label[1:]


def text_of(row: models.Model, field: Any) -> str | None:
    """The value of a row as an entry of the trail has it, unless it is a long text."""
    return _text(field, serialised(field, row))


def _text(field: Any, value: Any) -> str | None:
    """A serialised value as staff read it."""
    if value is None or value == "":
        return None
    if field.related_model is not None:
        return _related_text(field, value)
    try:
        parsed = field.to_python(value)
    except ValidationError:
        return str(value)
    if field.flatchoices:
        return str(dict(field.flatchoices).get(parsed, parsed))
    if isinstance(field, PaiseField):
        return rupees(Money(parsed).to_rupees())
    if isinstance(parsed, bool):
        return YES if parsed else NO
    if isinstance(field, models.DateTimeField):
        return f"{timezone.localtime(parsed):%d %b %Y, %H:%M:%S}"
    if isinstance(parsed, list | dict):
        return json.dumps(parsed, ensure_ascii=False, default=str)
    return str(parsed)


def _related_text(field: Any, key: Any) -> str:
    if issubclass(field.related_model, get_user_model()):
        # A name would have to be found again when the person's account is erased.
        return str(key)
    row = field.related_model._base_manager.filter(**{field.target_field.name: key}).first()
    return str(key) if row is None else f"{row} ({key})"


def _names(field: Any, keys: Iterable[str]) -> str | None:
    chosen = sorted(keys)
    if not chosen:
        return None
    rows = field.related_model._base_manager.filter(pk__in=chosen[:_MAX_ROWS])
    if field.related_model is Permission:
        names = [f"{app}.{code}" for app, code in rows.values_list("content_type__app_label", "codename")]
    else:
        names = [str(row) for row in rows]
    more = [f"and {len(chosen) - _MAX_ROWS} more"] if len(chosen) > _MAX_ROWS else []
    return ", ".join([*sorted(names), *more]) or ", ".join(chosen[:_MAX_ROWS])


def _shortened(old: str | None, new: str | None) -> list[str | None]:
    """Cut long texts to the part where they begin to differ, with length and digest of the whole."""
    if max(len(old or ""), len(new or "")) <= _MAX_TEXT:
        return [old, new]
    pairs = enumerate(zip(old or "", new or "", strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(old or ""), len(new or "")))
    start = max(0, same - _BEFORE_THE_DIFFERENCE)
    return [text and _excerpt(text, start) for text in (old, new)]


def _excerpt(text: str, start: int) -> str:
    part = text[start : start + _SHOWN]
    lead, rest = ("… " if start else ""), ("…" if start + _SHOWN < len(text) else "")
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return f"{lead}{part}{rest} [{len(text)} characters, SHA-256 {digest}…]"


def field_names(given: Iterable[Mapping[str, str | None]]) -> str:
    """For `AuditEntry.fields`."""
    return "\n".join(
        dict.fromkeys(f"{one['of']}: {one['field']}" if one.get("of") else str(one["field"]) for one in given)
    )
