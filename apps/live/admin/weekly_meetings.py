"""
Planning the meetings of a mentorship by weekdays, with a preview of their dates.

For an existing mentorship the page makes them. For a new one, which cannot be without meetings, it opens the
page 'Add mentorship' with them, where each can still be edited.
"""

import calendar
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone

from apps.content.selectors import public_parts
from apps.core import indian_time
from apps.core.advert_words import PublicText
from apps.core.errors import DomainError
from apps.core.plain_text import validate_not_blank
from apps.live.admin import confirmed_times
from apps.live.admin.scheduled import ScheduledAdmin, people
from apps.live.models import Mentorship
from apps.live.models.series import MAX_LENGTH
from apps.live.selectors import host_times, meeting_texts, publishing_facts
from apps.live.selectors.host_times import HostTime
from apps.live.services import meetings, weekly_meetings
from apps.live.services.meetings import Added, NewMeeting
from apps.live.services.weekly_meetings import PlannedMeetings, WeeklyPlan

MAX_COUNT = 60


class WeeklyForm(forms.Form):
    subject = forms.CharField(
        max_length=110,
        initial="Meeting",
        validators=[validate_not_blank],
        help_text="Each gets its number behind it: 'Meeting 1'.",
    )
    weekdays = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=list(enumerate(calendar.day_name)),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one weekday."},
    )
    first_date = forms.DateField(
        label="First day",
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text="The first meeting is on the first of these weekdays from then on.",
    )
    starts_time = forms.TimeField(
        label="Starts at",
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text="Indian time.",
    )
    minutes = forms.IntegerField(label="Length in minutes", min_value=5, max_value=720, initial=90)
    count = forms.IntegerField(label="Number of meetings", min_value=1, max_value=MAX_COUNT, initial=6)
    join_url = forms.URLField(
        label="Join link", required=False, max_length=200, assume_scheme="https", help_text="Optional."
    )

    def __init__(self, *args: Any, first_number: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first_number = first_number
        self.planned: PlannedMeetings | None = None

    def clean_first_date(self) -> Any:
        day, today = self.cleaned_data["first_date"], indian_time.today()
        if not today <= day <= today + MAX_LENGTH:
            raise ValidationError("Enter a day from today on, at most two years ahead.")
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            self.planned = weekly_meetings.planned(plan=WeeklyPlan(**cleaned), first_number=self.first_number)
        except DomainError as error:
            raise ValidationError(error.message) from None
        if self.planned.meetings[0].starts_at <= timezone.now():
            self.add_error("starts_time", "The first meeting would have started already.")
        return cleaned

    @property
    def new_meetings(self) -> list[NewMeeting]:
        return self.planned.meetings if self.planned is not None else []


def planned_in(request: HttpRequest) -> list[NewMeeting]:
    """The meetings that the URL of the page 'Add mentorship' plans."""
    if "first_date" not in request.GET:
        return []
    form = WeeklyForm(request.GET)
    return form.new_meetings if form.is_valid() else []


class WeeklyMeetingsAdmin(ScheduledAdmin):
    """The two pages, for the admin of mentorships."""

    change_list_template = "admin/live/mentorship_list.html"

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("plan/", view(self.plan_view), name="live_mentorship_plan"),
            path("<path:object_id>/weekly/", view(self.weekly_view), name="live_mentorship_weekly"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        context = {**(extra_context or {}), "weekly_url": "admin:live_mentorship_weekly"}
        return super().change_view(request, object_id, form_url, context)

    def plan_view(self, request: HttpRequest) -> HttpResponse:
        """For a new mentorship."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = WeeklyForm(request.POST if request.method == "POST" else None)
        if form.is_valid() and "confirmed" in request.POST:
            query = request.POST.copy()
            for name in ("csrfmiddlewaretoken", "confirmed"):
                query.pop(name, None)
            return HttpResponseRedirect(f"{reverse('admin:live_mentorship_add')}?{query.urlencode()}")
        back = reverse("admin:live_mentorship_changelist")
        return self._weekly_page(request, form, {"item": "Mentorships", "back": back, "is_new": True})

    def weekly_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        mentorship = self._item_or_404(request, object_id)
        first_number = mentorship.meetings.count() + 1
        form = WeeklyForm(request.POST if request.method == "POST" else None, first_number=first_number)
        if form.is_valid():
            try:
                meetings.require_addable(mentorship=mentorship, new=form.new_meetings)
                problems = public_parts.refusals(
                    mentorship,
                    [PublicText("a meeting", form.cleaned_data["subject"])],
                    texts_of=publishing_facts.mentorship_texts,
                    day=indian_time.today(),
                )
                if problems:
                    form.add_error("subject", problems)
                elif "confirmed" in request.POST and confirmed_times.are_read(
                    _warnings(mentorship, form), data=request.POST
                ):
                    added = meetings.add(
                        mentorship_id=mentorship.pk, new=form.new_meetings, at=timezone.now()
                    )
                    return self._done(request, mentorship, _added_message(added))
            except DomainError as error:
                form.add_error(None, error.message)
        back = self._change_url(mentorship)
        booked = mentorship.bookings.booked().count()
        context = {
            "item": mentorship,
            "back": back,
            "is_new": False,
            "booked": booked,
            **confirmed_times.box(_warnings(mentorship, form)),
        }
        return self._weekly_page(request, form, context)

    def _weekly_page(self, request: HttpRequest, form: WeeklyForm, context: dict[str, Any]) -> HttpResponse:
        is_preview = form.is_bound and form.is_valid() and "change" not in request.POST
        spans = [(one.title, meeting_texts.span(one.starts_at, one.ends_at)) for one in form.new_meetings]
        full_context = {
            **self.admin_site.each_context(request),
            "title": f"Weekly meetings: {context['item']}",
            "opts": self.opts,
            "form": form,
            "name": "Weekly meetings",
            "spans": spans if is_preview else [],
            "planned": form.planned,
            "is_nav_sidebar_enabled": False,
            **context,
        }
        return TemplateResponse(request, "admin/live/weekly_meetings.html", full_context)


def _added_message(added: Added) -> str:
    count = "1 meeting" if len(added.meetings) == 1 else f"{len(added.meetings)} meetings"
    return f"{count} added." + (f" {people(added.notified)} notified." if added.notified else "")


def _warnings(mentorship: Mentorship, form: WeeklyForm) -> list[str]:
    """For a new mentorship the next page has them."""
    new = form.new_meetings
    return host_times.warnings(
        [HostTime(mentorship.host_id, one.title, one.starts_at, one.ends_at) for one in new]
    )
