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

_BUNDLED = (ConsentKind.TERMS, "2026-11")
"""One entry stood for the terms and the privacy policy."""

CURRENT: Mapping[ConsentKind, ConsentText] = MappingProxyType(
    {
        ConsentKind.TERMS: ConsentText(
            text="By continuing you accept the terms and conditions.", version="2026-11-27"
        ),
        ConsentKind.PRIVACY: ConsentText(
            text="By continuing you accept the privacy policy.", version="2026-11-27"
        ),
        ConsentKind.WHATSAPP: ConsentText(text=SPECIFIED, version="2026-11"),
        ConsentKind.ENGAGEMENT: ConsentText(
            text="Let Rally share which pages I open and what I choose with MoEngage, so that messages and "
            "browser notifications suit me",
            version="2026-11-27",
        ),
    }
)


def subject(kind: str, *, version: str) -> str:
    """What an entry of the consent history is to, in words."""
    return "Terms and privacy policy" if (kind, version) == _BUNDLED else ConsentKind(kind).label
