"""
What happens to logins, as lines of the logger `rally.login`.

A line tells who by the person's id and the number's last two digits, and from where. It never holds a
number, a code or a cookie.
"""

import logging
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from apps.accounts.models import User
from apps.core.api.address import client_address

_logger = logging.getLogger("rally.login")


def note(
    event: str,
    *,
    mobile: str,
    address: str | None = None,
    person_id: UUID | None = None,
    reason: str | None = None,
    **facts: str,
) -> None:
    """Write the line; one with a reason is a refusal, and a warning."""
    told = {"number_ending": mobile[-2:], "address": address, "person": person_id, "reason": reason, **facts}
    known = {name: str(value) for name, value in told.items() if value is not None}
    _logger.log(logging.INFO if reason is None else logging.WARNING, event, extra={"facts": known})


def note_logout(*, request: HttpRequest, user: Any, **_signal: Any) -> None:
    """Receives `user_logged_out`, which learners and staff end their session with."""
    if isinstance(user, User):
        note("logged out", mobile=user.mobile, address=client_address(request), person_id=user.pk)
