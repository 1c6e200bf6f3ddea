"""The free trial: who asked for it, and the week of Pro courses that the next login starts."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from apps.accounts.models import Entitlement, TrialLead, User
from apps.accounts.services import throttles
from apps.accounts.services.codes import whole_seconds
from apps.accounts.states import Scope, Source
from apps.core.errors import Throttled

LENGTH = timedelta(days=7)
LABEL = "Free trial"


class TooManyTrials(Throttled):
    code = "trial_too_many"
    message = "Too many numbers were entered from here. Please try again later."


@transaction.atomic(durable=True)
def register(*, mobile: str, address: str, person: User | None, now: datetime) -> None:
    """
    Note that a number wants the trial; its next login within 30 days starts it.

    Asking again changes nothing, unless the 30 days went by without a login: then they begin anew.
    For the number of whoever is logged in the trial starts at once.

    :raises TooManyTrials: past what one address may ask for
    """
    _count_asking(address, now=now)
    digest = digest_of(mobile)
    lead = TrialLead(mobile=mobile, mobile_digest=digest, asked_at=now, address=address)
    TrialLead.objects.bulk_create([lead], ignore_conflicts=True)
    lapsed = TrialLead.objects.lapsed_at(now).filter(mobile_digest=digest)
    lapsed.update(mobile=mobile, asked_at=now, address=address)
    if person is not None and person.mobile == mobile:
        start_if_waiting(person=person, now=now)


def start_if_waiting(*, person: User, now: datetime) -> bool:
    """
    Start the trial of somebody who asked for it and has no Pro; says whether it was started.

    Joins the caller's transaction. Once a number for ever: the conditional update decides.
    """
    waiting = TrialLead.objects.waiting_at(now).filter(mobile_digest=digest_of(person.mobile))
    if not waiting.exists() or Entitlement.objects.to_pro().valid_at(now).filter(person=person).exists():
        return False
    if waiting.update(granted_at=now, person=person) != 1:
        return False
    Entitlement.objects.create(
        person=person, scope=Scope.PRO, source=Source.TRIAL, label=LABEL, starts_at=now, ends_at=now + LENGTH
    )
    return True


def digest_of(mobile: str) -> str:
    """What is kept of a number for ever; it tells the number to nobody without our key."""
    return salted_hmac("accounts.trial", mobile, algorithm="sha256").hexdigest()


def _count_asking(address: str, *, now: datetime) -> None:
    counted = throttles.by_network("trial-from", address=address, limits=[settings.OTP_ADDRESS_LIMIT])
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise TooManyTrials(retry_after=whole_seconds(wait))
    throttles.note_all(counted=counted, now=now)
