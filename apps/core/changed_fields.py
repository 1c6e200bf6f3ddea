"""
Admin forms that save only the fields that were changed in them (decision 0033).

Django's ModelAdmin saves every field of the row, and so overwrites a counter or a status that changed
while the form was open. Here a hidden input carries the values that the page was rendered with. A field
counts as changed if it differs from them, the row is locked and read again before validation, and the
UPDATE contains only the changed columns. If somebody else changed such a field in the meantime, the form
shows an error with the current value once.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain
from typing import Any, TypeAlias

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import display_for_field
from django.core import signing
from django.core.exceptions import BadRequest, ObjectDoesNotExist, ValidationError
from django.db import connections, models, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.text import Truncator, capfirst

from apps.core.plain_text import validate_not_blank

INPUT = "_loaded"
"""The hidden input with the values that the page was rendered with."""

_SALT = "apps.core.changed_fields"
_TOO_OLD = "This page is out of date. Reload it and try again."
_DELETED = "This was deleted in the meantime."
_CONFLICT = "This was changed to '{value}' in the meantime. Save again to overwrite it with your value."

Values = dict[str, Any]
Column: TypeAlias = "models.Field[Any, Any]"


class ChangedFieldsForm(forms.BaseModelForm):
    """Comes before a ModelForm in the bases; merges the changed fields into the current row."""

    is_in_formset = False
    """Unchanged rows of a formset are not saved, so they are not read again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._loaded: Values | None = None
        self.before: Values = {}
        """The columns of the locked row, once the form has read it again."""
        self.conflicts: list[str] = []
        """Fields that somebody else changed too since the page was loaded: the form is refused."""
        self.merged: list[str] = []
        """Fields that only somebody else changed since: their change stays."""
        self.loaded_at: datetime | None = None
        self._is_too_old = False
        for field in self.fields.values():
            # Django has such a hidden input of its own, for fields with a callable default only.
            field.show_hidden_initial = False
            if field.required and isinstance(field, forms.CharField):
                field.validators.append(validate_not_blank)
        token = self.data.get(self.add_prefix(INPUT)) if self._is_edit else None
        if token:
            self.use_loaded(_unsigned(token).get(str(self.instance.pk)))
            self.loaded_at = _signed_at(token)

    @property
    def _is_edit(self) -> bool:
        return self.is_bound and not self.instance._state.adding

    def use_loaded(self, loaded: Values | None) -> None:
        """Compare the posted data with these values; None: the page's values could not be read."""
        self._is_too_old = loaded is None
        self._loaded = loaded
        for column in self._columns():
            # An upload never equals the stored file.
            if loaded and column.name in loaded and not isinstance(column, models.FileField):
                self.initial[column.name] = _parsed(column, loaded[column.name])
        self.__dict__.pop("changed_data", None)

    def loaded(self) -> Values:
        """The values that the next post is compared with."""
        if self._loaded is not None:
            return self._loaded
        return {column.name: self._initial_value(column) for column in self._columns()}

    def _initial_value(self, column: Column) -> Any:
        if column.many_to_many and column.name in self.initial:
            # Already read by the form.
            return _keys(self.initial[column.name])
        return serialised(column, self.instance)

    @property
    def loaded_input(self) -> SafeString | str:
        """The hidden input of a form that is not in a formset."""
        if self.instance._state.adding or not self.fields:
            return ""
        token = _signed({str(self.instance.pk): self.loaded()})
        return forms.HiddenInput().render(self.add_prefix(INPUT), token)

    @cached_property
    def changed_data(self) -> list[str]:
        names = [name for name in super().changed_data if not self._differs_only_in_line_endings(name)]
        if not self._loaded:
            return names
        # A field that was not on the page was not changed.
        absent = {column.name for column in self._columns()} - self._loaded.keys()
        return [name for name in names if name not in absent]

    def clean(self) -> dict[str, Any] | None:
        if self._is_edit and self._is_too_old:
            raise ValidationError(_TOO_OLD)
        if self._is_edit and (self.changed_data or not self.is_in_formset):
            self._read_again()
            self._merge()
        return super().clean()

    def validate_constraints(self) -> None:
        """Also constraints on fields outside the form: the row is locked until it is saved."""
        if not self.before:
            super().validate_constraints()
            return
        try:
            self.instance.validate_constraints(exclude=set(self.errors))
        except ValidationError as error:
            for name, problems in error.error_dict.items():
                self.add_error(name if name in self.fields else None, problems)

    def save(self, commit: bool = True) -> Any:
        if not commit or self.errors or self.instance._state.adding:
            return super().save(commit)
        self.save_changed_fields()
        self._save_m2m()  # type: ignore[attr-defined]
        return self.instance

    def save_changed_fields(self) -> None:
        names = self.changed_columns()
        if names:
            self.instance.save(update_fields=names)

    def _columns(self) -> Iterator[Column]:
        meta = self.instance._meta
        for column in chain(meta.concrete_fields, meta.many_to_many):
            field = self.fields.get(column.name)
            if field is not None and not field.disabled and column.editable and not column.primary_key:
                yield column

    def _differs_only_in_line_endings(self, name: str) -> bool:
        """Browsers send CRLF line endings."""
        before, after = self[name].initial, self[name].data
        is_text = isinstance(before, str) and isinstance(after, str)
        return is_text and before.strip().splitlines() == after.strip().splitlines()

    def _read_again(self) -> None:
        manager = type(self.instance)._base_manager
        rows = manager.all()
        if connections[manager.db].in_atomic_block:
            rows = rows.select_for_update(of=("self",), no_key=True)
        try:
            self.instance.refresh_from_db(from_queryset=rows)
        except ObjectDoesNotExist:
            raise ValidationError(_DELETED) from None
        fields = self.instance._meta.concrete_fields
        self.before = {field.name: serialised(field, self.instance) for field in fields}

    def _merge(self) -> None:
        """Unchanged fields take the current value; changed ones must not have changed in the database."""
        loaded = self.loaded()
        for column in self._columns():
            current = serialised(column, self.instance)
            is_stale = column.name not in loaded or loaded[column.name] != current
            if column.name not in self.changed_data:
                if is_stale and column.name in loaded:
                    self.merged.append(column.name)
                if is_stale or column.related_model is None:
                    value = getattr(self.instance, column.name)
                    self.cleaned_data[column.name] = value.all() if column.many_to_many else value
            elif is_stale and not self._is_same_change(column):
                self._loaded = {**loaded, **(self._loaded or {}), column.name: current}
                self.conflicts.append(column.name)
                self.add_error(column.name, _CONFLICT.format(value=_display_value(column, self.instance)))

    def _is_same_change(self, column: Column) -> bool:
        """Whether both changes are the same."""
        if column.name not in self.cleaned_data:
            return False
        mine, current = self.cleaned_data[column.name], column.value_from_object(self.instance)
        if column.many_to_many:
            return set(mine) == set(current)
        return bool((mine.pk if isinstance(mine, models.Model) else mine) == current)

    def changed_columns(self) -> set[str]:
        """For `update_fields`, with the columns that Django or another field sets while it saves."""
        if not self.before:
            return set()
        changed: set[str] = set()
        automatic: set[str] = set()
        for field in self.instance._meta.concrete_fields:
            if serialised(field, self.instance) != self.before[field.name] or _is_upload(
                field, self.instance
            ):
                changed |= {field.name, *(getattr(field, "size_fields", None) or ())}
            if getattr(field, "auto_now", False):
                automatic.add(field.name)
        return changed | automatic if changed else changed


