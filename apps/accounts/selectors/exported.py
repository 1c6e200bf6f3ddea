"""What this app's sections of the personal data say of a person."""

from datetime import datetime

from django.db.models import Q

from apps.accounts.models import Entitlement, LoginSession, MobileChange, TrialLead, User
from apps.accounts.selectors import consents as ledger
from apps.accounts.selectors import message_log
from apps.core import indian_time


def profile(person: User, /) -> object:
    return {
        "_id": str(person.pk),
        "name": person.name,
        "email": person.email,
        "mobile": person.mobile,
        "state": person.state,
        "company": person.company,
        "gstNo": person.gst_no,
        "address": person.address,
        "canWhatsapp": person.can_whatsapp,
        "joinedAt": indian_time.on_wire(person.joined_at),
        "lastLoginAt": _moment(person.last_login),
    }


def consents(person: User, /) -> object:
    return [
        {
            "kind": entry.kind,
            "given": entry.is_given,
            "text": entry.text,
            "textVersion": entry.text_version,
            "at": indian_time.on_wire(entry.at),
            "channel": entry.channel,
            "networkAddress": entry.address,
        }
        for entry in ledger.of_person(person=person)
    ]


def entitlements(person: User, /) -> object:
    rows = Entitlement.objects.filter(person=person).order_by("-starts_at", "-pk")
    return [
        {
            "scope": row.scope,
            "itemId": None if row.item_id is None else str(row.item_id),
            "source": row.source,
            "label": row.label,
            "startsAt": indian_time.on_wire(row.starts_at),
            "endsAt": _moment(row.ends_at),
        }
        for row in rows
    ]


def trial(person: User, /) -> object:
    """When the person asked for the free trial, or nothing."""
    theirs = Q(person=person) | Q(mobile=person.mobile)
    lead = TrialLead.objects.filter(theirs).order_by("-asked_at", "-pk").first()
    if lead is None:
        return None
    return {
        "mobile": lead.mobile,
        "askedAt": indian_time.on_wire(lead.asked_at),
        "startedAt": _moment(lead.granted_at),
        # Anybody can enter a number: whose address it was is known once a login has started the trial.
        "networkAddress": lead.address if lead.person_id == person.pk else None,
    }


def messages(person: User, /) -> object:
    """What was written to the person, by name of its text; what is wiped or not sent yet is left out."""
    return [
        {"template": row.payload["template"], "to": row.payload["to"], "at": indian_time.on_wire(row.sent_at)}
        for row in message_log.to_person(person=person)
        if row.sent_at is not None
    ]


def mobile_changes(person: User, /) -> object:
    rows = MobileChange.objects.filter(person=person).order_by("-requested_at", "-pk")
    return [
        {
            "from": row.old_mobile,
            "to": row.new_mobile,
            "requestedAt": indian_time.on_wire(row.requested_at),
            "state": row.status,
        }
        for row in rows
    ]


def sessions(person: User, /) -> object:
    rows = list(LoginSession.objects.filter(person=person).order_by("-started_at", "-pk"))
    return {
        "count": len(rows),
        "devices": [
            {
                "name": row.device,
                "loggedInAt": _moment(row.started_at),
                "lastSeenAt": _moment(row.seen_at),
            }
            for row in rows
        ],
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else indian_time.on_wire(moment)
