from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import Truncator

from apps.catalog.models import TopicQuestion
from apps.catalog.services import notices
from apps.core.changed_fields import ChangedFieldsAdmin


class TopicQuestionForm(forms.ModelForm):
    class Meta:
        model = TopicQuestion
        fields = "__all__"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not data.get("answer"):
            self.instance.answered_at = None
        elif self.instance.answered_at is None:
            self.instance.answered_at = timezone.now()
        return data


class IsAnswered(admin.SimpleListFilter):
    title = "answered"
    parameter_name = "answered"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("no", "No"), ("yes", "Yes")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[TopicQuestion]
    ) -> QuerySet[TopicQuestion] | None:
        if self.value() == "no":
            return queryset.filter(answered_at__isnull=True, is_hidden=False)
        return queryset.filter(answered_at__isnull=False) if self.value() == "yes" else queryset


@admin.register(TopicQuestion)
class TopicQuestionAdmin(ChangedFieldsAdmin):
    """Learners' questions. Staff answer them, or hide them from other learners."""

    shows_personal_data = True
    form = TopicQuestionForm
    list_display = ("asked_at", "course", "topic", "display_name", "excerpt", "answered_at", "is_hidden")
    list_filter = (IsAnswered, "is_hidden")
    list_select_related = ("topic__chapter__course",)
    search_fields = ("topic__title", "topic__chapter__course__title", "display_name", "text")
    date_hierarchy = "asked_at"
    ordering = ("-asked_at", "-pk")
    readonly_fields = ("course", "topic", "display_name", "text", "asked_at", "answered_at")
    fields = (*readonly_fields, "answer", "is_hidden")

    @admin.display(description="question")
    def excerpt(self, question: TopicQuestion) -> str:
        return Truncator(question.text).chars(90)

    @admin.display(ordering="topic__chapter__course__title")
    def course(self, question: TopicQuestion) -> str:
        return str(question.topic.chapter.course)

    def save_model(self, request: HttpRequest, obj: TopicQuestion, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if obj.answer and not form.initial.get("answer"):
            notices.notify_answered(question=obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
