from django.contrib import admin

from apps.catalog.models import SearchSynonym
from apps.core.changed_fields import ChangedFieldsAdmin


@admin.register(SearchSynonym)
class SearchSynonymAdmin(ChangedFieldsAdmin):
    list_display = ("word", "stands_for")
    search_fields = ("word", "stands_for")
    ordering = ("word",)
