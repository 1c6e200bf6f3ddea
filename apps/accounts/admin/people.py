from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services import consents
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.changed_fields import ChangedFieldsMixin

_PRIVILEGE_FIELDS = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class PersonAdmin(ChangedFieldsMixin, UserAdmin):
    """
    Accounts of learners and staff.

    Accounts cannot be deleted here: consents are kept as proof, and the erasure service deletes accounts.
    Only superusers can create or change staff, since whoever sets a password can log in with it.
    """

    add_form = forms.ModelForm
    add_form_template = None
    list_display = ("mobile", "name", "email", "state", "is_staff", "joined_at")
    list_filter = ("is_staff", "is_active")
    search_fields = ("mobile", "name", "email")
    ordering = ("-joined_at", "-id")
    readonly_fields = ("joined_at", "last_login", "erased_at")
    fieldsets = (
        (None, {"fields": ("mobile", "password", "name", "email", "joined_at", "last_login", "erased_at")}),
        ("For invoices", {"fields": ("state", "company", "gst_no", "address")}),
        ("Messages", {"fields": ("can_whatsapp",)}),
        ("Access", {"fields": ("is_active", *_PRIVILEGE_FIELDS)}),
    )
    add_fieldsets = ((None, {"fields": ("mobile", "name")}),)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        sections = super().get_fieldsets(request, obj)
        if obj is None or obj.is_staff:
            return sections
        # Learners cannot log in with a password.
        return [
            (title, {**section, "fields": [name for name in section["fields"] if name != "password"]})
            for title, section in sections
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        readonly: tuple[str, ...] = self.readonly_fields
        if obj is not None:
            # The number gives access to the account: it is changed under 'Mobile number changes', in a day.
            readonly += ("mobile",)
        if not request.user.is_superuser:
            readonly += _PRIVILEGE_FIELDS
        if obj is None or not obj.can_whatsapp:
            # Staff can withdraw consent on request. Only the person can give it.
            readonly += ("can_whatsapp",)
        return readonly

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if isinstance(field, forms.ModelMultipleChoiceField) and db_field.name == "user_permissions":
            # The label of each permission includes its content type.
            field.queryset = Permission.objects.select_related("content_type")
        return field

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool) -> None:
        if not change:
            # Staff get a password after the account is created.
            obj.set_unusable_password()
        if "can_whatsapp" not in form.changed_data:
            super().save_model(request, obj, form, change)
            return
        obj.can_whatsapp = True
        super().save_model(request, obj, form, change)
        consents.withdraw(
            person=obj,
            kind=ConsentKind.WHATSAPP,
            channel=ConsentChannel.STAFF,
            address=None,
            at=timezone.now(),
        )

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        person = self.get_object(request, id)
        if person is not None and not person.is_staff:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is not None and obj.erased_at is not None:
            return False
        if obj is not None and obj.is_staff and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
