"""The page 'Figures and files': totals of a period, and the files that they are the sums of."""

from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.audit.services import trail
from apps.core import indian_time
from apps.core.errors import DomainError
from apps.office import pages, periods
from apps.office.periods import Period, PeriodForm
from apps.office.selectors.files import FILES
from apps.office.services import exports
from apps.office.states import ExportFormat

CONTENT_TYPES = {
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@pages.requires(*pages.EXPORT_PERMISSIONS)
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    today = indian_time.today()
    default = periods.month_before(today)
    # Anything else in the URL is of no concern.
    is_chosen = "first" in request.GET or "last" in request.GET
    form = PeriodForm(request.GET if is_chosen else {"first": default.first, "last": default.last})
    period = form.period if form.is_valid() else None
    files = [file for kind, file in FILES.items() if request.user.has_perm(kind.permission)]
    can_view = request.user.has_perm("office.view_exportrun")
    return pages.render(
        request,
        "figures.html",
        title="Figures and files",
        form=form,
        period=period,
        presets=_presets(today),
        files=[] if period is None else [(file, file.summary(period)) for file in files],
        formats=ExportFormat,
        runs_url=reverse("admin:office_exportrun_changelist") if can_view else "",
    )


@admin.site.admin_view
@require_POST
def export(request: HttpRequest, file: str) -> HttpResponse | FileResponse:
    kind = next((kind for kind in FILES if kind.value == file), None)
    if kind is None:
        raise Http404
    if not request.user.has_perm(kind.permission):
        raise PermissionDenied
    form = PeriodForm(request.POST)
    wanted = request.POST.get("format", "")
    if not form.is_valid() or wanted not in ExportFormat.values:
        messages.error(request, "Choose a period and a format.")
        return HttpResponseRedirect(reverse("office:figures"))
    format, period = ExportFormat(wanted), form.period
    try:
        content = exports.write_file(
            file=FILES[kind], format=format, period=period, by=cast(User, request.user), at=timezone.now()
        )
    except DomainError as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(_url(period))
    trail.record_export(request, what=f"{kind.label}, {period.first} to {period.last}, {format.label}")
    return FileResponse(
        content,
        as_attachment=True,
        filename=f"{kind.value}-{period.first}-to-{period.last}.{format.value}",
        content_type=CONTENT_TYPES[format],
    )


def _presets(today: Any) -> list[tuple[str, str]]:
    year = periods.financial_year_of(today)
    year_before = periods.financial_year_of(year.first.replace(year=year.first.year - 1))
    named = (
        ("Last month", periods.month_before(today)),
        ("This month", periods.month_of(today)),
        (_financial_year(year_before), year_before),
        (_financial_year(year), year),
    )
    return [(name, _url(period)) for name, period in named]


def _financial_year(year: Period) -> str:
    return f"Financial year {year.first.year}-{year.last:%y}"


def _url(period: Period) -> str:
    return f"{reverse('office:figures')}?{urlencode({'first': str(period.first), 'last': str(period.last)})}"
