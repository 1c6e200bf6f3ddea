"""Which changes need a second person, and how a proposed change differs from what is there."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import Permission
from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.accounts.models import User
from apps.content.models import ProposedChange, SecondPersonSettings
from apps.content.offers import Offer
from apps.content.states import ChangeKind, ChangeStatus

APPROVE = {ChangeKind.PAGE: "approve_page_change", ChangeKind.PRICE: "approve_price_change"}
"""The permission of each kind, in `content`."""

_MAX_LINES = 1000
"""Longer texts are shown one below the other: comparing them could take many seconds."""

_CONTEXT_LINES = 3


@dataclass(frozen=True, slots=True)
class DiffLine:
    mark: str
    """'+', '-', a space, or '@' for a gap."""
    text: str


@dataclass(frozen=True, slots=True)
class Compared:
    name: str
    lines: Sequence[DiffLine]


def is_needed_for(kind: ChangeKind) -> bool:
    column = "for_pages" if kind == ChangeKind.PAGE else "for_prices"
    return not SecondPersonSettings.objects.filter(**{column: False}).exists()


def approvers(kind: ChangeKind) -> QuerySet[User]:
    """Who may approve changes of this kind that somebody else proposed."""
    permission = Permission.objects.filter(content_type__app_label="content", codename=APPROVE[kind])
    allowed = (
        Q(is_superuser=True) | Q(groups__permissions__in=permission) | Q(user_permissions__in=permission)
    )
    return User.objects.filter(allowed, is_active=True, is_staff=True).distinct()


def stuck() -> QuerySet[ProposedChange]:
    """Changes that wait although nobody else may approve them."""
    is_stuck = Q()
    for kind in ChangeKind:
        others = approvers(kind).exclude(pk=OuterRef("proposed_by"))
        is_stuck |= Q(~Exists(others), kind=kind)
    return ProposedChange.objects.filter(is_stuck, status=ChangeStatus.WAITING)


def compare(change: ProposedChange) -> list[Compared]:
    """The parts that differ."""
    if change.kind == ChangeKind.PRICE:
        prices = [str(Offer.from_json(found)) for found in (change.old, change.new)]
        return [Compared("Price", [DiffLine("-", prices[0]), DiffLine("+", prices[1])])]
    return [
        Compared(name.capitalize(), _diff(change.old[name].splitlines(), change.new[name].splitlines()))
        for name in ("title", "lead", "text")
        if change.old[name] != change.new[name]
    ]


def _diff(old: list[str], new: list[str]) -> list[DiffLine]:
    if max(len(old), len(new)) > _MAX_LINES:
        return [*(DiffLine("-", line) for line in old), *(DiffLine("+", line) for line in new)]
    found = difflib.unified_diff(old, new, n=_CONTEXT_LINES, lineterm="")
    # The first two lines name files.
    return [
        DiffLine("@", "") if line.startswith("@@") else DiffLine(line[:1], line[1:])
        for line in list(found)[2:]
    ]