class _LoadedInput(forms.HiddenInput):
    """Computes its value when the page is rendered, since conflicts change it."""

    def __init__(self, token: Callable[[], str]) -> None:
        super().__init__()
        self.token = token

    def format_value(self, value: Any) -> str:
        return self.token()


class ChangedFieldsFormSet(forms.BaseModelFormSet):
    """Comes before a model formset in the bases; one hidden input carries the values of all rows."""

    def _construct_form(self, i: int, **kwargs: Any) -> Any:
        form: Any = super()._construct_form(i, **kwargs)  # type: ignore[misc]
        form.is_in_formset = True
        is_row = self.is_bound and not form.instance._state.adding
        if is_row and self._posted is not None:
            form.use_loaded(self._posted.get(str(form.instance.pk)))
            form.loaded_at = _signed_at(self.data[f"{self.prefix}-{INPUT}"])
        return form

    def total_form_count(self) -> int:
        """At most as many as were posted: building a thousand empty forms takes many seconds."""
        count = super().total_form_count()
        return min(count, self._posted_form_count) if self.is_bound else count

    @cached_property
    def _posted_form_count(self) -> int:
        pattern = re.compile(rf"{re.escape(str(self.prefix))}-([0-9]{{1,4}})-")
        found = map(pattern.match, (*self.data, *self.files))
        return 1 + max((int(row[1]) for row in found if row), default=-1)

    @cached_property
    def management_form(self) -> Any:
        form: Any = super().management_form
        form.fields[INPUT] = forms.CharField(required=False, widget=_LoadedInput(self._token))
        return form

    @cached_property
    def _posted(self) -> Mapping[str, Values] | None:
        token = self.data.get(f"{self.prefix}-{INPUT}")
        return _unsigned(token) if token else None

    def _token(self) -> str:
        rows: list[Any] = [form for form in self.initial_forms if not form.instance._state.adding]
        return _signed({str(form.instance.pk): form.loaded() for form in rows})


