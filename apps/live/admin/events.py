from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from apps.content.admin.publishable import FIELDS, PublishingForm
from apps.core.formatting import short_price
from apps.live.admin.attendance import AttendanceMixin
from apps.live.admin.days import DaysFilter
from apps.live.admin.listed import IMAGES, RECORDING, TEXTS, WHEN, ListedAdmin, who_booked, who_pays
from apps.live.admin.meetings import MeetingInline
from apps.live.admin.scheduled import ScheduledAdmin, ScheduledForm, people
from apps.live.admin.weekly_meetings import WeeklyMeetingsAdmin, planned_in
from apps.live.models import Mentorship, Webinar
from apps.live.selectors import publishing_facts
from apps.live.selectors.host_times import HostTime
from apps.live.services import meetings, prices

_GENERAL: Any = (
    None,
    {"fields": ("title", "weburlname", "host", ("language", "category"), "is_published")},
)
_PRICE: Any = ("Price", {"fields": (("price_paise", "markup_price_paise", "markup_last_day"),)})


class EventForm(PublishingForm, ScheduledForm):
    def planned_time(self, cleaned: dict[str, Any]) -> HostTime | None:
        """The time of a webinar. A mentorship takes place at the times of its meetings."""
        event, host = self.instance, cleaned.get("host") or self.instance.host
        if not isinstance(event, Webinar) or {"starts_at", "ends_at", "host"}.isdisjoint(self.changed_data):
            return None
        starts_at, ends_at = cleaned.get("starts_at", event.starts_at), cleaned.get("ends_at", event.ends_at)
        return HostTime(host.pk, str(event), starts_at, ends_at)


class EventAdmin(ScheduledAdmin, ListedAdmin):
    form = EventForm
    price_kind = prices.EVENT
    list_display = (
        "title",
        "host",
        "starts_at",
        "ends_at",
        "price",
        "capacity",
        "seats_taken",
        "is_published",
        "cancelled_at",
    )
    list_filter = (
        "is_published",
        "language",
        "category",
        DaysFilter,
        ("cancelled_at", admin.EmptyFieldListFilter),
    )
    date_hierarchy = "starts_at"

    def protection_reason(self, obj: Webinar | Mentorship) -> str | None:
        return who_booked(obj.bookings.all())

    def who_pays(self, row: Any, *, old_paise: int, new_paise: int) -> list[str]:
        return who_pays(row, old_paise=old_paise, new_paise=new_paise)

    @admin.display(description="price", ordering="price_paise")
    def price(self, event: Webinar | Mentorship) -> str:
        return short_price(event.price_paise)


@admin.register(Webinar)
class WebinarAdmin(AttendanceMixin, EventAdmin):
    facts_of = staticmethod(publishing_facts.webinar_facts)
    fieldsets = (_GENERAL, WHEN, RECORDING, _PRICE, FIELDS, TEXTS, IMAGES)


@admin.register(Mentorship)
class MentorshipAdmin(WeeklyMeetingsAdmin, EventAdmin):
    """Its start and end are those of its meetings, which are rescheduled one by one."""

    facts_of = staticmethod(publishing_facts.mentorship_facts)
    inlines = (MeetingInline,)
    part_text_fields = ("title",)
    can_be_rescheduled = False
    _general: Any = (
        None,
        {"fields": ("title", "weburlname", "host", ("language", "category"), "capacity", "is_published")},
    )
    fieldsets = (_general, _PRICE, FIELDS, TEXTS, IMAGES)

    def recorded_parts(self, obj: Mentorship) -> list[Any]:
        """Meetings are added by a service, also those of the inline."""
        return list(obj.meetings.all())

    def text_parts(self, row: Mentorship) -> list[Any]:
        return self.recorded_parts(row)

    def get_formset_kwargs(self, request: HttpRequest, obj: Any, inline: Any, prefix: str) -> dict[str, Any]:
        kwargs: dict[str, Any] = super().get_formset_kwargs(request, obj, inline, prefix)
        if request.method == "GET" and obj._state.adding:
            kwargs["initial"] = [
                {
                    "title": one.title,
                    "starts_at": one.starts_at,
                    "ends_at": one.ends_at,
                    "join_url": one.join_url,
                }
                for one in planned_in(request)
            ]
        return kwargs

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        new = formset.new_meetings()
        if new:
            added = meetings.add_in_transaction(mentorship_id=form.instance.pk, new=new, at=timezone.now())
            if added.notified:
                self.message_user(request, f"{people(added.notified)} notified of what was added.")
        formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
