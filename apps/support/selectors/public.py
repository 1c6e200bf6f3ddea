"""The responses of this app's public endpoints, for the endpoints and for server-rendered pages."""

from datetime import datetime
from typing import TypedDict

from apps.core import indian_time
from apps.support.complaint_figures import Figures
from apps.support.selectors import complaints as register


class ComplaintsAnswer(TypedDict):
    data: Figures


def complaints(*, now: datetime) -> ComplaintsAnswer:
    return {"data": register.figures(today=indian_time.day_of(now))}
