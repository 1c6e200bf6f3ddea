"""The tables of complaints, as the regulator has them published."""

from datetime import date
from typing import cast

from apps.content.months import Month
from apps.core import tagged_cache
from apps.support import complaint_figures
from apps.support.complaint_figures import Entry, Figures, Frozen, MonthFigures
from apps.support.models import Complaint, FrozenMonth


@tagged_cache.cached(tags=("site",), key=lambda today: f"complaints:{today}")
def figures(*, today: date) -> Figures:
    return complaint_figures.figures(register(), today=today, frozen=frozen_months())


def register() -> list[Entry]:
    columns = ("source", "received_date", "resolved_date", "is_impersonation")
    return [Entry(*row) for row in Complaint.objects.order_by().values_list(*columns)]


def frozen_months() -> Frozen:
    rows = FrozenMonth.objects.order_by("first_day").values_list("first_day", "figures")
    return {Month.of(first_day): cast(MonthFigures, figures) for first_day, figures in rows}
