from typing import ClassVar

from django.contrib import admin

from apps.content.models import Instructor
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.protected_rows import ProtectedRowsAdmin


@admin.register(Instructor)
class InstructorAdmin(AdvertisedTextsMixin, ProtectedRowsAdmin):
    list_display = ("name", "experience", "slug")
    search_fields = ("name", "slug")
    prepopulated_fields: ClassVar = {"slug": ("name",)}

    def view_on_site(self, obj: Instructor) -> str:
        return obj.get_absolute_url()
