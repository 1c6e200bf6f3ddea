import hashlib
from typing import TypedDict

from apps.accounts import consent_texts
from apps.accounts.consent_texts import ConsentText
from apps.accounts.models import LoginSettings
from apps.accounts.states import ConsentKind
from apps.core.json_types import component


@component("LoginFormOut")
class LoginFacts(TypedDict):
    consentRequired: bool
    consentLabel: str


def facts() -> LoginFacts:
    """What the login form must know before anybody logs in."""
    row = _saved()
    return {"consentRequired": row.consent_is_required, "consentLabel": row.consent_label}


def consent_text(kind: ConsentKind) -> ConsentText:
    """The text that a consent given now agrees to. A label by staff has its digest as version."""
    text = consent_texts.CURRENT[kind]
    if kind is not ConsentKind.WHATSAPP:
        return text
    label = _saved().consent_label
    if label == consent_texts.SPECIFIED:
        return text
    digest = hashlib.sha256(label.encode()).hexdigest()
    return ConsentText(text=label, version=f"site-{digest[:12]}")


def _saved() -> LoginSettings:
    return LoginSettings.objects.filter(pk=LoginSettings.ONLY_ID).first() or LoginSettings()
