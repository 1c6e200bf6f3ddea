"""How long a cart, a hold and a refund take. Registered in `core/figures.py`."""

from datetime import timedelta

CART_LIFETIME = timedelta(minutes=30)

HOLD_DURATION = timedelta(minutes=15)
"""How long a buyer has to pay."""

REFUND_PROMISE = timedelta(days=10)
"""Banks take five to seven working days."""
