from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import QueryDict

from apps.content import chapter_text, figures
from apps.content.admin.preview import Preview, PreviewAdmin
from apps.content.admin.publishable import PublicationMixin
from apps.content.models import AcademyChapter, AcademyModule, ChapterQuestion, GlossaryTerm
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.changed_fields import ChangedFieldsAdmin, ChangedFieldsStackedInline
from apps.core.placeholders import PlaceholdersForm


@admin.register(AcademyModule)
class AcademyModuleAdmin(AdvertisedTextsMixin, ChangedFieldsAdmin):
    list_display = ("title", "weburlname", "position", "is_published")
    list_editable = ("position", "is_published")
    search_fields = ("title", "weburlname")
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    ordering = ("position", "pk")


class ChapterForm(PlaceholdersForm):
    """The academy fills in no figures, so braces would be shown as they were typed."""

    texts_with_placeholders = ("title", "summary", "text")

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
            self.fields["text"].help_text += f" Available drawings: {', '.join(figures.names())}."


class QuestionInline(ChangedFieldsStackedInline):
    model = ChapterQuestion
    extra = 0


@admin.register(AcademyChapter)
class AcademyChapterAdmin(AdvertisedTextsMixin, PublicationMixin, PreviewAdmin):
    form = ChapterForm
    list_display = ("title", "module", "position", "is_published", "publication", "updated_at")
    list_editable = ("position", "is_published")
    list_filter = ("module", "is_published")
    list_select_related = ("module",)
    search_fields = ("title", "weburlname", "summary")
    date_hierarchy = "published_at"
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    autocomplete_fields: ClassVar = ["module"]
    readonly_fields = ("updated_at",)
    inlines = (QuestionInline,)
    ordering = ("module__position", "module", "position", "pk")
    fieldsets = (
        (None, {"fields": ("module", "title", "weburlname", "summary")}),
        ("Content", {"fields": ("text",)}),
        ("Publishing", {"fields": ("position", "is_published", "published_at", "updated_at")}),
    )

    class Media:
        css = {"all": ["brand/curriculum.css"]}

    def preview(self, form: QueryDict) -> Preview:
        limit = AcademyChapter._meta.get_field("text").max_length or 0
        whole = form.get("text", "")
        text = whole[:limit]
        too_long = f"A text has at most {limit:,} characters. The preview ends there."
        return Preview(
            title=form.get("title", ""),
            html=chapter_text.render(text),
            lead=form.get("summary", ""),
            errors=[*([too_long] if text != whole else []), *chapter_text.validation_errors(text)],
            word_count=chapter_text.word_count(text),
        )


class TermForm(forms.ModelForm):
    class Meta:
        model = GlossaryTerm
        fields = "__all__"
        widgets = {
            "definition": forms.Textarea(attrs={"rows": 3}),
            "aliases": forms.Textarea(attrs={"rows": 3}),
        }


@admin.register(GlossaryTerm)
class GlossaryTermAdmin(ChangedFieldsAdmin):
    form = TermForm
    list_display = ("term", "definition", "chapter")
    list_select_related = ("chapter",)
    search_fields = ("term", "weburlname", "definition")
    prepopulated_fields: ClassVar = {"weburlname": ("term",)}
    autocomplete_fields: ClassVar = ["chapter"]
    ordering = ("term", "pk")
