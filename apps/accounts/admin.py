from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm

from apps.accounts.models import Entitlement, User


class PersonCreationForm(AdminUserCreationForm):
    class Meta:
        model = User
        fields = ("mobile", "name")


@admin.register(User)
class PersonAdmin(UserAdmin):
    add_form = PersonCreationForm
    list_display = ("mobile", "name", "email", "state", "is_staff", "joined_at")
    list_filter = ("is_staff", "is_active")
    search_fields = ("mobile", "name", "email")
    ordering = ("-joined_at",)
    readonly_fields = ("joined_at", "last_login")
    fieldsets = (
        (None, {"fields": ("mobile", "password", "name", "email", "joined_at", "last_login")}),
        ("For invoices", {"fields": ("state", "company", "gst_no", "address")}),
        ("Messages", {"fields": ("can_whatsapp",)}),
        ("Access", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
    )
    add_fieldsets = ((None, {"fields": ("mobile", "name", "usable_password", "password1", "password2")}),)


@admin.register(Entitlement)
class EntitlementAdmin(admin.ModelAdmin):
    list_display = ("person", "scope", "label", "source", "starts_at", "ends_at")
    list_filter = ("scope", "source")
    list_select_related = ("person",)
    search_fields = ("person__mobile", "label")
    autocomplete_fields: ClassVar = ["person"]
    date_hierarchy = "starts_at"
