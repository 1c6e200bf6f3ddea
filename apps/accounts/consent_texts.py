"""The texts that people consent to. Change the version with the text, so that people are asked again."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from apps.accounts.states import ConsentKind


@dataclass(frozen=True, slots=True)
class ConsentText:
    text: str
    version: str


SPECIFIED = "Get alerts, market tips & course updates on WhatsApp"
"""The label of the WhatsApp box until staff write another."""

CURRENT: Mapping[ConsentKind, ConsentText] = MappingProxyType(
    {
        ConsentKind.TERMS: ConsentText(
            text="By continuing you accept the terms and conditions and the privacy policy.",
            version="2026-11",
        ),
        ConsentKind.WHATSAPP: ConsentText(text=SPECIFIED, version="2026-11"),
    }
)
