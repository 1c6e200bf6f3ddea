from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html

from apps.catalog.admin import previews
from apps.catalog.admin.curriculum import ARCHIVE, LOSE_PROGRESS, RESTORE, CurriculumPage, parts_kept_because
from apps.catalog.admin.lengths import written
from apps.catalog.models import Course, CourseInstructor, Review, Topic
from apps.catalog.services import curriculum, owners
from apps.core.changed_fields import ChangedFieldsTabularInline
from apps.core.kept_rows import KeptRowsAdmin, people
from apps.core.money import Money


class TeachingInline(ChangedFieldsTabularInline):
    model = CourseInstructor
    autocomplete_fields: ClassVar = ["instructor"]
    extra = 0


@admin.register(Course)
class CourseAdmin(KeptRowsAdmin):
    archive_field = "is_published"
    change_form_template = "admin/catalog/course_form.html"
    list_display = (
        "title",
        "category",
        "level",
        "language",
        "price",
        "is_pro",
        "is_published",
        "published_at",
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
        ("Words", {"fields": ("lead", "long_description", "what_you_will_learn", "requirements", "link")}),
        (
            "Price and access",
            {"fields": (("offer_price_paise", "markup_price_paise"), "is_pro", "access_days")},
        ),
        ("Publishing", {"fields": ("is_published", "published_at", "is_new")}),
        ("Pictures", {"fields": ("image", "preview_video")}),
        ("Figures", {"fields": ("duration_seconds", "total_learners", "rating")}),
    )

    def kept_because(self, obj: Course) -> str | None:
        count = owners.count(course_id=obj.pk)
        return people(count, "own") if count else None

    @admin.display(description="price", ordering="offer_price_paise")
    def price(self, course: Course) -> str:
        return f"₹{Money(course.offer_price_paise).on_wire():,}"

    @admin.display(description="contents")
    def contents(self, course: Course) -> str:
        return format_html(
            '<a href="{}">Curriculum</a>', reverse("admin:catalog_course_curriculum", args=[course.pk])
        )

    @admin.display(description="length")
    def length(self, course: Course) -> str:
        return f"{written(course.duration_seconds)} (all topics together)"

    def get_fieldsets(self, request: HttpRequest, obj: Course | None = None) -> Any:
        """What follows from topics and reviews is told, not asked."""
        sections = super().get_fieldsets(request, obj)
        if obj is None or not Topic.objects.filter(chapter__course=obj).exists():
            return sections
        told = {"fields": ("length", "total_learners", "rating")}
        return [*sections[:-1], (sections[-1][0], told)]

    def get_readonly_fields(self, request: HttpRequest, obj: Course | None = None) -> tuple[str, ...]:
        has_reviews = obj is not None and Review.objects.published().filter(course=obj).exists()
        # Buyers count themselves.
        counted = ("length", "total_learners")
        return (*counted, "rating") if has_reviews else counted

    def save_related(self, request: HttpRequest, form: ModelForm, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        curriculum.settle_length(course_id=form.instance.pk)

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
        course = self._asked_course(request, object_id)
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
        except (curriculum.Owned, IntegrityError):
            owned = owners.count(course_id=course.pk)
            if not (page.removes and owned):
                raise
            # Somebody bought the course after the page was checked.
            messages.error(request, parts_kept_because(owned))
            return
        course.refresh_from_db(fields=["duration_seconds"])
        self.log_change(request, course, f"Changed the curriculum. {page.done}".rstrip())
        length = f"The course lasts {written(course.duration_seconds)}."
        messages.success(request, f"{page.done} The curriculum is saved. {length}".lstrip())

    def preview_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        course = self._asked_course(request, object_id)
        if not self.has_view_permission(request, course):
            raise PermissionDenied
        shown = previews.context(
            course=course,
            topic_id=request.GET.get("topic", ""),
            person=request.user,  # type: ignore[arg-type]
            now=timezone.now(),
        )
        context = {**self._page_context(request, course, "Preview"), **shown}
        return TemplateResponse(request, "admin/catalog/preview.html", context)

    def _asked_course(self, request: HttpRequest, object_id: str) -> Course:
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
            # Its rows are wide.
            "is_nav_sidebar_enabled": False,
        }
