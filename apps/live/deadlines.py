"""How long before and after what is live something can be done."""

from datetime import timedelta

JOINABLE = timedelta(minutes=15)
"""From how long before the start the room is open to those who booked."""

CHANGEABLE = timedelta(hours=4)
"""Until how long before its start a session can be changed."""

REMINDED = timedelta(hours=24)
"""How long before the start people are first reminded; the second time is when the room opens."""

CREDIT_LASTS = timedelta(days=90)
