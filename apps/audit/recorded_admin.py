"""
Records everything that staff do on the pages of a ModelAdmin. `StaffSite` applies both parts to all of them.

Values are read from the database before and after, so what a service changed is recorded like a form.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any, TypeAlias

from django.apps import apps
from django.contrib import messages
from django.contrib.admin.utils import model_format_dict
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from apps.audit import values
from apps.audit.selectors import later_changes
from apps.audit.services import trail
from apps.audit.states import EntryKind

_MAX_ROWS = 200
"""An action on more rows has one entry for all of them."""

_NOT_RECORDED = {"logout"}

_Key: TypeAlias = tuple[str, str]
_Parts: TypeAlias = dict[_Key, tuple[models.Model, values.Snapshot]]


class RecordedAdminMixin:
    """Comes before a ModelAdmin in the bases."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        row = super().get_object(request, object_id, from_field)  # type: ignore[misc]
        if row is not None:
            _state(request).row = row
            if request.method == "POST":
                self.keep_before(request, row)
        return row

    def keep_before(self, request: HttpRequest, row: models.Model) -> None:
        """
        How the row is now, for `log_change` to compare with.

        `get_object` calls it; a view that reads the row itself has to.
        """
        if _key(row) not in _state(request).before:
            _state(request).before[_key(row)] = values.snapshot(row)
            _state(request).parts[_key(row)] = self._snapshots_of_parts(row)

    def _snapshots_of_parts(self, row: models.Model) -> _Parts:
        parts = self.recorded_parts(row)  # type: ignore[attr-defined]
        return {_key(part): (part, values.snapshot(part, with_relations=False)) for part in parts}

    # --- what was looked at ---------------------------------------------------------------------

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        response = super().change_view(request, object_id, *args, **kwargs)  # type: ignore[misc]
        row = _state(request).row
        if row is not None and self._is_shown(request, response):
            trail.record_view(request, row)
        return response

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response = super().changelist_view(request, *args, **kwargs)  # type: ignore[misc]
        if self._is_shown(request, response):
            label = self.opts.label_lower  # type: ignore[attr-defined]
            trail.record(request, EntryKind.VIEWED, object_type=label, note=_list_note(request))
        return response

    def _is_shown(self, request: HttpRequest, response: HttpResponse) -> bool:
        is_page = request.method == "GET" and isinstance(response, TemplateResponse)
        return is_page and response.status_code == 200 and self.shows_personal_data  # type: ignore[attr-defined]

    # --- what was changed -----------------------------------------------------------------------

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        row = getattr(form, "instance", None)
        if row is not None and getattr(form, "before", None):
            # Read under the lock, so it has what others have just changed.
            _state(request).before.setdefault(_key(row), {}).update(form.before)
            _state(request).merged, _state(request).loaded_at = form.merged, form.loaded_at
        _state(request).inline_changes.extend(_changes_of_inlines(formsets or ()))
        return super().construct_change_message(request, form, formsets, add)  # type: ignore[misc]

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self._record(request, EntryKind.ADDED, obj, before={})
        return super().log_addition(request, obj, message)  # type: ignore[misc]

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        is_form = not isinstance(message, str)
        self._record(
            request,
            EntryKind.CHANGED if is_form else EntryKind.ACTION,
            obj,
            before=_state(request).before.get(_key(obj)),
            note="" if is_form else message,
        )
        return super().log_change(request, obj, message)  # type: ignore[misc]

    def _record(
        self,
        request: HttpRequest,
        kind: EntryKind,
        obj: models.Model,
        *,
        before: values.Snapshot | None,
        note: str = "",
    ) -> None:
        current = type(obj)._base_manager.filter(pk=obj.pk).first() or obj
        after = values.snapshot(current)
        changes = [] if before is None else values.changes(type(obj), before, after)
        if _key(obj) in _state(request).parts:
            now = self._snapshots_of_parts(current)
            changes += _changes_of_parts(_state(request).parts[_key(obj)], now)
            _state(request).parts[_key(obj)] = now
        changes += _state(request).inline_changes
        _state(request).inline_changes.clear()
        _state(request).before[_key(obj)] = after
        if changes or kind is not EntryKind.CHANGED:
            trail.record(request, kind, row=current, changes=changes, note=note)
        trail.mark_recorded(request)

    def message_user(
        self, request: HttpRequest, message: Any, level: int | str = messages.INFO, *args: Any, **kwargs: Any
    ) -> None:
        if level == messages.ERROR:
            trail.mark_refused(request)
        super().message_user(request, message, level, *args, **kwargs)  # type: ignore[misc]

    # --- what somebody else changed meanwhile ----------------------------------------------------

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        form = context["adminform"].form
        if request.method == "POST" and not form.instance._state.adding:
            inlines = [one for formset in context["inline_admin_formsets"] for one in formset.formset.forms]
            forms = [one for one in (form, *inlines) if getattr(one, "conflicts", None)]
            since = min((one.loaded_at for one in forms if one.loaded_at), default=None)
            if since is not None:
                text = later_changes.later_changes(
                    row=form.instance,
                    since=since,
                    fields=getattr(form, "conflicts", ()),
                    part_fields={name for one in inlines for name in getattr(one, "conflicts", ())},
                )
                note = "Nothing was saved yet, and what you typed is still here. Save again to overwrite."
                messages.warning(request, f"While you had this page open: {text} {note}")
        return super().render_change_form(request, context, *args, **kwargs)  # type: ignore[misc]

    def response_change(self, request: HttpRequest, obj: Any) -> Any:
        state = _state(request)
        if state.merged and state.loaded_at is not None:
            text = later_changes.later_changes(row=obj, since=state.loaded_at, fields=state.merged)
            messages.info(request, f"While you had this page open: {text} That was kept beside your changes.")
        return super().response_change(request, obj)  # type: ignore[misc]

    # --- what was deleted -----------------------------------------------------------------------

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        deleted = _Deleted(obj)
        super().delete_model(request, obj)  # type: ignore[misc]
        deleted.record(request)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        rows = [_Deleted(row) for row in queryset]
        with transaction.atomic():
            super().delete_queryset(request, queryset)  # type: ignore[misc]
            for row in rows:
                row.record(request)

    # --- actions ---------------------------------------------------------------------------------

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)  # type: ignore[misc]
        return {
            name: (func if name == "delete_selected" else _recorded_action(func, text), name, text)
            for name, (func, _, text) in actions.items()
        }


