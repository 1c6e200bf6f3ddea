from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.urls import path
from django.utils import timezone

from apps.core.protected_rows import ProtectedRowsAdmin
from apps.media import ffmpeg
from apps.media.admin import upload_views
from apps.media.models import Asset, VideoImport
from apps.media.services import unused_files, video_imports


class AssetForm(forms.ModelForm):
    class Meta:
        model = Asset
        fields = "__all__"
        # Django's own widget links to the file, which has no URL.
        widgets = {"file": forms.FileInput}


class LanguageFilter(admin.AllValuesFieldListFilter):
    """Files without a language have a link with a text as well."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or "No language"}


@admin.register(Asset)
class AssetAdmin(ProtectedRowsAdmin):
    """Videos, captions, documents and images, which topics refer to."""

    form = AssetForm
    list_display = ("title", "kind", "language", "size", "provider", "imported", "uploaded_at")
    list_select_related = ("video_import",)
    actions = ("import_again",)
    list_filter = ("kind", "provider", ("language", LanguageFilter), "video_import__status")
    search_fields = ("title",)
    date_hierarchy = "uploaded_at"
    ordering = ("-uploaded_at", "-pk")
    readonly_fields = ("stored", "imported", "uploaded_at")
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

    @admin.display(description="import", empty_value="")
    def imported(self, asset: Asset) -> str | None:
        found: VideoImport | None = getattr(asset, "video_import", None)
        return found.description if found else None

    @admin.action(description="Import videos again", permissions=["change"])
    def import_again(self, request: HttpRequest, queryset: QuerySet[Asset]) -> None:
        queued = [asset for asset in queryset if video_imports.queue(asset=asset, now=timezone.now())]
        if not ffmpeg.is_available():
            self.message_user(request, "This server has no ffmpeg, so it imports no videos.", messages.ERROR)
            return
        self.message_user(request, f"{len(queued)} queued.", messages.SUCCESS)

    def save_model(self, request: HttpRequest, obj: Asset, form: forms.ModelForm, change: bool) -> None:
        has_new_file = "file" in form.changed_data
        replaced = unused_files.stored_file(asset_id=obj.pk) if has_new_file else ""
        super().save_model(request, obj, form, change)
        if has_new_file:
            video_imports.replace_file(asset=obj, replaced=replaced, now=timezone.now())

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("uploads/", view(upload_views.start), name="media_upload_start"),
            path("uploads/<uuid:upload_id>/", view(upload_views.add_part), name="media_upload_part"),
            path("uploads/<uuid:upload_id>/finish/", view(upload_views.finish), name="media_upload_finish"),
            path("imports/<uuid:asset_id>/", view(upload_views.import_state), name="media_import_state"),
            *super().get_urls(),
        ]

    @admin.display(description="stored file", empty_value="None")
    def stored(self, asset: Asset) -> str | None:
        return f"{asset.filename}, {self.size(asset)}" if asset.file else None
