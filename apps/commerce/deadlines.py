"""How long a cart, a hold and a refund take. Registered in `core/figures.py`."""

from datetime import timedelta

CART_LIFETIME = timedelta(minutes=30)

HOLD_DURATION = timedelta(minutes=15)
"""How long a buyer has to pay."""

PAYOUT_EXPECTED = timedelta(days=10)
"""The provider pays out two working days after a payment, and after seven for foreign cards."""

PAYOUT_ALARM = timedelta(days=60)
"""How long a payment that was not paid out is shown as a problem."""

REFUND_PROMISE = timedelta(days=10)
"""Banks take five to seven working days."""
