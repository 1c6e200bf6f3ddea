"""Ids for the database and the API: UUIDs of version 7, which sort by creation time."""

from uuid import UUID

from uuid_utils.compat import uuid7


def new_id() -> UUID:
    return uuid7()


def parse(text: str) -> UUID | None:
    """The id in this text, or None if it is malformed."""
    if len(text) != 36:
        return None
    try:
        return UUID(text)
    except ValueError:
        return None


_NIL = UUID(int=0)


def lookup_id(text: str) -> UUID:
    """The id to query for: a malformed one becomes the nil UUID, which no row has."""
    return parse(text) or _NIL