class _Deleted:
    """A row as it was before it was deleted."""

    def __init__(self, row: models.Model) -> None:
        self.row, self.key = row, row.pk
        self.values = values.snapshot(row)

    def record(self, request: HttpRequest) -> None:
        self.row.pk = self.key
        changes = values.changes(type(self.row), self.values, {})
        trail.record(request, EntryKind.DELETED, row=self.row, changes=changes)


def _recorded_action(func: Callable[..., Any], text: str) -> Callable[..., Any]:
    @wraps(func)
    def recorded(model_admin: Any, request: HttpRequest, queryset: Any) -> Any:
        model, note = model_admin.model, str(text) % model_format_dict(model_admin.opts)
        # A snapshot has the keys of related rows.
        related = [column.name for column in model._meta.many_to_many]
        rows = list(queryset.all().prefetch_related(*related)[: _MAX_ROWS + 1])
        is_many = len(rows) > _MAX_ROWS
        before = {} if is_many else {row.pk: values.snapshot(row) for row in rows}
        response = func(model_admin, request, queryset)
        if isinstance(response, TemplateResponse):
            # The action asks first: nothing was done yet.
            return response
        if is_many:
            trail.record(
                request,
                EntryKind.ACTION,
                object_type=model._meta.label_lower,
                note=f"{note}: more than {_MAX_ROWS} rows. {_list_note(request)}",
            )
            return response
        for row in model._base_manager.filter(pk__in=before).prefetch_related(*related):
            changes = values.changes(model, before[row.pk], values.snapshot(row))
            trail.record(request, EntryKind.ACTION, row=row, changes=changes, note=note)
        return response

    return recorded


