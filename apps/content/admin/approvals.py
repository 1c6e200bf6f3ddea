"""A page for Compliance beside a form: the restricted texts as they are saved, and their approval."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar, cast
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from apps.accounts.models import User
from apps.audit.selectors.authors import authors_since_approval
from apps.content.services import advert_findings, approvals
from apps.core import advert_words, indian_time, publishing
from apps.core.advert_words import PublicText
from apps.core.errors import DomainError
from apps.core.form_fields import LineField


class ApprovalForm(forms.Form):
    approval_number = LineField(
        max_length=40, required=False, help_text="Of the supervisory body. Without a number there is none."
    )
    approval_last_day = forms.DateField(
        label="Last day",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="In Indian time. Included.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        number, last_day = cleaned.get("approval_number"), cleaned.get("approval_last_day")
        if not self.errors and bool(number) != (last_day is not None):
            raise forms.ValidationError("Enter a number and its last day, or neither.")
        if last_day is not None and last_day < indian_time.today():
            self.add_error("approval_last_day", "Enter today or a later day.")
        return cleaned

    def values(self, digest: str) -> dict[str, Any]:
        """The columns that it sets."""
        data = self.cleaned_data
        return {**data, "approved_digest": digest if data["approval_number"] else ""}


class ApprovalMixin:
    """
    Comes before a ModelAdmin in the bases. An approval is on no form that changes texts, for nobody.

    `author_fields` are the names of the texts, also of the parts; `approval_field` is set by an approval.
    """

    approval_form: type[forms.Form] = ApprovalForm
    approval_name = "Approve the texts"
    approval_field = "approved_digest"
    author_fields: ClassVar[Sequence[str]]

    @abstractmethod
    def texts_of(self, row: Any) -> Sequence[PublicText]:
        """What is approved together."""

    def text_parts(self, row: Any) -> Iterable[models.Model]:
        """Rows with texts and pages of their own."""
        return ()

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "approval")  # type: ignore[misc]

    @admin.display(description="approval")
    def approval(self, row: Any) -> str:
        if not row.approval_number or row.approval_last_day is None:
            return "None"
        until = f"{row.approval_number}, until {row.approval_last_day:%-d %b %Y}"
        covers = row.approved_digest == publishing.digest(self.texts_of(row))
        return until if covers else f"{until}, for other texts: these have none"

    def get_urls(self) -> list[Any]:
        model_admin: Any = self
        view = model_admin.admin_site.admin_view(self.approval_view)
        urls: list[Any] = super().get_urls()  # type: ignore[misc]
        return [path("<path:object_id>/approval/", view, name=self._approval_url_name()), *urls]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        may = request.user.has_perm(approvals.PERMISSION)
        context = {
            **(extra_context or {}),
            "approval_url": f"admin:{self._approval_url_name()}" if may else "",
            "approval_name": self.approval_name,
        }
        return super().change_view(request, object_id, form_url, context)  # type: ignore[misc,no-any-return]

    def approval_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        model_admin: Any = self
        row = model_admin.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        if not (
            request.user.has_perm(approvals.PERMISSION) and model_admin.has_view_permission(request, row)
        ):
            raise PermissionDenied
        form = self.approval_form(
            request.POST if request.method == "POST" else None,
            initial={name: getattr(row, name, "") for name in self.approval_form.base_fields},
        )
        if form.is_valid():
            return self._approve(request, row, form)
        texts = self.texts_of(row)
        back = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
        context = {
            **model_admin.admin_site.each_context(request),
            "title": f"{self.approval_name}: {row}",
            "name": self.approval_name,
            "opts": model_admin.opts,
            "item": row,
            "back": back,
            "form": form,
            "findings": advert_words.find(texts),
            "texts": texts,
            "digest": publishing.digest(texts),
            "is_own": request.user.pk in self._authors_of(row),
            "is_nav_sidebar_enabled": False,
        }
        return TemplateResponse(request, "admin/content/approval.html", context)

    def _approve(self, request: HttpRequest, row: Any, form: Any) -> HttpResponse:
        model_admin: Any = self
        shown = request.POST.get("digest", "")
        try:
            approvals.approve(
                of=type(row),
                row_id=row.pk,
                texts_of=self.texts_of,
                authors_of=self._authors_of,
                shown=shown,
                values=form.values(shown),
                by=cast(User, request.user),
            )
        except DomainError as error:
            model_admin.message_user(request, str(error.message), messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())
        advert_findings.scan(model=type(row), ids=[row.pk])
        model_admin.log_change(request, row, self.approval_name)
        model_admin.message_user(request, "Saved.", messages.SUCCESS)
        return HttpResponseRedirect("../change/")

    def _authors_of(self, row: Any) -> Collection[UUID]:
        return authors_since_approval(
            [row, *self.text_parts(row)], fields=self.author_fields, approval=self.approval_field
        )

    def _approval_url_name(self) -> str:
        opts = self.opts  # type: ignore[attr-defined]
        return f"{opts.app_label}_{opts.model_name}_approval"
