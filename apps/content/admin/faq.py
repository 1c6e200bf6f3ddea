from typing import Any

from django import forms
from django.contrib import admin
from django.http import QueryDict

from apps.content.admin.preview import Preview, PreviewAdmin
from apps.content.models import FaqArticle, FaqGroup, FaqTopic
from apps.core import figures
from apps.core.advert_words import PublicText
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.changed_fields import ChangedFieldsAdmin, ChangedFieldsTabularInline
from apps.core.html import sanitise, text_lines, wrap_tables


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


class ArticleForm(forms.ModelForm):
    class Meta:
        model = FaqArticle
        fields = "__all__"
        widgets = {"html": forms.Textarea(attrs={"rows": 12, "class": "vLargeTextField markup"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "html" in self.fields:
            self.fields["html"].help_text = f"{self.fields['html'].help_text} {figures.help_text()}."


@admin.register(FaqArticle)
class FaqArticleAdmin(AdvertisedTextsMixin, PreviewAdmin):
    form = ArticleForm
    advertised_fields = ("title", "html")
    list_display = ("title", "group", "position", "is_published")
    list_editable = ("position", "is_published")
    list_filter = ("group__topic", "is_published")
    list_select_related = ("group__topic",)
    search_fields = ("title", "html")
    ordering = ("group__topic__position", "group__topic", "group__position", "group", "position", "pk")

    class Media:
        css = {"all": ["brand/curriculum.css"]}

    def advertised_texts(self, row: FaqArticle) -> list[PublicText]:
        return [PublicText("the question", row.title), PublicText("the answer", text_lines(row.html))]

    def preview(self, form: QueryDict) -> Preview:
        return Preview(
            title=form.get("title", ""), html=figures.fill(wrap_tables(sanitise(form.get("html", ""))))
        )
