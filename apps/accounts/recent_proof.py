"""
Whether this session has proved lately whose it is: by logging in, or by a new OTP since.

A session can be open on a table for days. What would take the account away from its owner asks for a
proof of the last minutes.
"""

from datetime import datetime, timedelta

from django.http import HttpRequest

from apps.accounts.models.session import PROVED
from apps.core.errors import Forbidden

LASTS = timedelta(minutes=10)


class ProofNeeded(Forbidden):
    code = "proof_needed"
    message = "Please confirm that it's you with a new OTP."


def is_fresh(request: HttpRequest, *, now: datetime) -> bool:
    proved: float | None = request.session.get(PROVED)
    return proved is not None and now.timestamp() - proved < LASTS.total_seconds()


def note(request: HttpRequest, *, now: datetime) -> None:
    request.session[PROVED] = now.timestamp()
