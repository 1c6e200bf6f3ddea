from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import get_text_list

from apps.catalog.admin.durations import DurationField, format_duration
from apps.catalog.admin.questions import QuestionInline
from apps.catalog.models import Topic
from apps.catalog.selectors import publishing_facts
from apps.catalog.services import curriculum, owners
from apps.catalog.states import ContentType
from apps.content.admin.public_parts import PublicPartForm
from apps.content.selectors import public_parts
from apps.core import indian_time
from apps.core.advert_words import PublicText
from apps.core.protected_rows import ProtectedRowsAdmin, people
from apps.media.models import Asset

_FILE_FIELDS: tuple[str, dict[str, Any]] = ("Video or PDF", {"fields": ("asset", "poster", "captions")})
_ARTICLE_FIELDS: tuple[str, dict[str, Any]] = ("Article", {"fields": ("text",)})
_FIELDSETS_BY_TYPE = {
    ContentType.VIDEO: [_FILE_FIELDS],
    ContentType.PDF: [_FILE_FIELDS],
    ContentType.ARTICLE: [_ARTICLE_FIELDS],
}


class TopicForm(PublicPartForm):
    texts_of = staticmethod(publishing_facts.texts)
    owner_path = "chapter.course"
    public_fields = ("title", "summary")
    duration_seconds = DurationField(
        label="Length", help_text="Minutes and seconds, such as 12:05. Leave empty to use the video's length."
    )

    class Meta:
        model = Topic
        fields = "__all__"
        widgets = {"text": forms.Textarea(attrs={"rows": 24, "class": "vLargeTextField markup"})}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        video = data.get("asset") if self.instance.content_type == ContentType.VIDEO else None
        if video is not None and data.get("duration_seconds") == 0:
            data["duration_seconds"] = video.duration_seconds
            if not video.duration_seconds:
                self.add_error("duration_seconds", "Enter the length of the video, such as 12:05.")
        for name in ("captions", "attachments"):
            if name in self.changed_data and name in data:
                self._check_removed_files(name, data[name])
        return data

    def changed_texts(self) -> list[PublicText]:
        topic = self.instance
        if not topic.is_published:
            return []
        is_changed = not {"text", "is_free_preview"}.isdisjoint(self.changed_data)
        own = publishing_facts.preview_text(topic) if is_changed else []
        return [*super().changed_texts(), *own]

    def _check_removed_files(self, name: str, chosen: QuerySet[Asset]) -> None:
        """Files of a course with owners can be replaced, but not removed."""
        removed = set(getattr(self.instance, name).all()) - set(chosen)
        count = owners.count_owners(course_id=self.instance.chapter.course_id) if removed else 0
        if count:
            titles = get_text_list(sorted(f"'{asset}'" for asset in removed), "and")
            self.add_error(
                name,
                f"{people(count, 'own')} {titles} cannot be removed from it. "
                "To replace a file, upload the new version on the file's own page.",
            )


@admin.register(Topic)
class TopicAdmin(ProtectedRowsAdmin):
    """
    The text, files or questions of a topic.

    Topics are added, moved, archived and removed, and their type is changed, on the course's curriculum page.
    """

    archive_field = "is_published"
    archived_message = "Archived. Learners and visitors no longer see this topic."
    restored_message = "Restored. Learners and visitors can see this topic again."
    archived_note = "Learners and visitors do not see this topic. Progress is kept."
    form = TopicForm
    change_form_template = "admin/catalog/topic_form.html"
    list_display = ("title", "course", "chapter", "content_type", "length", "is_free_preview", "is_published")
    list_filter = ("is_published", "content_type", "is_free_preview")
    search_fields = ("title", "chapter__course__title")
    ordering = ("chapter__course__title", "chapter__position", "chapter", "position", "pk")
    autocomplete_fields: ClassVar = ["asset", "poster", "captions", "attachments"]
    readonly_fields = ("course", "chapter", "content_type", "is_published")
    inlines = (QuestionInline,)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "title",
                    "summary",
                    ("course", "chapter", "content_type"),
                    "duration_seconds",
                    "is_published",
                    "is_free_preview",
                    "market_data_date",
                )
            },
        ),
    )

    class Media:
        css = {"all": ["brand/curriculum.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Topic]:
        rows: QuerySet[Topic] = super().get_queryset(request).select_related("chapter__course")
        return rows

    def get_fieldsets(self, request: HttpRequest, obj: Topic | None = None) -> Any:
        own = _FIELDSETS_BY_TYPE.get(ContentType(obj.content_type), []) if obj else []
        return [*super().get_fieldsets(request, obj), *own, ("Attachments", {"fields": ("attachments",)})]

    def get_inlines(self, request: HttpRequest, obj: Topic | None) -> Any:
        return self.inlines if obj is not None and obj.content_type == ContentType.QUIZ else ()

    def protection_reason(self, obj: Topic) -> str | None:
        count = owners.count_owners(course_id=obj.chapter.course_id)
        return people(count, "own") if count else None

    def restore_refusal(self, obj: Topic) -> str | None:
        course, day = obj.chapter.course, indian_time.today()
        texts = publishing_facts.texts_of_part(obj)
        problems = public_parts.refusals(course, texts, texts_of=publishing_facts.texts, day=day)
        return " ".join(problems) or None

    def set_archive_field(self, obj: Topic, value: bool) -> None:
        if value:
            curriculum.restore(topic=obj)
        else:
            curriculum.archive(topic=obj)

    @admin.display(ordering="chapter__course__title")
    def course(self, topic: Topic) -> str:
        address = reverse("admin:catalog_course_curriculum", args=[topic.chapter.course_id])
        return format_html('<a href="{}">{}</a>', address, topic.chapter.course)

    @admin.display(ordering="duration_seconds")
    def length(self, topic: Topic) -> str:
        return format_duration(topic.duration_seconds)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_related(self, request: HttpRequest, form: ModelForm, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        course_id = form.instance.chapter.course_id
        curriculum.update_course_duration(course_id=course_id)
        if form.has_changed() or any(formset.has_changed() for formset in formsets):
            curriculum.mark_updated(course_id=course_id, at=timezone.now())

    def delete_model(self, request: HttpRequest, obj: Topic) -> None:
        super().delete_model(request, obj)
        curriculum.update_course_duration(course_id=obj.chapter.course_id)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Topic]) -> None:
        courses = set(queryset.values_list("chapter__course", flat=True))
        super().delete_queryset(request, queryset)
        for course_id in courses:
            curriculum.update_course_duration(course_id=course_id)

    def response_post_save_change(self, request: HttpRequest, obj: Topic) -> HttpResponseRedirect:
        return HttpResponseRedirect(
            reverse("admin:catalog_course_curriculum", args=[obj.chapter.course_id]) + f"#topic-{obj.pk}"
        )

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: Any) -> HttpResponse:
        super().response_delete(request, obj_display, obj_id)
        return HttpResponseRedirect(reverse("admin:catalog_course_changelist"))
