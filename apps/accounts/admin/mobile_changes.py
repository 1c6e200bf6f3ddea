from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from apps.accounts.admin.read_only import ReadOnlyAdmin
from apps.accounts.models import MobileChange
from apps.accounts.services import mobile_changes
from apps.core.errors import DomainError

PERMISSION = "accounts.change_mobile"


class MobileChangeForm(forms.ModelForm):
    """Refuses what the service would refuse, beside the field that is wrong."""

    by: Any = None

    class Meta:
        model = MobileChange
        fields = ("person", "new_mobile", "reason")

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if "person" in given and "new_mobile" in given:
            try:
                mobile_changes.require_possible(
                    person=given["person"], new_mobile=given["new_mobile"], by=self.by
                )
            except DomainError as refusal:
                raise forms.ValidationError(refusal.message, code=refusal.code) from None
        return given


@admin.register(MobileChange)
class MobileChangeAdmin(ReadOnlyAdmin):
    """
    Another number for an account: asked for here, with a permission of its own, and done a day later.

    The owner is told at the old number and by email and can stop it; all their sessions end.
    """

    form = MobileChangeForm
    list_display = ("requested_at", "person", "old_mobile", "new_mobile", "status", "due_at", "requested_by")
    list_filter = ("status",)
    list_select_related = ("person", "requested_by")
    search_fields = ("old_mobile", "new_mobile")
    search_help_text = "Old or new mobile"
    ordering = ("-requested_at", "-id")
    date_hierarchy = "requested_at"
    autocomplete_fields = ("person",)
    actions = ("withdraw",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if obj is None:
            return ("person", "new_mobile", "reason")
        return (*self.list_display, "reason", "ended_at")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        # A class of this request alone.
        return type(form.__name__, (form,), {"by": request.user})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except DomainError as refusal:
            # Somebody was faster than the form's own check; nothing was saved.
            messages.error(request, refusal.message)
            return HttpResponseRedirect(reverse("admin:accounts_mobilechange_changelist"))

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool) -> None:
        made = mobile_changes.request(
            person=obj.person,
            new_mobile=obj.new_mobile,
            reason=obj.reason,
            by=request.user,  # type: ignore[arg-type]
            at=timezone.now(),
        )
        obj.pk = made.pk

    def has_withdraw_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)

    @admin.action(description="Withdraw the change", permissions=["withdraw"])
    def withdraw(self, request: HttpRequest, rows: QuerySet[MobileChange]) -> None:
        for change in rows:
            try:
                mobile_changes.withdraw(change=change, by=request.user, at=timezone.now())  # type: ignore[arg-type]
            except DomainError as refusal:
                messages.error(request, f"{change}: {refusal.message}")
