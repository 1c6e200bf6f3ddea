from django.contrib import admin

from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.support.models import ReplyTemplate


@admin.register(ReplyTemplate)
class ReplyTemplateAdmin(AdvertisedTextsMixin, ChangedFieldsAdmin):
    """Texts that staff insert into replies."""

    list_display = ("title",)
    search_fields = ("title", "text")
    ordering = ("title", "pk")
