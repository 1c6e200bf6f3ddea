"""The admin's first page: what happens today, what came in, what waits for staff and what is wrong."""

import io
from typing import cast

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from apps.accounts.models import User
from apps.audit.services import trail
from apps.core import indian_time
from apps.core.formatting import exact_price
from apps.core.spreadsheets import CellKind, Heading, indian_day, write_csv
from apps.office import charts, pages
from apps.office.selectors import readiness, schedule
from apps.office.selectors.home import counts, sales, swaps, today, workers
from apps.office.views.readiness import VIEW as VIEW_READINESS

_SALES = "commerce.view_order"


@admin.site.admin_view
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Each part only for staff who may view its rows."""
    person, now = cast(User, request.user), timezone.now()
    checks = counts.counted(person=person, now=now)
    sold = sales.by_day_and_kind(now=now) if person.has_perm(_SALES) else None
    found = workers.findings(person=person, now=now)
    opening = readiness.cached() if person.has_perm(VIEW_READINESS) else None
    context = {
        "today": indian_time.day_of(now),
        "can_view_events": any(person.has_perm(permission) for permission in schedule.PERMISSIONS),
        "events": today.events(person=person, now=now),
        "sales": sold,
        "swaps": swaps.of_this_month(now=now) if sold and person.has_perm("live.view_booking") else None,
        "chart": _chart(sold) if sold else None,
        "money": checks["money"],
        "waiting": checks["waiting"],
        "checks": checks["wrong"],
        "wrong": [check for check in checks["wrong"] if check.count],
        "findings": found,
        "readiness": opening,
        "opening": opening and readiness.with_links(opening.open_items, person=person),
        "is_open_by_default": not settings.SEEDS_DEMO_DATA,
        "alarms": [finding for finding in found if finding.is_alarm],
    }
    return pages.render(request, "home.html", title="Home", **context)


@admin.site.admin_view
@require_safe
def sales_csv(request: HttpRequest) -> HttpResponse:
    """The chart's days."""
    if not request.user.has_perms((_SALES, "accounts.export_data")):
        raise PermissionDenied
    trail.record_export(request, what="Sales by day")
    headings = (
        Heading("Day", CellKind.DAY),
        Heading("Orders", CellKind.NUMBER),
        Heading("Sales with GST", CellKind.RUPEES),
    )
    rows = (
        (day.day, day.amount.orders, day.amount.paise)
        for day in sales.by_day_and_kind(now=timezone.now()).days
    )
    content = io.BytesIO()
    write_csv(content, headings, rows)
    response = HttpResponse(content.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="sales-by-day.csv"'
    return response


def _chart(sold: sales.Sales) -> charts.BarChart:
    labels = [f"{indian_day(day.day)}: {exact_price(day.amount.paise)}" for day in sold.days]
    return charts.bar_chart([day.amount.paise for day in sold.days], labels=labels)
