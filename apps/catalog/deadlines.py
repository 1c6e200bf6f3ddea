"""How long a course is open, and how old its prices are. Registered in `core/business_constants.py`."""

from datetime import timedelta

COURSE_ACCESS = timedelta(days=365)
"""What a new course starts with; each course has its own."""

MARKET_DATA_DELAY = timedelta(days=30)
"""How old a market price must be before it is taught with."""


def course_access_days() -> int:
    return COURSE_ACCESS.days
