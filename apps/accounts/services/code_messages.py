"""Sends login codes. The code is looked up again just before it is sent."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from apps.accounts.services import codes, delivery
from apps.outbox.handlers import NotNeeded


def send(payload: Mapping[str, Any], /) -> None:
    """
    Outbox handler for login codes.

    :raises NotNeeded: if the code was used, replaced or has expired
    """
    pending = codes.pending_code(
        issue_id=UUID(payload["issue_id"]),
        mobile=payload["mobile"],
        sealed=payload["sealed"],
        now=timezone.now(),
    )
    if pending is None:
        raise NotNeeded("The OTP was used, replaced or has expired")
    params = {"otp": pending.code, "site": urlsplit(settings.SITE_URL).netloc}
    delivery.deliver(template=codes.TEMPLATE, channels=pending.channels, to=payload["mobile"], params=params)
