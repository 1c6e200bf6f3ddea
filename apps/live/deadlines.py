"""How long before or after a start something can be done. Registered in `core/business_constants.py`."""

from datetime import timedelta

JOIN_OPENS_BEFORE = timedelta(minutes=15)
"""From how long before the start attendees get the join link."""

CHANGE_DEADLINE = timedelta(hours=4)
"""Until how long before its start a session can be swapped or cancelled."""

FIRST_REMINDER = timedelta(hours=24)
"""How long before the start the first reminder is sent. The second is sent when joining opens."""

CREDIT_VALIDITY = timedelta(days=90)
"""How long a cancelled session can be used for another."""

SEAT_OFFER = timedelta(minutes=30)
"""How long a seat is held for the first on the waiting list; never past the start."""

SESSIONS_AHEAD = timedelta(days=180)
"""How far ahead the sessions of a series are created."""
