"""The words that people consent to; whoever changes one changes its version, and people are asked anew."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from apps.accounts.states import ConsentKind


@dataclass(frozen=True, slots=True)
class Words:
    text: str
    version: str


PRESENT: Mapping[ConsentKind, Words] = MappingProxyType(
    {
        ConsentKind.TERMS: Words(
            text="By continuing you accept the terms and conditions and the privacy policy.",
            version="2026-11",
        ),
        ConsentKind.WHATSAPP: Words(
            text="Get alerts, market tips & course updates on WhatsApp", version="2026-11"
        ),
    }
)
