from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html

from apps.audit.csv_import_admin import CsvImportMixin
from apps.catalog import course_csv
from apps.catalog.admin import previews
from apps.catalog.admin.curriculum import ARCHIVE, LOSE_PROGRESS, RESTORE, CurriculumPage, removal_refusal
from apps.catalog.admin.durations import format_duration
from apps.catalog.models import Chapter, Course, CourseInstructor, Topic
from apps.catalog.selectors import publishing_facts
from apps.catalog.services import course_copies, course_imports, curriculum, owners, prices
from apps.content.admin import bulk_pages
from apps.content.admin.copies import CopyMixin
from apps.content.admin.publishable import FIELDS, PublicationMixin, PublishingAdmin
from apps.core.changed_fields import ChangedFieldsTabularInline
from apps.core.csv_imports import Imported
from apps.core.formatting import short_price
from apps.core.protected_rows import people

_COUNTED = ("total_learners", "review_count", "rating", "content_updated_at")
_CONTENT = frozenset(
    ("title", "long_description", "what_you_will_learn", "requirements", "level", "language")
)
"""A change of these is a change of the content that learners are told about."""


class TeachingInline(ChangedFieldsTabularInline):
    model = CourseInstructor
    autocomplete_fields: ClassVar = ["instructor"]
    extra = 0


