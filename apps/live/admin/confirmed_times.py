"""Times that staff are warned of: the form comes back once, says why, and has a box 'Save anyway'."""

import hashlib
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.html import format_html

from apps.live.selectors import host_times
from apps.live.selectors.host_times import HostTime

SAVE_ANYWAY = "save_anyway"


def digest(warnings: Sequence[str]) -> str:
    """Of what was read: another warning is asked again."""
    return hashlib.sha256("\n".join(warnings).encode()).hexdigest()[:16] if warnings else ""


def require_confirmed(planned: Sequence[HostTime], *, data: Any, instead_of: Collection[UUID] = ()) -> None:
    """:raises ValidationError: with the warnings and the box, unless the form has them ticked"""
    warnings = host_times.warnings(planned, instead_of=instead_of)
    read = digest(warnings)
    if not warnings or read in data.getlist(SAVE_ANYWAY):
        return
    box = format_html(
        '<label><input type="checkbox" name="{}" value="{}"> Save anyway</label>', SAVE_ANYWAY, read
    )
    raise ValidationError([*warnings, box])
