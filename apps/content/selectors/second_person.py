"""Which changes need a second person, and how a proposed change differs from what is there."""

from django.contrib.auth.models import Permission
from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.accounts.models import User
from apps.content import comparison
from apps.content.comparison import Compared
from apps.content.listed_price import ListedPrice
from apps.content.models import ProposedChange, SecondPersonSettings
from apps.content.states import ChangeKind, ChangeStatus

APPROVE = {ChangeKind.PAGE: "approve_page_change", ChangeKind.PRICE: "approve_price_change"}
"""The permission of each kind, in `content`."""


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
        old, new = ({"price": str(ListedPrice.from_json(found))} for found in (change.old, change.new))
        return comparison.of_texts(old, new, names=("price",))
    return comparison.of_texts(change.old, change.new, names=comparison.PAGE_PARTS)
