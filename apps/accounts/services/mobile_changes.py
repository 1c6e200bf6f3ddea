"""
Changes of an account's mobile number, which staff request for people who lost their number.

The number gives access to the account, so a change waits for a day: the old number and the email are
notified immediately, all sessions end, and a login with the old number can stop the change. Where the number
is said to be lost (`lost_numbers.py`) it waits for three days, the notice has a link that stops it without a
login, and a login with the old number stops it by itself: it proves that the number is not lost.
"""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Q

from apps.accounts import deadlines
from apps.accounts.models import LoginCode, MobileChange, User
from apps.accounts.services import messages, people, security_log, sessions
from apps.accounts.services.people import ErasedAccount
from apps.accounts.states import MessageChannel, MobileChangeStatus
from apps.core import indian_time
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.core.formatting import clock_time
from apps.core.row_processing import process_rows


class SameNumber(Conflict):
    code = "mobile_same"
    message = "The account already has this number."


class NumberTaken(Conflict):
    code = "mobile_taken"
    message = "Another account has this number, or is changing to it."


class AlreadyChanging(Conflict):
    code = "mobile_change_pending"
    message = "This account already has a pending number change."


class StaffNumber(Forbidden):
    code = "mobile_of_staff"
    message = "Only superusers can change the number of a staff account."


class NoChange(NotFound):
    message = "Your number has no pending change."


class BadStopLink(NotFound):
    code = "stop_link_invalid"
    message = "This link is not valid. Log in with your current number, or contact us."


class NotYetYours(Conflict):
    code = "mobile_change_pending"

    def __init__(self, due_at: datetime) -> None:
        super().__init__(f"You can log in with this number from {format_datetime(due_at)}.")


_SIGNER = signing.Signer(salt="accounts.stop-mobile-change")


def format_datetime(value: datetime) -> str:
    """Return such as '24 Nov 2026, 3:45 PM', in Indian time."""
    at = value.astimezone(indian_time.INDIA)
    return f"{at.day} {at:%b} {at.year}, {clock_time(at.isoformat())}"


def request(
    *, person: User, new_mobile: str, reason: str, by: User, at: datetime, is_number_lost: bool = False
) -> MobileChange:
    """
    Schedule a change of number, for a day from now or for three if it is lost, and notify the owner.

    Joins the caller's transaction.

    :raises SameNumber, NumberTaken, AlreadyChanging: if the number cannot be changed to this one
    :raises StaffNumber: if it is a staff account and `by` is not a superuser
    :raises NotLoggedIn: if the account was erased
    """
    people.lock(person=person)
    check_allowed(person=person, new_mobile=new_mobile, by=by)
    change = MobileChange(
        person=person,
        old_mobile=person.mobile,
        new_mobile=new_mobile,
        reason=reason,
        is_number_lost=is_number_lost,
        requested_at=at,
        requested_by=by,
        due_at=at + (deadlines.LOST_NUMBER_DELAY if is_number_lost else deadlines.MOBILE_CHANGE_DELAY),
    )
    try:
        with transaction.atomic():
            change.save(force_insert=True)
    except IntegrityError:
        raise NumberTaken() from None
    sessions.end_all(person=person)
    template = "lost_number_notice" if is_number_lost else "mobile_change_requested"
    _notify(change, template=template, to=[person.mobile])
    _log(change, "number change requested", by=by)
    return change


def check_allowed(*, person: User, new_mobile: str, by: User) -> None:
    """:raises SameNumber, NumberTaken, AlreadyChanging, ErasedAccount, StaffNumber: as `request`"""
    if person.erased_at is not None:
        raise ErasedAccount()
    if person.is_staff and not by.is_superuser:
        raise StaffNumber()
    if new_mobile == person.mobile:
        raise SameNumber()
    pending = MobileChange.objects.pending()
    if pending.filter(person=person).exists():
        raise AlreadyChanging()
    if User.objects.filter(mobile=new_mobile).exists() or pending.filter(new_mobile=new_mobile).exists():
        raise NumberTaken()


@transaction.atomic(durable=True)
def stop(*, person: User, address: str, at: datetime) -> None:
    """
    Stop the pending change, for the owner who is logged in with the old number.

    :raises NoChange: if no change is pending
    """
    people.lock(person=person)
    change = MobileChange.objects.pending().filter(person=person).first()
    if change is None:
        raise NoChange()
    change.transition(to=MobileChangeStatus.STOPPED, at=at)
    _log(change, "number change stopped", address=address)


def stop_token(change: MobileChange) -> str:
    return _SIGNER.sign(change.pk.hex)


