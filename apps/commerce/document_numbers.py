"""The number and the date of an invoice or credit note, and how the provider's notes keep them."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from apps.core import indian_time

_INVOICE = re.compile(r"INV[0-9]{4}[B-Z]?-[0-9]{7}")


@dataclass(frozen=True, slots=True)
class Numbered:
    """
    A document's number, and the time that it is dated.

    As text it stands in the provider's notes: with it, an invoice that was lost is issued again as it was.
    """

    number: str
    issued_at: datetime

    def __str__(self) -> str:
        return f"{self.number} {self.issued_at.isoformat()}"

    @property
    def year(self) -> str:
        return self.number[3:7]

    @property
    def letter(self) -> str:
        return self.number[7:-8]

    @property
    def place(self) -> int:
        return int(self.number[-7:])


def noted(text: str) -> Numbered | None:
    """The invoice in an order's notes; None if it is none of ours."""
    number, _, time = text.partition(" ")
    try:
        issued_at = datetime.fromisoformat(time)
    except ValueError:
        return None
    if not _INVOICE.fullmatch(number) or issued_at.tzinfo is None:
        return None
    invoice = Numbered(number, issued_at.astimezone(UTC))
    return invoice if invoice.year == indian_time.financial_year(issued_at) else None
