"""This app's section of the personal data download, and its erasure."""

from apps.accounts import personal_data
from apps.pro.selectors import exported


def register() -> None:
    """Called once at start-up."""
    personal_data.register(
        "subscriptions", export=exported.subscriptions, erase=personal_data.keep_anonymised
    )
