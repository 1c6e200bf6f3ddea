"""What this app holds of a person, for their download and for the erasure of their account."""

from apps.accounts import personal_data
from apps.pro.selectors import exported


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("subscriptions", export=exported.subscriptions, erase=personal_data.stays)
