"""When members are reminded of the end of their Pro. Registered in `core/business_constants.py`."""

from datetime import timedelta

FIRST_END_REMINDER = timedelta(days=7)

LAST_END_REMINDER = timedelta(days=1)
