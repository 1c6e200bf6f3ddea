from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import MobileChange
from apps.accounts.services import mobile_changes
from apps.core.errors import DomainError
from apps.core.read_only_admin import ReadOnlyAdmin

PERMISSION = "accounts.change_mobile"


class MobileChangeForm(forms.ModelForm):
    """Runs the checks of the service, to show a refusal as a form error."""

    by: Any = None

    class Meta:
        model = MobileChange
        fields = ("person", "new_mobile", "reason")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "person" in data and "new_mobile" in data:
            try:
                mobile_changes.check_allowed(person=data["person"], new_mobile=data["new_mobile"], by=self.by)
            except DomainError as refusal:
                raise forms.ValidationError(refusal.message, code=refusal.code) from None
        return data


@admin.register(MobileChange)
class MobileChangeAdmin(ReadOnlyAdmin):
    """
    Requests to change the mobile number of an account. They need a permission of their own.

    The owner is notified at the old number and by email, and is logged out everywhere. The new number works a
    day later, unless the owner cancels the change.
    """

    shows_personal_data = True
    form = MobileChangeForm
    list_display = ("requested_at", "person", "old_mobile", "new_mobile", "status", "due_at", "requested_by")
    list_filter = ("status",)
    list_select_related = ("person", "requested_by")
    search_fields = ("old_mobile", "new_mobile")
    search_help_text = "Old or new mobile number."
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
        # A subclass for this request, so that `by` is not shared between requests.
        return type(form.__name__, (form,), {"by": request.user})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except DomainError as refusal:
            # A concurrent request got in after the form was validated; nothing was saved.
            self.message_user(request, refusal.message, messages.ERROR)
            return HttpResponseRedirect(reverse("admin:accounts_mobilechange_changelist"))

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool) -> None:
        created = mobile_changes.request(
            person=obj.person,
            new_mobile=obj.new_mobile,
            reason=obj.reason,
            by=request.user,  # type: ignore[arg-type]
            at=timezone.now(),
        )
        obj.pk = created.pk

    def has_withdraw_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)

    @admin.action(description="Withdraw selected changes", permissions=["withdraw"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[MobileChange]) -> None:
        for change in queryset:
            try:
                mobile_changes.withdraw(change=change, by=request.user, at=timezone.now())  # type: ignore[arg-type]
            except DomainError as refusal:
                messages.error(request, f"{change}: {refusal.message}")
