from copy import copy
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts.models import User
from apps.accounts.selectors import staff_access
from apps.accounts.services import authenticators
from apps.core.changed_fields import ChangedFieldsAdmin

# django-otp's own admin page shows the keys of all users at any time.
admin.site.unregister(TOTPDevice)


@admin.register(TOTPDevice)
class AuthenticatorAdmin(ChangedFieldsAdmin):
    """
    Authenticators of staff, for those who manage staff: who has one and the password can log in with them.

    A key is shown only once, when it is created. A lost authenticator is deleted and replaced by a new one.
    """

    list_display = ("user", "mobile", "confirmed", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__mobile", "user__name")
    ordering = ("-created_at", "-id")
    # Deleted one by one, since each is asked for: an owner may not take that of a superuser.
    actions = None
    add_form_template = "admin/authenticator_add.html"

    def __init__(self, *args: Any) -> None:
        """In our words: to change those of the model would be a migration of another package."""
        super().__init__(*args)
        self.opts = copy(self.opts)
        self.opts.verbose_name, self.opts.verbose_name_plural = "authenticator", "authenticators"

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("user",) if obj is None else self.list_display

    @admin.display(ordering="user__mobile")
    def mobile(self, device: TOTPDevice) -> str:
        return str(device.user.mobile)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        available = User.objects.filter(is_staff=True, is_active=True).exclude(totpdevice__confirmed=True)
        accounts = [person.pk for person in available if staff_access.may_manage(request.user, person)]
        kwargs |= {
            "queryset": User.objects.filter(pk__in=accounts).order_by("mobile"),
            "label": "Staff account",
            "help_text": "Active staff without an authenticator. To replace a lost one, delete it first.",
        }
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "user":
            # Remove the add and change popup links of the related widget.
            field.widget = field.widget.widget
        return field

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool) -> None:
        obj.name = authenticators.NAME
        super().save_model(request, obj, form, change)

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": "New authenticator",
            "opts": self.opts,
            "device": obj,
            "key": authenticators.setup_key(obj),
        }
        return TemplateResponse(request, "admin/authenticator_created.html", context)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return staff_access.may_manage_staff(request.user)

    def has_view_permission(self, request: HttpRequest, obj: TOTPDevice | None = None) -> bool:
        return self._may_manage(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return staff_access.may_manage_staff(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: TOTPDevice | None = None) -> bool:
        return self._may_manage(request, obj)

    @staticmethod
    def _may_manage(request: HttpRequest, device: TOTPDevice | None) -> bool:
        if device is None:
            return staff_access.may_manage_staff(request.user)
        return staff_access.may_manage(request.user, device.user)
