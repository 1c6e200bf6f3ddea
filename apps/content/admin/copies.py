"""An action that copies one row, after a page that asks for its title and slug."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import slugify

from apps.audit.services import trail
from apps.content.admin import bulk_pages
from apps.core.errors import DomainError
from apps.core.form_fields import LineField
from apps.core.ids import new_id


class CopyForm(forms.Form):
    key = forms.UUIDField(widget=forms.HiddenInput)
    title = LineField(max_length=120)
    slug = forms.SlugField(
        max_length=120,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text="The last part of the page's URL.",
    )


class CopyMixin:
    """Comes before a ModelAdmin in the bases."""

    copied: Sequence[str] = ()
    """What the copy has, in sentences."""
    not_copied: Sequence[str] = ()

    def make_copy(self, row: Any, *, copy_id: UUID, title: str, slug: str) -> tuple[Any, bool]:
        """The copy, and whether it is new."""
        raise NotImplementedError

    @admin.action(description="Duplicate", permissions=["add"])
    def duplicate(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        model_admin: Any = self
        if not model_admin.has_add_permission(request):
            raise PermissionDenied
        rows = list(queryset[:2])
        if len(rows) != 1:
            model_admin.message_user(request, "Choose one to duplicate.", messages.ERROR)
            return None
        row = rows[0]
        if "confirmed" not in request.POST:
            title, slug = f"{row.title[:113]} (copy)", f"{slugify(row.weburlname)[:110]}-copy"
            form = CopyForm(initial={"key": new_id(), "title": title, "slug": slug})
            return self._ask(request, row, form)
        form = CopyForm(request.POST)
        if form.is_valid():
            data = form.cleaned_data
            try:
                copy, is_new = self.make_copy(
                    row, copy_id=data["key"], title=data["title"], slug=data["slug"]
                )
            except DomainError as error:
                form.add_error("slug", error.message)
            else:
                return self._done(request, row, copy, is_new=is_new)
        return self._ask(request, row, form)

    def _ask(self, request: HttpRequest, row: Any, form: CopyForm) -> HttpResponse:
        context = {"form": form, "row": row, "copied": self.copied, "not_copied": self.not_copied}
        return bulk_pages.page(self, request, [row], "copy", "Duplicate", context)

    def _done(self, request: HttpRequest, row: Any, copy: Any, *, is_new: bool) -> HttpResponse:
        model_admin: Any = self
        if is_new:
            model_admin.log_addition(request, copy, f"Duplicated from '{row}'.")
            trail.mark_recorded(request)
        opts = model_admin.opts
        model_admin.message_user(
            request, "This is the copy. It is a draft: read it before you publish it.", messages.SUCCESS
        )
        url = reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[copy.pk])
        return HttpResponseRedirect(url)
