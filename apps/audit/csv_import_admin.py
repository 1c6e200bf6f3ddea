"""Importing rows of a list from a CSV file in the admin: upload, preview, confirm."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import model_ngettext
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from apps.audit.selectors.authors import ANY_FIELD
from apps.audit.services import trail
from apps.audit.states import EntryKind
from apps.audit.values import Change
from apps.core import csv_rows
from apps.core.csv_imports import Imported
from apps.core.csv_rows import BadFile

MAX_BYTES = 1024 * 1024
"""The text goes through the confirmation page. Longer files are for the command."""

_MAX_SHOWN = 50
_WRITTEN: Change = {"field": ANY_FIELD, "label": "Texts", "from": None, "to": None}


class CsvForm(forms.Form):
    """A file first; its text when it is confirmed, so that what was previewed is imported."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
        help_text="CSV in UTF-8, up to 1 MiB.",
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        upload = values.get("file")
        if upload is not None and upload.size > MAX_BYTES:
            self.add_error("file", "The file is larger than 1 MiB. Split it, or use the command.")
        elif upload is not None:
            try:
                values["text"] = csv_rows.text_of(upload.read())
            except BadFile as error:
                self.add_error("file", error.message)
        elif not self.errors and not values.get("text"):
            self.add_error("file", "Choose a file.")
        return values


class CsvImportMixin:
    """Comes before the ModelAdmin."""

    change_list_template: Any = "admin/csv_import_list.html"
    import_columns: ClassVar[csv_rows.Columns]
    import_help: ClassVar[str] = ""

    @abstractmethod
    def import_content(self, content: bytes, *, is_dry_run: bool) -> Imported:
        """:raises BadFile: if the file cannot be read at all"""

    def authored_rows(self, content: bytes) -> Iterable[models.Model]:
        """Whose public texts this file writes: whoever imports them may not approve them."""
        return ()

    def imported(self, content: bytes, column: str) -> set[str]:
        """The values of a column of a file that was imported."""
        rows = csv_rows.read(content, columns=self.import_columns, max_rows=len(content))
        return {values[column] for _, values in rows}

    @property
    def import_name(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_import"  # type: ignore[attr-defined]

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.import_view)  # type: ignore[attr-defined]
        return [path("import/", view, name=self.import_name), *super().get_urls()]  # type: ignore[misc]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        context = {**(extra_context or {}), "import_url": reverse(f"admin:{self.import_name}")}
        return super().changelist_view(request, context)  # type: ignore[misc,no-any-return]

    def import_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_add_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        form = CsvForm(request.POST, request.FILES) if request.method == "POST" else CsvForm()
        done = None
        if form.is_valid():
            is_confirmed = "confirmed" in request.POST
            done = self._import(request, form, is_dry_run=not is_confirmed)
            if done is not None and is_confirmed and not done.errors:
                self.message_user(request, f"Imported {self._counted(done)}.", messages.SUCCESS)  # type: ignore[attr-defined]
                return HttpResponseRedirect(self._list_url())
        return self._import_page(request, form, done)

    def _import(self, request: HttpRequest, form: CsvForm, *, is_dry_run: bool) -> Imported | None:
        try:
            content = form.cleaned_data["text"].encode()
            with transaction.atomic():
                done = self.import_content(content, is_dry_run=is_dry_run)
                if not is_dry_run and not done.errors:
                    label, note = self.opts.label_lower, f"Imported from CSV: {self._counted(done)}"  # type: ignore[attr-defined]
                    trail.record(request, EntryKind.ACTION, object_type=label, note=note)
                    for row in self.authored_rows(content):
                        trail.record(request, EntryKind.ACTION, row=row, changes=[_WRITTEN], note=note)
                return done
        except BadFile as error:
            form.add_error("file", error.message)
            return None

    def _import_page(self, request: HttpRequest, form: CsvForm, done: Imported | None) -> HttpResponse:
        opts = self.opts  # type: ignore[attr-defined]
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": f"Import {opts.verbose_name_plural}",
            "opts": opts,
            "form": form,
            "done": done,
            "counted": self._counted(done) if done else "",
            "text": form.cleaned_data.get("text", "") if done is not None else "",
            "errors": done.errors[:_MAX_SHOWN] if done else [],
            "more_errors": max(0, len(done.errors) - _MAX_SHOWN) if done else 0,
            "notes": done.notes[:_MAX_SHOWN] if done else [],
            "columns": self.import_columns,
            "import_help": self.import_help,
            "back": self._list_url(),
            "is_nav_sidebar_enabled": False,
        }
        return TemplateResponse(request, "admin/csv_import.html", context)

    def _counted(self, done: Imported) -> str:
        return f"{done.added} {model_ngettext(self.opts, done.added)}"  # type: ignore[attr-defined]

    def _list_url(self) -> str:
        opts = self.opts  # type: ignore[attr-defined]
        return reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
