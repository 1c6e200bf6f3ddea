"""
The hash chain of the ledger: the digest of an entry covers its content and the previous digest.

Each order has its own chain, so that purchases do not wait for each other. Each day has a checkpoint over the
digests of all orders, so that the deletion of a whole order is detected too.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from uuid import UUID

_MODULUS = 2**256


@dataclass(slots=True)
class Day:
    """The number of a day's entries and the sum of their digests, in any order."""

    entries: int = 0
    _sum: int = 0

    def add(self, digest: str) -> None:
        self.entries += 1
        self._sum = (self._sum + int.from_bytes(sha256(digest.encode()).digest())) % _MODULUS

    @property
    def total(self) -> str:
        return f"{self._sum:064x}"


def entry_digest(
    previous: str, *, order_id: UUID, position: int, cause: str, at: datetime, account: str, paise: int
) -> str:
    """`previous` is the digest of the order's entry before this one; empty for the first."""
    return _hashed(previous, order_id, position, cause, at.astimezone(UTC).isoformat(), account, paise)


def day_digest(previous: str, *, day: date, entries: int, total: str) -> str:
    """`previous` is the digest of the checkpoint of the day before; empty for the first."""
    return _hashed(previous, day.isoformat(), entries, total)


def _hashed(*parts: object) -> str:
    # No part contains a line break, so the joined text is unambiguous.
    return sha256("\n".join(str(part) for part in parts).encode()).hexdigest()
