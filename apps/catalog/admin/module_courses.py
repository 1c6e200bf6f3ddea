from typing import ClassVar

from django.contrib import admin

from apps.catalog.models import ModuleCourse
from apps.core.changed_fields import ChangedFieldsAdmin


@admin.register(ModuleCourse)
class ModuleCourseAdmin(ChangedFieldsAdmin):
    list_display = ("module", "course")
    list_select_related = ("module", "course")
    search_fields = ("module__title", "course__title")
    autocomplete_fields: ClassVar = ["module", "course"]
    ordering = ("module__position", "module")
