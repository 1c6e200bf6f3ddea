from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat

from apps.core.protected_rows import ProtectedRowsAdmin
from apps.media.models import Asset


class AssetForm(forms.ModelForm):
    class Meta:
        model = Asset
        fields = "__all__"
        # Django's own widget links to the file, which has no URL.
        widgets = {"file": forms.FileInput}


@admin.register(Asset)
class AssetAdmin(ProtectedRowsAdmin):
    """Videos, captions, documents and images, which topics refer to."""

    form = AssetForm
    list_display = ("title", "kind", "language", "size", "provider", "uploaded_at")
    list_filter = ("kind", "provider", "language")
    search_fields = ("title",)
    date_hierarchy = "uploaded_at"
    ordering = ("-uploaded_at", "-pk")
    readonly_fields = ("stored", "uploaded_at")
    fieldsets = (
        (None, {"fields": ("title", "kind", "file")}),
        ("Video details", {"fields": ("duration_seconds",)}),
        ("Captions", {"fields": ("language",)}),
        ("External link", {"fields": ("provider", "source_key"), "classes": ("collapse",)}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Asset | None = None) -> Any:
        sections = super().get_fieldsets(request, obj)
        return sections if obj is None else [*sections, ("Stored file", {"fields": self.readonly_fields})]

    @admin.display(ordering="size_bytes")
    def size(self, asset: Asset) -> str:
        return filesizeformat(asset.size_bytes)

    @admin.display(description="stored file", empty_value="None")
    def stored(self, asset: Asset) -> str | None:
        return f"{asset.filename}, {self.size(asset)}" if asset.file else None
