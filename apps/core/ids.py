"""Ids that may leave the server: UUIDs of version 7, which sort by the time they were made."""

from uuid import UUID

from uuid_utils.compat import uuid7


def new_id() -> UUID:
    return uuid7()


def parsed(text: str) -> UUID | None:
    """The id that this text spells, or None: a malformed id is simply one that nobody has."""
    if len(text) != 36:
        return None
    try:
        return UUID(text)
    except ValueError:
        return None


_NOBODYS = UUID(int=0)


def sought(text: str) -> UUID:
    """The id to look for: what a malformed one names is found as little as what nobody has."""
    return parsed(text) or _NOBODYS
