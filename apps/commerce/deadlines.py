"""How long a cart, a hold and a refund take. Registered in `core/business_constants.py`."""

from datetime import timedelta
from math import ceil

CART_LIFETIME = timedelta(minutes=30)

HOLD_DURATION = timedelta(minutes=15)
"""How long a buyer has to pay."""

PAYOUT_EXPECTED = timedelta(days=10)
"""The provider pays out two working days after a payment, and after seven for foreign cards."""

PAYOUT_ALARM = timedelta(days=60)
"""How long a payment that was not paid out is shown as a problem."""

BANK_REFUND_DAYS = (5, 7)
"""Working days that banks take to show a refund: at least, at most."""

REFUND_PROMISE = timedelta(days=ceil(BANK_REFUND_DAYS[1] * 7 / 5))
"""The most that a bank takes, in days of the calendar: five of seven are working days."""


def bank_refund_time() -> str:
    return f"{BANK_REFUND_DAYS[0]} to {BANK_REFUND_DAYS[1]} working days"
