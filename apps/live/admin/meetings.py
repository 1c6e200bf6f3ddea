"""A mentorship's meetings: added on its page, rescheduled and cancelled on their own."""

from datetime import datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest

from apps.content.admin.public_parts import PublicPartForm, PublicPartsFormSet
from apps.core.changed_fields import ChangedFieldsTabularInline
from apps.live.admin import confirmed_times
from apps.live.admin.attendance import AttendanceMixin
from apps.live.admin.days import UpcomingFilter
from apps.live.admin.listed import RECORDING, who_booked
from apps.live.admin.scheduled import ScheduledAdmin, ScheduledForm, people
from apps.live.admin.weekly_meetings import planned_in
from apps.live.models import Meeting, Mentorship
from apps.live.selectors import meeting_texts, publishing_facts
from apps.live.selectors.host_times import HostTime
from apps.live.services import meetings
from apps.live.services.cancellation import Affected
from apps.live.services.meetings import NewMeeting


class MeetingFormSet(PublicPartsFormSet, BaseInlineFormSet):
    """Sets the start and the end of a new mentorship."""

    texts_of = staticmethod(publishing_facts.mentorship_texts)
    part_name = "a meeting"
    public_fields = ("title",)

    def new_meetings(self) -> list[NewMeeting]:
        rows = [form.cleaned_data for form in self.extra_forms if form.has_changed()]
        return [
            NewMeeting(row["title"], row["starts_at"], row["ends_at"], row.get("join_url") or "")
            for row in rows
        ]

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        new = sorted(self.new_meetings(), key=lambda one: one.starts_at)
        mentorship = self.instance
        if mentorship._state.adding and not new:
            raise ValidationError("Add at least one meeting.")
        if mentorship.is_cancelled and new:
            raise ValidationError(meetings.MentorshipCancelled.message)
        _require_no_overlap(mentorship, new)
        if mentorship.host_id is not None:
            planned = [HostTime(mentorship.host_id, one.title, one.starts_at, one.ends_at) for one in new]
            confirmed_times.require_confirmed(planned, data=self.data)
        if mentorship._state.adding:
            mentorship.starts_at, mentorship.ends_at = new[0].starts_at, new[-1].ends_at


class MeetingInline(ChangedFieldsTabularInline):
    model = Meeting
    formset = MeetingFormSet
    fields = ("title", "starts_at", "ends_at", "join_url")
    ordering = ("starts_at",)
    extra = 0
    can_delete = False
    show_change_link = True

    def get_extra(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> int:
        """The page of a new mentorship starts with the meetings that were planned for it."""
        return len(planned_in(request)) if obj is None else self.extra

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MeetingForm(PublicPartForm, ScheduledForm):
    texts_of = staticmethod(publishing_facts.mentorship_texts)
    owner_path = "mentorship"
    public_fields = ("title",)


@admin.register(Meeting)
class MeetingAdmin(AttendanceMixin, ScheduledAdmin):
    form = MeetingForm
    list_display = ("title", "mentorship", "starts_at", "ends_at", "cancelled_at")
    list_filter = (UpcomingFilter, ("cancelled_at", admin.EmptyFieldListFilter))
    list_select_related = ("mentorship",)
    search_fields = ("title", "mentorship__title")
    date_hierarchy = "starts_at"
    readonly_fields = ("mentorship",)
    fieldsets = (
        (None, {"fields": ("mentorship", "title")}),
        ("When and where", {"fields": (("starts_at", "ends_at"), "join_url")}),
        RECORDING,
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Meeting]:
        return super().get_queryset(request).select_related("mentorship")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def protection_reason(self, obj: Meeting) -> str | None:
        who = who_booked(obj.mentorship.bookings.all())
        return who and f"{who} If it will not take place, cancel it instead."

    def delete_model(self, request: HttpRequest, obj: Meeting) -> None:
        meetings.delete_in_transaction(meeting_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Meeting]) -> None:
        for meeting in queryset:
            meetings.delete_in_transaction(meeting_id=meeting.pk)

    def host_of(self, item: Meeting) -> UUID:
        return item.mentorship.host_id

    def booked_item(self, item: Meeting) -> Mentorship:
        return item.mentorship

    def reschedule_item(self, item: Meeting, **values: Any) -> int:
        return meetings.reschedule(meeting_id=item.pk, **values)

    def cancel_item(self, item: Meeting, *, reason: str, at: datetime) -> Affected:
        return meetings.cancel(meeting_id=item.pk, reason=reason, at=at)

    def cancelled_message(self, affected: Affected) -> str:
        return f"Cancelled. {people(affected.paid + affected.free + affected.in_line)} notified."


def _require_no_overlap(mentorship: Mentorship, new: list[NewMeeting]) -> None:
    """For a message beside the form; the service decides."""
    for one, following in pairwise(new):
        if following.starts_at < one.ends_at:
            when = meeting_texts.span(one.starts_at, one.ends_at)
            raise ValidationError(f"“{following.title}” overlaps with “{one.title}”, {when}.")
    if mentorship._state.adding:
        return
    for one in new:
        taken = mentorship.meetings.overlapping(starts_at=one.starts_at, ends_at=one.ends_at).first()
        if taken is not None:
            raise ValidationError(f"“{one.title}”: {meetings.Overlaps(taken).message}")
