"""Certificates: staff read them, withdraw one with a reason, and undo that."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone

from apps.catalog.models import Certificate
from apps.catalog.services import certificates
from apps.core.errors import DomainError
from apps.core.form_fields import LineField
from apps.core.read_only_admin import ReadOnlyAdmin

PERMISSION = "catalog.withdraw_certificate"


class WithdrawForm(forms.Form):
    reason = LineField(
        max_length=Certificate.REASON_LENGTH,
        attrs={"autofocus": True},
        help_text="The learner sees it. The public page shows the date alone.",
        error_messages={"required": "Enter a reason. The learner sees it."},
    )


@admin.register(Certificate)
class CertificateAdmin(ReadOnlyAdmin):
    """What was certified, to whom. With a permission of its own a certificate is withdrawn."""

    shows_personal_data = True
    list_display = ("issued_at", "learner_name", "course_title", "code", "withdrawn_at", "revoked_at")
    search_fields = ("code", "learner_name", "course_title")
    search_help_text = "Code, name or course."
    ordering = ("-issued_at", "-id")
    date_hierarchy = "issued_at"
    fields = (
        "learner_name",
        "course_title",
        "code",
        "issued_at",
        "withdrawn_at",
        "revoked_at",
        "revocation_reason",
        "person",
        "course",
    )
    change_form_template = "admin/catalog/certificate_form.html"

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("<path:object_id>/withdraw/", view(self.withdraw_view), name="catalog_certificate_withdraw"),
            path("<path:object_id>/undo/", view(self.undo_view), name="catalog_certificate_undo"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row: Certificate | None = self.get_object(request, unquote(object_id))
        may_withdraw = row is not None and row.code is not None and request.user.has_perm(PERMISSION)
        context = {
            **(extra_context or {}),
            "can_withdraw": may_withdraw and row is not None and row.revoked_at is None,
            "can_undo": may_withdraw and row is not None and row.revoked_at is not None,
        }
        return super().change_view(request, object_id, form_url, context)

    def withdraw_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self._row_or_404(request, object_id)
        form = WithdrawForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            revoke = partial(certificates.revoke, certificate_id=row.pk, reason=reason, at=timezone.now())
            return self._act(
                request, row, revoke, log=f"Withdrawn: {reason}", message="Certificate withdrawn."
            )
        return self._page(request, row, "certificate_withdraw", name="Withdraw", form=form)

    def undo_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self._row_or_404(request, object_id)
        if request.method == "POST":
            undo = partial(certificates.undo_revocation, certificate_id=row.pk)
            message = "The certificate is valid again."
            return self._act(request, row, undo, log="Withdrawal undone.", message=message)
        return self._page(request, row, "certificate_undo", name="Undo withdrawal")

    def _act(
        self, request: HttpRequest, row: Certificate, act: Callable[[], None], *, log: str, message: str
    ) -> HttpResponse:
        try:
            act()
        except DomainError as error:
            self.message_user(request, error.message, messages.ERROR)
        else:
            self.log_change(request, row, log)
            self.message_user(request, message, messages.SUCCESS)
        return HttpResponseRedirect(_url(row))

    def _row_or_404(self, request: HttpRequest, object_id: str) -> Certificate:
        row: Certificate | None = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        if not self.has_view_permission(request, row) or not request.user.has_perm(PERMISSION):
            raise PermissionDenied
        return row

    def _page(
        self, request: HttpRequest, row: Certificate, page: str, *, name: str, **context: Any
    ) -> HttpResponse:
        full_context = {
            **self.admin_site.each_context(request),
            "title": f"{name}: {row}",
            "opts": self.opts,
            "item": row,
            "name": name,
            "back": _url(row),
            "is_nav_sidebar_enabled": False,
            **context,
        }
        return TemplateResponse(request, f"admin/catalog/{page}.html", full_context)


def _url(row: Certificate) -> str:
    return reverse("admin:catalog_certificate_change", args=[row.pk])
