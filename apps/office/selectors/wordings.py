"""The wordings that Compliance approves, as the site has them at present."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from apps.accounts.selectors.login_form import LoginFacts
from apps.content.models import SiteSettings
from apps.office.models import WordingApproval
from apps.office.states import WordingKey


@dataclass(frozen=True, slots=True)
class Wording:
    key: WordingKey
    text: str
    approved_by: str
    """The name of whoever approved exactly this text; empty without an approval."""
    approved_at: datetime | None


def texts(settings: SiteSettings, login: LoginFacts) -> Mapping[WordingKey, str]:
    return {
        WordingKey.CONSENT_LABEL: login["consentLabel"],
        WordingKey.VERIFIED_BADGE: settings.verified_badge,
        WordingKey.PRO_HEADING: settings.pro_heading,
    }


def current(settings: SiteSettings, login: LoginFacts) -> list[Wording]:
    present = texts(settings, login)
    rows = WordingApproval.objects.filter(text__in=present.values())
    approvals = {
        (wording, text): (name, at)
        for wording, text, name, at in rows.values_list("wording", "text", "approved_by_name", "approved_at")
    }
    return [Wording(key, text, *approvals.get((key, text), ("", None))) for key, text in present.items()]
