"""Links to lists of the admin."""

from typing import Any

from django.urls import reverse
from django.utils.http import urlencode


def changelist(model: str, **lookups: Any) -> str:
    """`changelist("commerce.order", status__exact="paid")`."""
    url = reverse(f"admin:{model.replace('.', '_')}_changelist")
    return f"{url}?{urlencode(lookups)}" if lookups else url
