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
    """Identifies the warnings that staff have read: another one is shown first."""
    return hashlib.sha256("\n".join(warnings).encode()).hexdigest()[:16] if warnings else ""


def are_read(warnings: Sequence[str], *, data: Any) -> bool:
    """Whether the box beside just these warnings is ticked, or there are none."""
    return not warnings or digest(warnings) in data.getlist(SAVE_ANYWAY)


def box(warnings: Sequence[str]) -> dict[str, Any]:
    """For a page that shows the warnings and the box itself."""
    return {"warnings": warnings, "save_anyway": SAVE_ANYWAY, "read": digest(warnings)}


def require_confirmed(planned: Sequence[HostTime], *, data: Any, instead_of: Collection[UUID] = ()) -> None:
    """:raises ValidationError: with the warnings and the box, unless the form has them ticked"""
    warnings = host_times.warnings(planned, instead_of=instead_of)
    if are_read(warnings, data=data):
        return
    label = '<label><input type="checkbox" name="{}" value="{}"> Save anyway</label>'
    raise ValidationError([*warnings, format_html(label, SAVE_ANYWAY, digest(warnings))])
