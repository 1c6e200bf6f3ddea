"""The items that staff name when they limit a coupon."""

from collections.abc import Sequence
from uuid import UUID

from apps.core import ids, sellables


def kinds() -> list[str]:
    return sorted(sellable.kind for sellable in sellables.all_kinds())


def titles(item_ids: Sequence[str], *, among: Sequence[str]) -> list[str]:
    """The titles of items of these kinds, in the order of the ids."""
    found = ([sellables.of_kind(kind).find(key=key) for kind in among] for key in item_ids)
    return [next((one.title for one in of_id if one), "one that is not on sale") for of_id in found]


def find(name: str, *, among: Sequence[str]) -> UUID | None:
    """What is on sale under this slug, address or id, of one of these kinds."""
    key = name.rstrip("/").rpartition("/")[2]
    for kind in among:
        found = sellables.of_kind(kind).find(key=str(ids.parse(key) or key))
        if found is not None:
            return found.item_id
    return None
