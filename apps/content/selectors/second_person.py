"""Which changes need a second person, and how a proposed change differs from what is there."""

from apps.content import comparison
from apps.content.comparison import Compared
from apps.content.models import ProposedChange, SecondPersonSettings
from apps.content.offers import Offer
from apps.content.states import ChangeKind


def is_needed_for(kind: ChangeKind) -> bool:
    column = "for_pages" if kind == ChangeKind.PAGE else "for_prices"
    return SecondPersonSettings.objects.filter(**{column: True}).exists()


def compare(change: ProposedChange) -> list[Compared]:
    """The parts that differ."""
    if change.kind == ChangeKind.PRICE:
        old, new = ({"price": str(Offer.from_json(found))} for found in (change.old, change.new))
        return comparison.of_texts(old, new, names=("price",))
    return comparison.of_texts(change.old, change.new, names=comparison.PAGE_PARTS)
