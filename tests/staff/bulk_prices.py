"""Presses the action 'Change the price' as staff do: chosen rows, a preview, and its button."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from apps.accounts.models import User


def post(client: Client, rows: list[Any], **values: str) -> Any:
    meta = rows[0]._meta
    url = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    chosen = {"action": "change_prices", "_selected_action": [str(row.pk) for row in rows]}
    return client.post(url, {**chosen, **values}, follow="confirmed" in values)


def preview(client: Client, rows: list[Any], **values: str) -> tuple[str, dict[str, str]]:
    """The text of the preview, and what its button sends."""
    page = post(client, rows, preview="1", **values).content.decode()
    found = re.search(r'name="shown" value="([^"]+)"', page)
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    return text, {**values, "shown": found[1] if found else "", "confirmed": "1"}


def approver() -> User:
    return User.objects.create_user(mobile="9866666663", name="Asha", is_staff=True)