@transaction.atomic(durable=True)
def stop_by_link(*, token: str, address: str, at: datetime) -> None:
    """
    Stop the change that a notice was about. Doing so again changes nothing.

    :raises BadStopLink: if the token was not issued by us, or its change is gone
    :raises AlreadyEnded: if the change was applied, or ended otherwise
    """
    try:
        change_id = UUID(_SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        raise BadStopLink() from None
    change = MobileChange.objects.filter(pk=change_id).select_related("person").first()
    if change is None:
        raise BadStopLink()
    people.lock(person=change.person)
    change.refresh_from_db(fields=["status"])
    if change.status != MobileChangeStatus.STOPPED:
        change.transition(to=MobileChangeStatus.STOPPED, at=at)
        _log(change, "number change stopped by link", address=address)


def withdraw(*, change: MobileChange, by: User, at: datetime) -> None:
    """
    Withdraw a request of staff, in the caller's transaction.

    :raises AlreadyEnded: if the change has already ended
    """
    people.lock(person=change.person)
    change.refresh_from_db()
    change.transition(to=MobileChangeStatus.WITHDRAWN, at=at)
    _log(change, "number change withdrawn", by=by)


def apply_due(*, now: datetime) -> int:
    """Apply all due changes, each in its own transaction, and return how many were applied."""
    due = MobileChange.objects.due_at(now).order_by("due_at", "pk")
    return process_rows(
        due.values_list("pk", flat=True), lambda pk: _apply_one(change_id=pk, now=now), name="number change"
    )


def count_due(*, now: datetime) -> int:
    return MobileChange.objects.due_at(now).count()


def apply_before_login(*, mobile: str, now: datetime) -> NotYetYours | None:
    """
    Apply due changes of a number that logs in, without waiting for the periodic task.

    Joins the caller's transaction. Returns an error if the number is the target of a pending change: a
    new account would otherwise take the number. Who logs in with a number that is said to be lost has it, so
    its change is stopped.
    """
    either = Q(new_mobile=mobile) | Q(old_mobile=mobile)
    for change in MobileChange.objects.pending().filter(either).select_related("person"):
        if change.due_at <= now:
            _apply(change, now=now)
        elif change.new_mobile == mobile:
            return NotYetYours(change.due_at)
        elif change.is_number_lost:
            people.lock(person=change.person)
            change.refresh_from_db(fields=["status"])
            if change.status == MobileChangeStatus.PENDING:
                change.transition(to=MobileChangeStatus.STOPPED, at=now)
                _log(change, "number change stopped by login")
    return None


@transaction.atomic(durable=True)
def _apply_one(*, change_id: UUID, now: datetime) -> bool:
    change = MobileChange.objects.due_at(now).filter(pk=change_id).select_related("person").first()
    return change is not None and _apply(change, now=now)


def _apply(change: MobileChange, *, now: datetime) -> bool:
    person = change.person
    # The lock serialises this with `stop` and `withdraw`.
    people.lock(person=person)
    change.refresh_from_db(fields=["status"])
    if change.status != MobileChangeStatus.PENDING:
        return False
    # Saved before anybody is notified: another account may have taken the number.
    person.mobile, person.mobile_since = change.new_mobile, now
    try:
        with transaction.atomic():
            person.save(update_fields=["mobile", "mobile_since"])
    except IntegrityError:
        person.mobile = change.old_mobile
        change.transition(to=MobileChangeStatus.FAILED, at=now)
        _log(change, "number change failed", reason=NumberTaken.code)
        return False
    change.transition(to=MobileChangeStatus.APPLIED, at=now)
    LoginCode.objects.filter(mobile=change.old_mobile).delete()
    sessions.end_all(person=person)
    _notify(change, template="mobile_changed", to=[change.old_mobile, change.new_mobile])
    _log(change, "number changed")
    return True


def _notify(change: MobileChange, *, template: str, to: list[str]) -> None:
    params = {
        "ending": change.new_mobile[-2:],
        "moment": format_datetime(change.due_at),
        "link": f"{settings.SITE_URL}/settings",
    }
    if template == "lost_number_notice":
        # In the fragment, which browsers do not send: it stays out of logs.
        params["link"] = f"{settings.SITE_URL}/lost-number#stop={stop_token(change)}"
    recipients = [(MessageChannel.SMS, number) for number in to]
    if email := change.person.reachable_email:
        recipients.append((MessageChannel.MAIL, email))
    for channel, address in recipients:
        messages.send(template=template, channels=[channel], to=address, params=params, person=change.person)


def _log(
    change: MobileChange,
    event: str,
    *,
    by: User | None = None,
    address: str | None = None,
    reason: str | None = None,
) -> None:
    facts = {"new_number_ending": change.new_mobile[-2:], "change": str(change.pk)}
    if by is not None:
        facts["by"] = str(by.pk)
    write = partial(
        security_log.write,
        event,
        mobile=change.old_mobile,
        address=address,
        person_id=change.person_id,
        reason=reason,
        **facts,
    )

    def write_line() -> None:
        write()

    transaction.on_commit(write_line, robust=True)