@admin.register(Course)
class CourseAdmin(CsvImportMixin, CopyMixin, PublicationMixin, PublishingAdmin):
    import_columns = course_csv.COLUMNS
    import_help = (
        "A row for each topic: the first of a course also describes the course, the others repeat its slug. "
        "Prices are in rupees without GST. Types are article and quiz; videos and PDFs are added afterwards."
    )
    actions = ("publish", "change_prices", "duplicate")
    copied = (
        "A draft with the same texts, mentors, price, chapters, topics and quizzes is added.",
        "Videos, PDFs, captions and images are used by both; nothing is uploaded again.",
    )
    not_copied = (
        "Learners, progress, reviews, questions of learners and certificates stay with the old course.",
        "The approval, the original price and the confirmations of the price are asked again.",
    )
    facts_of = staticmethod(publishing_facts.facts)
    public_text_fields = publishing_facts.TEXT_FIELDS
    part_text_fields = ("title", "summary", "text", "is_free_preview")
    price_kind = prices.COURSE
    change_form_template = "admin/catalog/course_form.html"
    list_display = (
        "title",
        "publication",
        "category",
        "level",
        "language",
        "price",
        "is_pro",
        "contents",
    )
    list_filter = ("is_published", "category", "is_pro", "is_new", "level", "language")
    list_select_related = ("category",)
    search_fields = ("title", "weburlname", "teaching__instructor__name")
    date_hierarchy = "published_at"
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    autocomplete_fields: ClassVar = ["category"]
    inlines = (TeachingInline,)
    fieldsets = (
        (None, {"fields": ("title", "weburlname", "category", ("level", "language"))}),
        (
            "Description",
            {"fields": ("lead", "long_description", "what_you_will_learn", "requirements", "link")},
        ),
        (
            "Price and access",
            {
                "fields": (
                    ("offer_price_paise", "markup_price_paise", "markup_last_day"),
                    "is_pro",
                    "access_days",
                )
            },
        ),
        FIELDS,
        ("Publishing", {"fields": ("is_published", "published_at", "is_new")}),
        ("Media", {"fields": ("image", ("figure", "figure_numbers"), "preview_video")}),
        ("Statistics", {"fields": ("duration_seconds", *_COUNTED)}),
    )

    def import_content(self, content: bytes, *, is_dry_run: bool) -> Imported:
        return course_imports.import_courses(content=content, is_dry_run=is_dry_run)

    def authored_rows(self, content: bytes) -> QuerySet[Course]:
        return Course.objects.filter(weburlname__in=self.imported(content, "slug"))

    def protection_reason(self, obj: Course) -> str | None:
        count = owners.count_owners(course_id=obj.pk)
        return people(count, "own") if count else None

    def make_copy(self, row: Course, *, copy_id: UUID, title: str, slug: str) -> tuple[Course, bool]:
        made = course_copies.copy_course(course_id=row.pk, copy_id=copy_id, title=title, slug=slug)
        return made.course, made.is_new

    def who_pays(self, row: Course, *, old_paise: int, new_paise: int) -> list[str]:
        pro = ["Free with Pro."] if row.is_pro else []
        count = row.total_learners
        learners = "1 learner keeps" if count == 1 else f"{count} learners keep"
        owned = [f"{learners} it and pays nothing." if count == 1 else f"{learners} it and pay nothing."]
        return [
            bulk_pages.new_buyers(new_paise),
            *pro,
            *(owned if count else []),
            bulk_pages.open_orders(old_paise),
        ]

    @admin.display(description="price", ordering="offer_price_paise")
    def price(self, course: Course) -> str:
        return short_price(course.offer_price_paise)

    @admin.display(description="curriculum")
    def contents(self, course: Course) -> str:
        return format_html(
            '<a href="{}">Curriculum</a>', reverse("admin:catalog_course_curriculum", args=[course.pk])
        )

    @admin.display(description="length")
    def length(self, course: Course) -> str:
        return f"{format_duration(course.duration_seconds)} (total of all topics)"

    def get_fieldsets(self, request: HttpRequest, obj: Course | None = None) -> Any:
        """With topics, the course's length is computed and read-only."""
        sections = super().get_fieldsets(request, obj)
        if obj is None or not Topic.objects.filter(chapter__course=obj).exists():
            return sections
        computed = {"fields": ("length", *_COUNTED)}
        return [*sections[:-1], (sections[-1][0], computed)]

    def get_readonly_fields(self, request: HttpRequest, obj: Course | None = None) -> tuple[str, ...]:
        return ("length", *_COUNTED, "approval")

    def save_model(self, request: HttpRequest, obj: Course, form: ModelForm, change: bool) -> None:
        if _CONTENT.intersection(form.changed_data):
            obj.content_updated_at = timezone.now()
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: ModelForm, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        curriculum.update_course_duration(course_id=form.instance.pk)

    def recorded_parts(self, obj: Course) -> list[Any]:
        """What the curriculum page changes."""
        chapters = list(Chapter.objects.filter(course=obj))
        return [*chapters, *Topic.objects.filter(chapter__in=chapters)]

    def text_parts(self, row: Course) -> list[Any]:
        return self.recorded_parts(row)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path(
                "<path:object_id>/curriculum/", view(self.curriculum_view), name="catalog_course_curriculum"
            ),
            path("<path:object_id>/preview/", view(self.preview_view), name="catalog_course_preview"),
            *super().get_urls(),
        ]

    def curriculum_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        course = self._get_course(request, object_id)
        if not self.has_change_permission(request, course):
            raise PermissionDenied
        page = CurriculumPage(course=course, data=request.POST if request.method == "POST" else None)
        if request.method == "POST" and page.is_valid():
            self._save_curriculum(request, course, page)
            return HttpResponseRedirect(request.path)
        context = {
            **self._page_context(request, course, "Curriculum"),
            "page": page,
            "lose_progress": LOSE_PROGRESS,
            "archive": ARCHIVE,
            "restore": RESTORE,
        }
        return TemplateResponse(request, "admin/catalog/curriculum.html", context)

    def _save_curriculum(self, request: HttpRequest, course: Course, page: CurriculumPage) -> None:
        try:
            page.save()
        except (curriculum.CourseOwned, IntegrityError):
            owned = owners.count_owners(course_id=course.pk)
            if not (page.removes and owned):
                raise
            # Somebody bought the course after the form was validated.
            messages.error(request, removal_refusal(owned))
            return
        if page.has_changed:
            curriculum.mark_updated(course_id=course.pk, at=timezone.now())
        course.refresh_from_db(fields=["duration_seconds"])
        self.log_change(request, course, f"Changed the curriculum. {page.done_message}".rstrip())
        length = f"Course length: {format_duration(course.duration_seconds)}."
        messages.success(request, f"{page.done_message} Curriculum saved. {length}".lstrip())
        self.warn_of_words(request, course)

    def preview_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        course = self._get_course(request, object_id)
        if not self.has_view_permission(request, course):
            raise PermissionDenied
        preview = previews.preview_context(
            course=course,
            topic_id=request.GET.get("topic", ""),
            person=request.user,  # type: ignore[arg-type]
            now=timezone.now(),
        )
        context = {**self._page_context(request, course, "Preview"), **preview}
        return TemplateResponse(request, "admin/catalog/preview.html", context)

    def _get_course(self, request: HttpRequest, object_id: str) -> Course:
        course: Course | None = self.get_object(request, unquote(object_id))
        if course is None:
            raise Http404
        return course

    def _page_context(self, request: HttpRequest, course: Course, name: str) -> dict[str, Any]:
        return {
            **self.admin_site.each_context(request),
            "title": f"{name}: {course}",
            "name": name,
            "opts": self.opts,
            "course": course,
            # The rows need the full width.
            "is_nav_sidebar_enabled": False,
        }
