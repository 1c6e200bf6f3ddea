"""
Whether an OTP or a login recently confirmed the session's owner.

A session can stay open for days on a shared device. Actions that could take the account from its owner
require a recent reauthentication.
"""

from datetime import datetime

from django.http import HttpRequest

from apps.accounts import deadlines
from apps.accounts.models.session import REAUTHENTICATED
from apps.core.errors import Forbidden


class ReauthenticationRequired(Forbidden):
    code = "proof_needed"
    message = "Please confirm that it's you with a new OTP."


def is_recent(request: HttpRequest, *, now: datetime) -> bool:
    confirmed_at: float | None = request.session.get(REAUTHENTICATED)
    return (
        confirmed_at is not None
        and now.timestamp() - confirmed_at < deadlines.REAUTHENTICATION_VALIDITY.total_seconds()
    )


def record(request: HttpRequest, *, now: datetime) -> None:
    request.session[REAUTHENTICATED] = now.timestamp()
