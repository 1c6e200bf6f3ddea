"""The tables of complaints, as the regulator has them published."""

from datetime import date

from apps.core import tagged_cache
from apps.support import complaint_figures
from apps.support.complaint_figures import Entry, Figures
from apps.support.models import Complaint


def figures(*, today: date) -> Figures:
    return tagged_cache.get_or_set(tags=("site",), key=f"complaints:{today}", make=lambda: _read(today=today))


def _read(*, today: date) -> Figures:
    columns = ("source", "received_date", "resolved_date", "is_impersonation")
    rows = Complaint.objects.order_by().values_list(*columns)
    return complaint_figures.figures((Entry(*row) for row in rows), today=today)
