from typing import ClassVar

from django.contrib import admin

from apps.content.models import Instructor
from apps.core.kept_rows import KeptRowsAdmin


@admin.register(Instructor)
class InstructorAdmin(KeptRowsAdmin):
    list_display = ("name", "experience", "slug")
    search_fields = ("name", "slug")
    prepopulated_fields: ClassVar = {"slug": ("name",)}
