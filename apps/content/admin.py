from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat

from apps.content.models import Asset, Instructor, SiteSettings


@admin.register(Instructor)
class InstructorAdmin(admin.ModelAdmin):
    list_display = ("name", "experience", "slug")
    search_fields = ("name", "slug")
    prepopulated_fields: ClassVar = {"slug": ("name",)}


class AssetForm(forms.ModelForm):
    class Meta:
        model = Asset
        fields = "__all__"
        # Django's own shows a link to the file, which has no address.
        widgets = {"file": forms.FileInput}


@admin.register(Asset)
class AssetAdmin(admin.ModelAdmin):
    """Films, captions, documents and pictures for topics: uploaded here, picked there."""

    form = AssetForm
    list_display = ("title", "kind", "language", "size", "provider", "uploaded_at")
    list_filter = ("kind", "provider", "language")
    search_fields = ("title",)
    date_hierarchy = "uploaded_at"
    ordering = ("-uploaded_at", "-pk")
    readonly_fields = ("stored", "uploaded_at")
    fieldsets = (
        (None, {"fields": ("title", "kind", "file")}),
        ("Of a film", {"fields": ("duration_seconds",)}),
        ("Of captions", {"fields": ("language",)}),
        ("Elsewhere", {"fields": ("provider", "source_key"), "classes": ("collapse",)}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Asset | None = None) -> Any:
        sections = super().get_fieldsets(request, obj)
        return sections if obj is None else [*sections, ("On record", {"fields": self.readonly_fields})]

    @admin.display(ordering="size_bytes")
    def size(self, asset: Asset) -> str:
        return filesizeformat(asset.size_bytes)

    @admin.display(description="stored now", empty_value="Nothing yet")
    def stored(self, asset: Asset) -> str | None:
        return f"{asset.filename}, {self.size(asset)}" if asset.file else None


@admin.register(SiteSettings)
class SiteSettingsAdmin(admin.ModelAdmin):
    """The one row: made once, changed ever after, never deleted."""

    list_display = ("brand_name", "registration_number", "contact_phone", "contact_email")
    fieldsets = (
        (None, {"fields": ("brand_name", "tagline", "copyright_line")}),
        (
            "Contact",
            {
                "fields": (
                    "contact_phone",
                    "contact_email",
                    "contact_city",
                    "contact_address",
                    "working_hours",
                )
            },
        ),
        (
            "Links",
            {
                "fields": (
                    "x_url",
                    "youtube_url",
                    "instagram_url",
                    "linkedin_url",
                    "facebook_url",
                    "telegram_url",
                    "app_store_url",
                    "google_play_url",
                )
            },
        ),
        (
            "Registration",
            {
                "fields": (
                    "registered_name",
                    "registration_type",
                    "registration_number",
                    "registration_validity",
                    "registration_address",
                    ("principal_officer_name", "principal_officer_email", "principal_officer_phone"),
                    ("compliance_officer_name", "compliance_officer_email", "compliance_officer_phone"),
                )
            },
        ),
        ("Regulator", {"fields": ("regulator_name", "regulator_address", "regulator_phone")}),
        ("Company", {"fields": ("company_name", "company_cin", "company_gstin", "company_state")}),
        ("Disclaimers", {"fields": ("risk_statement", "no_assurance_statement", "education_statement")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not SiteSettings.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: SiteSettings | None = None) -> bool:
        return False
