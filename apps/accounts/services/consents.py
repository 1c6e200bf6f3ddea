"""
What people consent to, written down as it happens.

Each function joins its caller's transaction and holds the person until its end, so that rivals write one
after the other. What the ledger says of WhatsApp the person's own row says, too.
"""

from datetime import datetime, timedelta

from apps.accounts import consent_texts
from apps.accounts.consent_texts import Words
from apps.accounts.models import Consent, User
from apps.accounts.services import people
from apps.accounts.states import ConsentChannel, ConsentKind


def give(
    *, person: User, kind: ConsentKind, channel: ConsentChannel, address: str | None, at: datetime
) -> None:
    """Note that the person agrees to the present words; if they do already, nothing is written."""
    people.hold(person=person)
    _give(Consent(person=person, kind=kind, channel=channel, address=address, at=at))


def withdraw(
    *, person: User, kind: ConsentKind, channel: ConsentChannel, address: str | None, at: datetime
) -> None:
    """Note that the person agrees no longer; if they do not anyway, nothing is written."""
    people.hold(person=person)
    newest = _newest(person, kind)
    if newest is not None and newest.is_given:
        entry = Consent(person=person, kind=kind, channel=channel, address=address, at=at)
        # They take back the words that they agreed to, whatever the present ones are.
        _append(entry, is_given=False, words=Words(newest.text, newest.text_version), newest=newest)
    _show(person, kind, is_live=False)


def record_at_login(*, person: User, can_whatsapp: bool, address: str | None, at: datetime) -> None:
    """
    Note what the login form says: the terms always, WhatsApp if its box is ticked.

    A box that was left empty takes nothing back: it is empty whenever the form opens.
    """
    people.hold(person=person)
    kinds = [ConsentKind.TERMS, ConsentKind.WHATSAPP] if can_whatsapp else [ConsentKind.TERMS]
    for kind in kinds:
        _give(Consent(person=person, kind=kind, channel=ConsentChannel.LOGIN, address=address, at=at))


def erase(person: User, at: datetime, /) -> None:
    """End what the person agreed to; that they once did stays as proof, from where does not."""
    withdraw(person=person, kind=ConsentKind.WHATSAPP, channel=ConsentChannel.ERASURE, address=None, at=at)
    Consent.objects.filter(person=person).forget_addresses()


def _give(entry: Consent) -> None:
    kind = ConsentKind(entry.kind)
    newest, words = _newest(entry.person, kind), consent_texts.PRESENT[kind]
    if newest is None or not newest.is_given or newest.text_version != words.version:
        _append(entry, is_given=True, words=words, newest=newest)
    _show(entry.person, kind, is_live=True)


def _append(entry: Consent, *, is_given: bool, words: Words, newest: Consent | None) -> None:
    entry.is_given, entry.text, entry.text_version = is_given, words.text, words.version
    if newest is not None:
        # A call that was overtaken while it waited, or a clock that is late, must not sort before what
        # it changes: the newest entry is the one that holds.
        entry.at = max(entry.at, newest.at + timedelta(microseconds=1))
    entry.save(force_insert=True)


def _newest(person: User, kind: ConsentKind) -> Consent | None:
    return Consent.objects.filter(person=person, kind=kind).newest_first().first()


def _show(person: User, kind: ConsentKind, *, is_live: bool) -> None:
    if kind is ConsentKind.WHATSAPP and person.can_whatsapp != is_live:
        person.can_whatsapp = is_live
        person.save(update_fields=["can_whatsapp"])
