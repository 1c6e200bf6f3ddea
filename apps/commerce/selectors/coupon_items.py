"""The items that staff name when they limit a coupon."""

from collections.abc import Sequence
from uuid import UUID

from apps.core import ids, sellables


def kinds() -> list[str]:
    return sorted(sellable.kind for sellable in sellables.all_kinds())


def find(name: str, *, among: Sequence[str]) -> UUID | None:
    """What is on sale under this slug, address or id, of one of these kinds."""
    key = name.rstrip("/").rpartition("/")[2]
    for kind in among:
        found = sellables.of_kind(kind).find(key=str(ids.parse(key) or key))
        if found is not None:
            return found.item_id
    return None
