"""
Logs login events to the logger `rally.login`.

A line names the person's id, the last two digits of the number and the IP address. It never contains a
full number, a code or a cookie.
"""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest

from apps.accounts.models import User
from apps.core.api.client_ip import client_ip

_logger = logging.getLogger("rally.login")


def write(
    event: str,
    *,
    mobile: str,
    address: str | None = None,
    person_id: UUID | None = None,
    reason: str | None = None,
    **facts: str,
) -> None:
    """Log an event: as a warning if it has a reason, which is the code of an error."""
    values = {
        "number_ending": mobile[-2:],
        "address": address,
        "person": person_id,
        "reason": reason,
        **facts,
    }
    present = {name: str(value) for name, value in values.items() if value is not None}
    _logger.log(logging.INFO if reason is None else logging.WARNING, event, extra={"facts": present})


def log_change_by_staff(
    event: str, *, request: HttpRequest, mobile: str, person_id: UUID, changed: Iterable[str], **facts: str
) -> None:
    """Log what staff changed about who may do what, once the present transaction is committed."""
    by = str(request.user.pk)
    transaction.on_commit(
        partial(
            write,
            event,
            mobile=mobile,
            address=client_ip(request),
            person_id=person_id,
            by=by,
            changed=", ".join(sorted(changed)),
            **facts,
        )
    )


def log_logout(*, request: HttpRequest, user: Any, **_signal: Any) -> None:
    """Receiver of `user_logged_out`, for learners and staff."""
    if isinstance(user, User):
        write("logged out", mobile=user.mobile, address=client_ip(request), person_id=user.pk)