def recorded_view(view: Callable[..., Any]) -> Callable[..., Any]:
    """A view of the admin: what it did is recorded at least by its name, should it record nothing itself."""

    @wraps(view)
    def recorded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response = view(request, *args, **kwargs)
        match = request.resolver_match
        is_done = response.status_code in (201, 204, 302) or _is_json(response)
        if request.method != "POST" or match is None or trail.is_recorded(request) or not is_done:
            return response
        name = match.url_name or ""
        if name not in _NOT_RECORDED and request.user.pk is not None:
            _record_by_name(request, name, kwargs)
        return response

    return recorded


def _is_json(response: HttpResponse) -> bool:
    return response.status_code == 200 and response.get("Content-Type", "").startswith("application/json")


def _record_by_name(request: HttpRequest, name: str, kwargs: dict[str, Any]) -> None:
    """The URLs of a model are named as the admin names its own: 'live_webinar_cancel'."""
    is_refused = trail.is_refused(request)
    words = name.split("_")
    try:
        label = apps.get_model(".".join(words[:2]))._meta.label_lower
    except (LookupError, TypeError, ValueError):
        label = ""
    form = " ".join(words[2:] if label else words)
    note = f"Form '{form}' sent{', and refused' if is_refused else ''}"
    row = _state(request).row
    current = None if row is None else type(row)._base_manager.filter(pk=row.pk).first()
    if row is not None and current is not None:
        before = _state(request).before[_key(row)]
        changes = [] if is_refused else values.changes(type(row), before, values.snapshot(current))
        trail.record(request, EntryKind.ACTION, row=current, changes=changes, note=note)
        return
    key = str(next(iter(kwargs.values()), "")) if label else ""
    trail.record(request, EntryKind.ACTION, object_type=label, object_id=key, note=note)


def _changes_of_parts(before: _Parts, after: _Parts) -> list[values.Change]:
    found: list[values.Change] = []
    for key in {**before, **after}:
        row = (after.get(key) or before[key])[0]
        old, new = before.get(key, (row, {}))[1], after.get(key, (row, {}))[1]
        state = "" if old and new else " (new)" if new else " (deleted)"
        found += values.changes(type(row), old, new, of=f"{row._meta.verbose_name} '{row}'{state}")
    return found


def _changes_of_inlines(formsets: Any) -> list[values.Change]:
    found: list[values.Change] = []
    for formset in formsets:
        model = formset.model
        name = str(model._meta.verbose_name)
        forms = {form.instance.pk: form for form in formset.forms if getattr(form, "before", None)}
        for row in formset.new_objects:
            after = values.snapshot(row, with_relations=False)
            found += values.changes(model, {}, after, of=f"{name} '{row}' (new)", key=row.pk)
        for row, _ in formset.changed_objects:
            before = forms[row.pk].before if row.pk in forms else {}
            after = values.snapshot(row, with_relations=False)
            found += values.changes(model, before, after, of=f"{name} '{row}'", key=row.pk)
        for row in formset.deleted_objects:
            before = values.snapshot(row, with_relations=False)
            found += values.changes(model, before, {}, of=f"{name} '{row}' (deleted)")
    return found


def _list_note(request: HttpRequest) -> str:
    """How the list was filtered, without the values: a search is often a person's number."""
    names = sorted(name for name, value in request.GET.items() if value)
    return f"List by {', '.join(names)}"[:200] if names else "List"


@dataclass(slots=True)
class _RequestState:
    row: models.Model | None = None
    """The row whose page it is."""
    before: dict[_Key, values.Snapshot] = field(default_factory=dict)
    parts: dict[_Key, _Parts] = field(default_factory=dict)
    """The rows that the page changes together with that row."""
    inline_changes: list[values.Change] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    """Fields of the saved form that somebody else has changed."""
    loaded_at: datetime | None = None


def _state(request: HttpRequest) -> _RequestState:
    state: _RequestState | None = getattr(request, "audit_state", None)
    if state is None:
        state = request.audit_state = _RequestState()  # type: ignore[attr-defined]
    return state


def _key(row: models.Model) -> _Key:
    return row._meta.label_lower, str(row.pk)
