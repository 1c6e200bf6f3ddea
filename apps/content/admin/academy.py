from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST

from apps.content import chapter_text, figures
from apps.content.models import AcademyChapter, AcademyModule


@admin.register(AcademyModule)
class AcademyModuleAdmin(admin.ModelAdmin):
    list_display = ("title", "weburlname", "position", "is_published")
    list_editable = ("position", "is_published")
    search_fields = ("title", "weburlname")
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    ordering = ("position", "pk")


class ChapterForm(forms.ModelForm):
    class Meta:
        model = AcademyChapter
        fields = "__all__"
        widgets = {
            "text": forms.Textarea(attrs={"rows": 32, "class": "vLargeTextField markup"}),
            "summary": forms.Textarea(attrs={"rows": 2}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "text" in self.fields:
            self.fields["text"].help_text += f" The drawings are: {', '.join(figures.names())}."


@admin.register(AcademyChapter)
class AcademyChapterAdmin(admin.ModelAdmin):
    """Chapters in Markdown; 'Preview' shows what is in the form, saved or not, in a tab of its own."""

    form = ChapterForm
    change_form_template = "admin/content/chapter_form.html"
    list_display = ("title", "module", "position", "is_published", "published_at", "updated_at")
    list_editable = ("position", "is_published")
    list_filter = ("module", "is_published")
    list_select_related = ("module",)
    search_fields = ("title", "weburlname", "summary")
    date_hierarchy = "published_at"
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    autocomplete_fields: ClassVar = ["module"]
    readonly_fields = ("updated_at",)
    ordering = ("module__position", "module", "position", "pk")
    fieldsets = (
        (None, {"fields": ("module", "title", "weburlname", "summary")}),
        ("Text", {"fields": ("text",)}),
        ("Publishing", {"fields": ("position", "is_published", "published_at", "updated_at")}),
    )

    class Media:
        css = {"all": ["brand/curriculum.css"]}

    def get_urls(self) -> list[Any]:
        preview = self.admin_site.admin_view(require_POST(self.preview_view))
        return [path("preview/", preview, name="content_academychapter_preview"), *super().get_urls()]

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        if not (self.has_change_permission(request) or self.has_add_permission(request)):
            raise PermissionDenied
        text = request.POST.get("text", "")
        context = {
            **self.admin_site.each_context(request),
            "title": f"Preview: {request.POST.get('title', '')}",
            "opts": self.opts,
            "chapter_title": request.POST.get("title", ""),
            "summary": request.POST.get("summary", ""),
            "words": chapter_text.word_count(text),
            "problems": chapter_text.problems_in(text),
            "html": mark_safe(chapter_text.html_of(text)),  # noqa: S308 - made harmless there
            "is_nav_sidebar_enabled": False,
        }
        return TemplateResponse(request, "admin/content/chapter_preview.html", context)
