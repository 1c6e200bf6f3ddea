from django.contrib import admin

from apps.accounts.models import Consent
from apps.core.read_only_admin import ReadOnlyAdmin


@admin.register(Consent)
class ConsentAdmin(ReadOnlyAdmin):
    """The consent history, with the exact text each person agreed to, as proof of consent."""

    shows_personal_data = True
    list_display = ("at", "mobile", "person", "subject", "is_given", "channel", "text_version")
    list_display_links = ("at",)
    list_filter = ("kind", "channel", "is_given")
    linked_lookups = ("person__id__exact",)
    list_select_related = ("person",)
    search_fields = ("person__mobile",)
    search_help_text = "Mobile number."
    ordering = ("-at", "-id")
    date_hierarchy = "at"
    fields = ("at", "person", "mobile", "subject", "is_given", "text", "text_version", "channel", "address")

    @admin.display(ordering="person__mobile")
    def mobile(self, consent: Consent) -> str:
        return consent.person.mobile
