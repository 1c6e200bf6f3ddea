from typing import ClassVar

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from apps.catalog.models import Category, Course, CourseInstructor
from apps.core.money import Money


@admin.register(Category)
class CategoryAdmin(admin.ModelAdmin):
    list_display = ("title", "icon", "hue", "position", "course_count")
    list_editable = ("position",)
    search_fields = ("title",)
    ordering = ("position", "title")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Category]:
        rows: QuerySet[Category] = super().get_queryset(request).annotate(course_count=Count("courses"))
        return rows

    @admin.display(description="courses", ordering="course_count")
    def course_count(self, category: Category) -> int:
        return category.course_count  # type: ignore[attr-defined, no-any-return]


class TeachingInline(admin.TabularInline):
    model = CourseInstructor
    autocomplete_fields: ClassVar = ["instructor"]
    extra = 0


@admin.register(Course)
class CourseAdmin(admin.ModelAdmin):
    list_display = (
        "title",
        "category",
        "level",
        "language",
        "price",
        "is_pro",
        "is_published",
        "published_at",
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
        ("Pictures", {"fields": ("image", ("image_width", "image_height"), "preview_video")}),
        ("Figures", {"fields": ("duration_seconds", "total_learners", "rating")}),
    )

    @admin.display(description="price", ordering="offer_price_paise")
    def price(self, course: Course) -> str:
        return f"₹{Money(course.offer_price_paise).on_wire():,}"
