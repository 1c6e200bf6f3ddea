"""
Records consents and their withdrawal.

Each function joins the caller's transaction and locks the person, so concurrent changes are serialised.
`User.can_whatsapp` and `User.engagement_consent` mirror the newest entry of their kinds.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings

from apps.accounts.consent_texts import ConsentText
from apps.accounts.models import Consent, User
from apps.accounts.selectors import login_form
from apps.accounts.services import people, throttles
from apps.accounts.services.throttles import whole_seconds
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.errors import Throttled


class TooManyConsentChanges(Throttled):
    code = "consent_too_many"
    message = "You have changed your consents too often today. You can still withdraw them."


_MIRRORS: Mapping[ConsentKind, str] = {
    ConsentKind.WHATSAPP: "can_whatsapp",
    ConsentKind.ENGAGEMENT: "engagement_consent",
}


def choose(*, person: User, choices: Mapping[ConsentKind, bool], address: str, at: datetime) -> None:
    """
    Record what the person, who is locked, chose on the site, in the caller's transaction.

    Each entry stays for ever, so a day has a limit of them. A withdrawal counts, but is never refused.

    :raises TooManyConsentChanges: if a consent is given beyond the limit
    """
    changed = {kind: given for kind, given in choices.items() if given is not getattr(person, _MIRRORS[kind])}
    for kind, is_given in changed.items():
        counted = [(f"consent-change:{person.pk}", [settings.CONSENT_CHANGE_LIMIT])]
        wait = throttles.longest_wait(counted=counted, now=at)
        if is_given and wait is not None:
            raise TooManyConsentChanges(retry_after=whole_seconds(wait))
        throttles.record_all(counted=counted, now=at)
        act = give if is_given else withdraw
        act(person=person, kind=kind, channel=ConsentChannel.SETTINGS, address=address, at=at)


def give(
    *, person: User, kind: ConsentKind, channel: ConsentChannel, address: str | None, at: datetime
) -> None:
    """Record consent to the current text, unless the person has already given it."""
    people.lock(person=person)
    _give(Consent(person=person, kind=kind, channel=channel, address=address, at=at))


def withdraw(
    *, person: User, kind: ConsentKind, channel: ConsentChannel, address: str | None, at: datetime
) -> None:
    """Record that the consent was withdrawn, unless there is none to withdraw."""
    people.lock(person=person)
    newest = _newest(person, kind)
    if newest is not None and newest.is_given:
        entry = Consent(person=person, kind=kind, channel=channel, address=address, at=at)
        # The entry repeats the text that the person agreed to, which may differ from the current one.
        _append(entry, is_given=False, text=ConsentText(newest.text, newest.text_version), newest=newest)
    _update_person(person, kind, is_live=False)


def record_at_login(*, person: User, can_whatsapp: bool, address: str | None, at: datetime) -> None:
    """
    Record consent to the terms and to the privacy policy, and to WhatsApp if its box was ticked.

    An empty box withdraws nothing, because the form always opens with it empty.
    """
    people.lock(person=person)
    boxes = [ConsentKind.WHATSAPP] if can_whatsapp else []
    for kind in (ConsentKind.TERMS, ConsentKind.PRIVACY, *boxes):
        _give(Consent(person=person, kind=kind, channel=ConsentChannel.LOGIN, address=address, at=at))


def erase(person: User, at: datetime, /) -> None:
    """Withdraw the consent and remove IP addresses. The entries stay as proof."""
    for kind in _MIRRORS:
        withdraw(person=person, kind=kind, channel=ConsentChannel.ERASURE, address=None, at=at)
    Consent.objects.filter(person=person).anonymise()


def _give(entry: Consent) -> None:
    kind = ConsentKind(entry.kind)
    newest, text = _newest(entry.person, kind), login_form.consent_text(kind)
    if newest is None or not newest.is_given or newest.text_version != text.version:
        _append(entry, is_given=True, text=text, newest=newest)
    _update_person(entry.person, kind, is_live=True)


def _append(entry: Consent, *, is_given: bool, text: ConsentText, newest: Consent | None) -> None:
    entry.is_given, entry.text, entry.text_version = is_given, text.text, text.version
    if newest is not None:
        # A request that waited for the lock, or a slow clock, must not sort before the entry it follows:
        # the newest entry counts.
        entry.at = max(entry.at, newest.at + timedelta(microseconds=1))
    entry.save(force_insert=True)


def _newest(person: User, kind: ConsentKind) -> Consent | None:
    return Consent.objects.filter(person=person, kind=kind).newest_first().first()


def _update_person(person: User, kind: ConsentKind, *, is_live: bool) -> None:
    mirror = _MIRRORS.get(kind)
    if mirror is not None and getattr(person, mirror) != is_live:
        setattr(person, mirror, is_live)
        person.save(update_fields=[mirror])