class ChangedFieldsMixin:
    """Comes before a ModelAdmin in the bases."""

    shows_personal_data = False
    """Whether looking at its pages is recorded in the audit trail."""

    def recorded_parts(self, obj: Any) -> Iterable[models.Model]:
        """Rows that a page of its own changes with this one, for the audit trail; not those of inlines."""
        return ()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is not None:
            kwargs["form"] = changed_fields_form(kwargs.get("form", self.form))  # type: ignore[attr-defined]
        return super().get_form(request, obj, change=change, **kwargs)  # type: ignore[misc]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A moment from the address as a moment: the widget of two inputs fails on its text."""
        initial: dict[str, Any] = super().get_changeform_initial_data(request)  # type: ignore[misc]
        for field in self.model._meta.get_fields():  # type: ignore[attr-defined]
            if isinstance(field, models.DateTimeField) and field.name in initial:
                initial[field.name] = field.to_python(initial[field.name])
        return initial

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs["form"] = changed_fields_form(kwargs.get("form", forms.ModelForm))
        return super().get_changelist_form(request, **kwargs)  # type: ignore[misc]

    def get_changelist_formset(self, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs["formset"] = changed_fields_formset(kwargs.get("formset", forms.BaseModelFormSet))
        return super().get_changelist_formset(request, **kwargs)  # type: ignore[misc]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        view: Any = super().changelist_view  # type: ignore[misc]
        # Django's title is an order: 'Select course to change'.
        title = capfirst(self.opts.verbose_name_plural)  # type: ignore[attr-defined]
        extra_context = {"title": title, **(extra_context or {})}
        if request.method != "POST" or "_save" not in request.POST:
            response: HttpResponse = view(request, extra_context)
            return response
        # Django validates before its transaction starts; the row locks must last until the rows are saved.
        with transaction.atomic():
            return view(request, extra_context)  # type: ignore[no-any-return]

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Django reads 'Save as new' also where no page offers it, and then shows a page without its row."""
        if request.method == "POST" and "_saveasnew" in request.POST and not self.save_as:  # type: ignore[attr-defined]
            raise BadRequest("This page saves no copies.")
        response: HttpResponse = super().changeform_view(request, *args, **kwargs)  # type: ignore[misc]
        return response

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            form.save_changed_fields()
        else:
            super().save_model(request, obj, form, change)  # type: ignore[misc]


class ChangedFieldsInlineMixin:
    """Comes before an inline in the bases."""

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        kwargs["form"] = changed_fields_form(kwargs.get("form", self.form))  # type: ignore[attr-defined]
        kwargs["formset"] = changed_fields_formset(kwargs.get("formset", self.formset))  # type: ignore[attr-defined]
        return super().get_formset(request, obj, **kwargs)  # type: ignore[misc]


class ChangedFieldsAdmin(ChangedFieldsMixin, admin.ModelAdmin):
    """The base of every ModelAdmin."""


class ChangedFieldsTabularInline(ChangedFieldsInlineMixin, admin.TabularInline):
    pass


class ChangedFieldsStackedInline(ChangedFieldsInlineMixin, admin.StackedInline):
    pass


def changed_fields_form(form: Any) -> Any:
    if issubclass(form, ChangedFieldsForm):
        return form
    return type(form)(form.__name__, (ChangedFieldsForm, form), {})


def changed_fields_formset(formset: Any) -> Any:
    if issubclass(formset, ChangedFieldsFormSet):
        return formset
    return type(formset.__name__, (ChangedFieldsFormSet, formset), {})


def _signed(values: Mapping[str, Values]) -> str:
    return signing.dumps(values, salt=_SALT, compress=True)


def _unsigned(token: str) -> Mapping[str, Values]:
    try:
        values: Mapping[str, Values] = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return {}
    return values


def _signed_at(token: str) -> datetime | None:
    """When `_signed` made the token, to the second; None if it did not."""
    if not _unsigned(token):
        return None
    return datetime.fromtimestamp(signing.b62_decode(token.rsplit(":", 2)[1]), UTC)


def serialised(field: Column, row: models.Model) -> Any:
    """The value of a column as JSON."""
    if field.many_to_many:
        return _keys(getattr(row, field.name).all())
    value = field.value_from_object(row)
    return None if value is None else field.value_to_string(row)


def _keys(rows: Iterable[Any]) -> list[str]:
    return sorted(str(row.pk) for row in rows)


def _parsed(field: Column, value: Any) -> Any:
    return value if value is None or field.many_to_many else field.to_python(value)


def _display_value(field: Column, row: models.Model) -> str:
    if field.many_to_many:
        text = ", ".join(str(one) for one in getattr(row, field.name).all())
    elif field.related_model is not None:
        text = str(getattr(row, field.name) or "")
    else:
        text = str(display_for_field(field.value_from_object(row), field, ""))
    return Truncator(text).chars(80)


def _is_upload(field: Column, row: models.Model) -> bool:
    return isinstance(field, models.FileField) and not getattr(row, field.attname)._committed
