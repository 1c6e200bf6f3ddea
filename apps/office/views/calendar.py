"""The calendar of sessions, webinars and meetings, a month or a week at a time."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from apps.accounts.models import User
from apps.core import indian_time
from apps.office import pages
from apps.office.periods import Period
from apps.office.selectors import calendar, schedule
from apps.office.selectors.calendar import Shown
from apps.office.selectors.schedule import Entry

_MONTH, _WEEK = "month", "week"
_EARLIEST, _LATEST = date(2000, 1, 1), date(2099, 12, 31)


class CalendarForm(forms.Form):
    view = forms.ChoiceField(choices=[(_MONTH, "Month"), (_WEEK, "Week")], label="Show a")
    day = forms.DateField(label="Around", widget=forms.DateInput(attrs={"type": "date"}))

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if not _EARLIEST <= day <= _LATEST:
            raise forms.ValidationError("Enter a day from 2000 to 2099.")
        return day


@dataclass(frozen=True, slots=True)
class Item:
    """An entry with the pages that the person may open."""

    shown: Shown
    url: str
    attendees_url: str
    reschedule_url: str
    cancel_url: str


@pages.requires(*schedule.PERMISSIONS)
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    today = indian_time.day_of(now)
    # A bookmark may have one of both alone.
    form = CalendarForm({"view": _MONTH, "day": str(today), **request.GET.dict()})
    view, day = (form.cleaned_data["view"], form.cleaned_data["day"]) if form.is_valid() else (_MONTH, today)
    period = calendar.month_around(day) if view == _MONTH else calendar.week_around(day)
    person = cast(User, request.user)
    weeks = calendar.weeks(period=period, person=person, now=now)
    rows = [[(one, [_item(shown, person, now) for shown in one.entries]) for one in week] for week in weeks]
    return pages.render(
        request,
        "calendar.html",
        title=f"Calendar: {_title(view, period)}",
        form=form,
        name=_title(view, period),
        weekdays=[one.date for one in weeks[0]],
        weeks=rows,
        count=sum(len(items) for week in rows for _, items in week),
        before=_url(view, period.first - timedelta(days=1)),
        after=_url(view, period.last + timedelta(days=1)),
        now_url=_url(view, today),
        is_nav_sidebar_enabled=False,
    )


def _item(shown: Shown, person: User, now: datetime) -> Item:
    entry = shown.entry
    can_change = entry.cancelled_at is None and person.has_perm(f"live.change_{entry.model}")
    return Item(
        shown=shown,
        url=_page_of(entry, "change"),
        attendees_url=reverse("office:attendees", args=[entry.pk, entry.model])
        if person.has_perm("live.view_attendance")
        else "",
        reschedule_url=_page_of(entry, "reschedule") if can_change and entry.starts_at > now else "",
        cancel_url=_page_of(entry, "cancel") if can_change and entry.ends_at > now else "",
    )


def _page_of(entry: Entry, page: str) -> str:
    return reverse(f"admin:live_{entry.model}_{page}", args=[entry.pk])


def _title(view: str, period: Period) -> str:
    first, last = period.first, period.last
    if view == _MONTH:
        return f"{first:%B} {first.year}"
    return f"{first.day} {first:%b} {first.year} to {last.day} {last:%b} {last.year}"


def _url(view: str, day: Any) -> str:
    return f"{reverse('office:calendar')}?{urlencode({'view': view, 'day': str(day)})}"
