"""The free trial: people register a number, and the next login with it starts the trial."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from apps.accounts import deadlines
from apps.accounts.models import Entitlement, TrialLead, User
from apps.accounts.services import throttles
from apps.accounts.services.throttles import whole_seconds
from apps.accounts.states import Scope, Source
from apps.core.errors import Throttled

LABEL = "Free trial"


class TooManyTrials(Throttled):
    code = "trial_too_many"
    message = "Too many numbers were entered from your network. Please try again later."


@transaction.atomic(durable=True)
def register(*, mobile: str, address: str, person: User | None, now: datetime) -> None:
    """
    Register a number for the trial, which its next login starts if it comes in time.

    Registering again changes nothing, unless that time has passed without a login: then it restarts.
    If the person is logged in with this number, the trial starts immediately.

    :raises TooManyTrials: if the limit of the IP address is reached
    """
    counted = throttles.by_network("trial-from", address=address, limits=[settings.OTP_ADDRESS_LIMIT])
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise TooManyTrials(retry_after=whole_seconds(wait))
    throttles.record_all(counted=counted, now=now)
    digest = digest_of(mobile)
    lead = TrialLead(mobile=mobile, mobile_digest=digest, asked_at=now, address=address)
    TrialLead.objects.bulk_create([lead], ignore_conflicts=True)
    lapsed = TrialLead.objects.lapsed_at(now).filter(mobile_digest=digest)
    lapsed.update(mobile=mobile, asked_at=now, address=address)
    if person is not None and person.mobile == mobile:
        start_if_waiting(person=person, now=now)


def start_if_waiting(*, person: User, now: datetime) -> bool:
    """
    Start a registered trial if the person has no Pro, and return whether it was started.

    Joins the caller's transaction. The conditional update ensures one trial per number, ever.
    """
    waiting = TrialLead.objects.waiting_at(now).filter(mobile_digest=digest_of(person.mobile))
    if not waiting.exists() or Entitlement.objects.to_pro().valid_at(now).filter(person=person).exists():
        return False
    if waiting.update(granted_at=now, person=person) != 1:
        return False
    Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=Source.TRIAL,
        label=LABEL,
        starts_at=now,
        ends_at=now + deadlines.TRIAL_LENGTH,
    )
    return True


def digest_of(mobile: str) -> str:
    """Return the keyed digest of a number, which is stored permanently."""
    return salted_hmac("accounts.trial", mobile, algorithm="sha256").hexdigest()
