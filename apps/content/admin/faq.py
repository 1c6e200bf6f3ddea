from typing import Any

from django import forms
from django.contrib import admin
from django.http import QueryDict

from apps.content.admin.preview import Preview, PreviewAdmin
from apps.content.models import FaqArticle, FaqGroup, FaqTopic
from apps.core import business_constants, placeholders
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.changed_fields import ChangedFieldsAdmin, ChangedFieldsTabularInline
from apps.core.html import sanitise, wrap_tables
from apps.core.placeholders import PlaceholdersForm


class GroupInline(ChangedFieldsTabularInline):
    model = FaqGroup
    extra = 0


@admin.register(FaqTopic)
class FaqTopicAdmin(ChangedFieldsAdmin):
    list_display = ("title", "position", "is_published")
    list_editable = ("position", "is_published")
    search_fields = ("title",)
    inlines = (GroupInline,)
    ordering = ("position", "pk")


class ArticleForm(PlaceholdersForm):
    texts_with_placeholders = ("title", "html")

    class Meta:
        model = FaqArticle
        fields = "__all__"
        widgets = {"html": forms.Textarea(attrs={"rows": 12, "class": "vLargeTextField markup"})}

    def known_placeholders(self) -> list[str]:
        return business_constants.names()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "html" in self.fields:
            self.fields[
                "html"
            ].help_text = f"{self.fields['html'].help_text} {business_constants.help_text()}."


@admin.register(FaqArticle)
class FaqArticleAdmin(AdvertisedTextsMixin, PreviewAdmin):
    form = ArticleForm
    list_display = ("title", "group", "position", "is_published")
    list_editable = ("position", "is_published")
    list_filter = ("group__topic", "is_published")
    list_select_related = ("group__topic",)
    search_fields = ("title", "html")
    ordering = ("group__topic__position", "group__topic", "group__position", "group", "position", "pk")

    class Media:
        css = {"all": ["brand/curriculum.css"]}

    def preview(self, form: QueryDict) -> Preview:
        title, html = form.get("title", ""), form.get("html", "")
        return Preview(
            title=title,
            html=business_constants.fill(wrap_tables(sanitise(html))),
            errors=placeholders.errors(f"{title} {html}", known=business_constants.names()),
        )
