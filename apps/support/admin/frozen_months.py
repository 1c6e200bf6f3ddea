from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.content.months import Month
from apps.core.read_only_admin import ReadOnlyAdmin
from apps.support.admin.threads import datetime_text
from apps.support.complaint_figures import MonthFigures
from apps.support.models import FrozenMonth

_COLUMNS = (
    ("Received from", "receivedFrom"),
    ("Pending before", "pendingBefore"),
    ("Received", "received"),
    ("Resolved", "resolved"),
    ("Pending", "pending"),
    ("Pending > 3 months", "pendingOverThreeMonths"),
    ("Average days", "averageResolutionDays"),
)


@admin.register(FrozenMonth)
class FrozenMonthAdmin(ReadOnlyAdmin):
    """
    The published figures of past months. An entry of a frozen month is corrected in the complaints register,
    with a reason; each correction is listed here with the figures before it.
    """

    list_display = ("__str__", "received", "resolved", "pending", "frozen_at", "correction_count")
    ordering = ("-first_day",)
    fields = ("first_day", "frozen_at", "figures_now", "corrections")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("corrections__by")

    @admin.display
    def received(self, row: FrozenMonth) -> int:
        return int(row.figures["total"]["received"])

    @admin.display
    def resolved(self, row: FrozenMonth) -> int:
        return int(row.figures["total"]["resolved"])

    @admin.display
    def pending(self, row: FrozenMonth) -> int:
        return int(row.figures["total"]["pending"])

    @admin.display(description="corrections")
    def correction_count(self, row: FrozenMonth) -> int:
        return len(row.corrections.all())

    @admin.display(description="figures")
    def figures_now(self, row: FrozenMonth) -> SafeString:
        return _table(row.figures, caption=Month.of(row.first_day).label)

    @admin.display(description="corrections")
    def corrections(self, row: FrozenMonth) -> SafeString | str:
        rows = [
            (
                datetime_text(correction.at),
                correction.by or "",
                correction.reason,
                _table(correction.before, caption="Before"),
                _table(correction.after, caption="After"),
            )
            for correction in row.corrections.all()
        ]
        return format_html_join("", "<h3>{}, {}</h3><p>{}</p>{}{}", rows) if rows else "None"


def _table(figures: MonthFigures, *, caption: str) -> SafeString:
    head = format_html_join("", '<th scope="col">{}</th>', ((label,) for label, _ in _COLUMNS))
    rows = [*figures["sources"], figures["total"]]
    cells = [[_cell(dict(row)[name]) for _, name in _COLUMNS] for row in rows]
    lines = [format_html_join("", "<td>{}</td>", ((cell,) for cell in line)) for line in cells]
    body = format_html_join("", "<tr>{}</tr>", ((line,) for line in lines))
    return format_html(
        '<div class="figures"><table><caption>{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table>'
        "<p>Due to impersonation: {}</p></div>",
        caption,
        head,
        body,
        figures["impersonation"],
    )


def _cell(value: Any) -> Any:
    return "-" if value is None else value
