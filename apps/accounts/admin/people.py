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

_POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class PersonAdmin(ChangedFieldsMixin, UserAdmin):
    """
    People, learners and staff.

    Nobody is deleted here: consents are kept as proof, and an account is erased by its own service. Only
    superusers make staff and change staff: whoever may set another's password may become them.
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
        ("Access", {"fields": ("is_active", *_POWERS)}),
    )
    add_fieldsets = ((None, {"fields": ("mobile", "name")}),)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        sections = super().get_fieldsets(request, obj)
        if obj is None or obj.is_staff:
            return sections
        # A password of a learner would open nothing.
        return [
            (title, {**section, "fields": [name for name in section["fields"] if name != "password"]})
            for title, section in sections
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fixed: tuple[str, ...] = self.readonly_fields
        if obj is not None:
            # Whoever has the number has the account: it is changed under 'Changes of number', and waits.
            fixed += ("mobile",)
        if not request.user.is_superuser:
            fixed += _POWERS
        if obj is None or not obj.can_whatsapp:
            # Staff take a consent back for who asks them to. Only the person can give it.
            fixed += ("can_whatsapp",)
        return fixed

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if isinstance(field, forms.ModelMultipleChoiceField) and db_field.name == "user_permissions":
            # Each is named with its content type.
            field.queryset = Permission.objects.select_related("content_type")
        return field

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool) -> None:
        if not change:
            # Whoever becomes staff is given a password afterwards.
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
