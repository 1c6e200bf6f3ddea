"""The filter of a list by the day on which its rows start. Django's knows the past only."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.views.main import SEARCH_VAR
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.core import indian_time

_ALL = "all"
_COLUMN = "starts_at"


class DaysFilter(admin.SimpleListFilter):
    title = "days"
    parameter_name = "days"
    opens_with = _ALL

    def __init__(self, request: HttpRequest, *args: Any) -> None:
        super().__init__(request, *args)
        # Whoever searches, or has chosen a month, means all rows.
        is_narrowed = any(name == SEARCH_VAR or name.startswith(f"{_COLUMN}__") for name in request.GET)
        self._default = _ALL if is_narrowed else self.opens_with

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("later", "Today and later"),
            ("today", "Today"),
            ("week", "Today and 6 days"),
            ("past", "Before today"),
            (_ALL, "All"),
        ]

    def value(self) -> str:
        given = super().value()
        return given if given in dict(self.lookup_choices) else self._default

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Without Django's 'All', which is no parameter."""
        return islice(super().choices(changelist), 1, None)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if request.POST.get(ACTION_CHECKBOX_NAME) and request.POST.get("select_across", "0") == "0":
            # What was chosen in the list before midnight is chosen after it.
            return queryset
        today = indian_time.start_of_day(indian_time.today())
        spans = {
            "later": {f"{_COLUMN}__gte": today},
            "today": {f"{_COLUMN}__gte": today, f"{_COLUMN}__lt": today + timedelta(days=1)},
            "week": {f"{_COLUMN}__gte": today, f"{_COLUMN}__lt": today + timedelta(days=7)},
            "past": {f"{_COLUMN}__lt": today},
            _ALL: {},
        }
        return queryset.filter(**spans[self.value()])


class UpcomingFilter(DaysFilter):
    """For lists with rows for each day of years: they open with those of today and later."""

    opens_with = "later"
