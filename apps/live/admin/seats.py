"""The page 'Seats' of a webinar, a mentorship or a session: who waits, and giving a seat."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect

from apps.accounts.models import User
from apps.core.form_fields import LineField
from apps.core.read_only_admin import ReadOnlyAdmin
from apps.live.models import Booking, WaitlistEntry


class GiftForm(forms.Form):
    person = forms.ModelChoiceField(
        User.objects.filter(erased_at__isnull=True, is_active=True),
        help_text="Search by mobile number or name.",
        error_messages={"required": "Choose a person.", "invalid_choice": "Choose a person."},
    )
    reason = LineField(help_text="For our records. The person does not see it.")
    extra_seat = forms.BooleanField(
        label="Add a seat if all are taken",
        required=False,
        help_text="Otherwise a full event stays full, and nothing is given.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        person: Any = self.fields["person"]
        person.widget = AutocompleteSelect(Booking._meta.get_field("person"), admin.site)
        person.widget.choices = person.choices


@admin.register(WaitlistEntry)
class WaitlistEntryAdmin(ReadOnlyAdmin):
    shows_personal_data = True
    list_display = ("item", "person", "number", "status", "joined_at", "offered_until")
    list_filter = ("status",)
    list_select_related = ("person", "webinar", "mentorship", "session")
    search_fields = ("person__mobile", "person__name", "webinar__title", "mentorship__title", "session__name")
    ordering = ("-joined_at", "-pk")
