from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from apps.catalog.models import Category
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.protected_rows import ProtectedRowsAdmin


@admin.register(Category)
class CategoryAdmin(AdvertisedTextsMixin, ProtectedRowsAdmin):
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
