"""The expected content of a journal in the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from apps.commerce.states import Account

TAX_ACCOUNTS: Mapping[str, str] = MappingProxyType(
    {"CGST": Account.TAX_CGST.value, "SGST": Account.TAX_SGST.value, "IGST": Account.TAX_IGST.value}
)


@dataclass(frozen=True, slots=True)
class Journal:
    cause: str
    at: datetime | None
    parts: Mapping[str, int]
    """By account, without zeros."""
