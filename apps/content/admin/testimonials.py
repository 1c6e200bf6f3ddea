from django.contrib import admin

from apps.content.models import Testimonial
from apps.core.changed_fields import ChangedFieldsAdmin


@admin.register(Testimonial)
class TestimonialAdmin(ChangedFieldsAdmin):
    list_display = ("username", "location", "rating", "earnings", "earnings_verified", "is_published")
    list_filter = ("is_published", "earnings_verified", "rating")
    search_fields = ("username", "review", "location")
    ordering = ("position", "pk")
