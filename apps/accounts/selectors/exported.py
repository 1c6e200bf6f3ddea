"""This app's sections of the personal data export."""

from django.db.models import Q

from apps.accounts.models import Entitlement, LoginSession, LostNumber, MobileChange, TrialLead, User
from apps.accounts.selectors import consents as ledger
from apps.accounts.selectors import message_log
from apps.accounts.states import DeliveryStatus, MobileChangeStatus
from apps.audit.models import AuditEntry
from apps.core import indian_time


def profile(person: User, /) -> object:
    return {
        "_id": str(person.pk),
        "name": person.name,
        "email": person.email,
        "emailConfirmed": person.has_confirmed_email,
        "mobile": person.mobile,
        "state": person.state,
        "company": person.company,
        "gstNo": person.gst_no,
        "address": person.address,
        "canWhatsapp": person.can_whatsapp,
        "engagementConsent": person.engagement_consent,
        "joinedAt": indian_time.iso_utc(person.joined_at),
        "lastLoginAt": indian_time.iso_utc_or_none(person.last_login),
    }


def consents(person: User, /) -> object:
    return [
        {
            "kind": entry.kind,
            "subject": entry.subject,
            "given": entry.is_given,
            "text": entry.text,
            "textVersion": entry.text_version,
            "at": indian_time.iso_utc(entry.at),
            "channel": entry.channel,
            "networkAddress": entry.address,
        }
        for entry in ledger.list_for(person=person)
    ]


def entitlements(person: User, /) -> object:
    rows = Entitlement.objects.filter(person=person).order_by("-starts_at", "-pk")
    return [
        {
            "scope": row.scope,
            "itemId": None if row.item_id is None else str(row.item_id),
            "source": row.source,
            "label": row.label,
            "startsAt": indian_time.iso_utc(row.starts_at),
            "endsAt": indian_time.iso_utc_or_none(row.ends_at),
        }
        for row in rows
    ]


def trial(person: User, /) -> object:
    """Return the person's registration for the free trial, or None."""
    theirs = Q(person=person) | Q(mobile=person.mobile)
    lead = TrialLead.objects.filter(theirs).order_by("-asked_at", "-pk").first()
    if lead is None:
        return None
    return {
        "mobile": lead.mobile,
        "askedAt": indian_time.iso_utc(lead.asked_at),
        "startedAt": indian_time.iso_utc_or_none(lead.granted_at),
        # Anybody can enter a number: the IP address is theirs for sure only if a login started the trial.
        "networkAddress": lead.address if lead.person_id == person.pk else None,
    }


def messages(person: User, /) -> object:
    """Return the messages sent to the person, as they may read them; login codes are not stored."""
    return [
        {
            "template": row.template,
            "channel": row.channel,
            "to": message_log.address_for(person, row.to),
            "subject": row.subject,
            "text": row.text,
            "at": indian_time.iso_utc(row.ended_at or row.created_at),
        }
        for row in message_log.to_person(person=person).filter(status=DeliveryStatus.SENT)
    ]


def mobile_changes(person: User, /) -> object:
    rows = MobileChange.objects.filter(person=person).order_by("-requested_at", "-pk")
    return [
        {
            "from": row.old_mobile,
            "to": _number_moved_to(person, row),
            "requestedAt": indian_time.iso_utc(row.requested_at),
            "state": row.status,
        }
        for row in rows
    ]


def _number_moved_to(person: User, change: MobileChange) -> str:
    """Before the account has moved, the number may be another person's, who reported it as lost."""
    is_moved = change.status == MobileChangeStatus.APPLIED
    return change.new_mobile if is_moved else message_log.address_for(person, change.new_mobile)


def lost_numbers(person: User, /) -> object:
    """
    Return the requests to move the account to another number.

    Anybody can make one. Until the account has moved, what was entered may be another person's.
    """
    rows = LostNumber.objects.filter(person=person).select_related("change").order_by("-received_at", "-pk")
    return [_lost_number(person, row) for row in rows]


def _lost_number(person: User, row: LostNumber) -> dict[str, object]:
    request: dict[str, object] = {
        "from": row.old_mobile,
        "to": message_log.address_for(person, row.new_mobile),
        "receivedAt": indian_time.iso_utc(row.received_at),
        "state": row.status,
    }
    if row.change is None or row.change.status != MobileChangeStatus.APPLIED:
        return request
    return {**request, "to": row.new_mobile, "name": row.name, "email": row.email, "proof": row.proof}


def sessions(person: User, /) -> object:
    rows = list(LoginSession.objects.filter(person=person).order_by("-started_at", "-pk"))
    return {
        "count": len(rows),
        "devices": [
            {
                "name": row.device,
                "loggedInAt": indian_time.iso_utc_or_none(row.started_at),
                "lastSeenAt": indian_time.iso_utc_or_none(row.seen_at),
            }
            for row in rows
        ],
    }


def audit_trail(person: User, /) -> object:
    """When staff looked at, changed or exported the person's data; not who, nor what they saw."""
    rows = AuditEntry.objects.filter(subject_id=person.pk).order_by("-at", "-pk")
    found = rows.values_list("at", "kind", "object_type")
    return [{"at": indian_time.iso_utc(at), "what": kind, "of": of} for at, kind, of in found]
