from django.contrib import admin

from apps.accounts.admin.read_only import ReadOnlyAdmin
from apps.accounts.models import Consent


@admin.register(Consent)
class ConsentAdmin(ReadOnlyAdmin):
    """Who agreed to what, in which words; the ledger that is shown to whoever asks for proof."""

    list_display = ("at", "mobile", "person", "kind", "is_given", "channel", "text_version")
    list_display_links = ("at",)
    list_filter = ("kind", "channel", "is_given")
    list_select_related = ("person",)
    search_fields = ("person__mobile",)
    search_help_text = "Mobile"
    ordering = ("-at", "-id")
    date_hierarchy = "at"
    fields = ("at", "person", "mobile", "kind", "is_given", "text", "text_version", "channel", "address")

    @admin.display(ordering="person__mobile")
    def mobile(self, consent: Consent) -> str:
        return consent.person.mobile
