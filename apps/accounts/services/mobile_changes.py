"""
Giving an account another number, as staff do for who has lost theirs.

Whoever has the number has the account, so the change waits a day: the old number and the email are told
at once, all sessions end, and whoever logs in with the old number can stop it.
"""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from apps.accounts.models import LoginCode, MobileChange, User
from apps.accounts.services import messages, people, security_log, sessions
from apps.accounts.states import MessageChannel, MobileChangeStatus
from apps.core import indian_time
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.core.templatetags.page import clock

WAIT = timedelta(hours=24)


class SameNumber(Conflict):
    code = "mobile_same"
    message = "The account has this number already."


class NumberTaken(Conflict):
    code = "mobile_taken"
    message = "Another account has this number, or is about to get it."


class AlreadyChanging(Conflict):
    code = "mobile_change_pending"
    message = "A change of this account's number is waiting already."


class ErasedAccount(Conflict):
    code = "account_erased"
    message = "This account was erased."


class StaffNumber(Forbidden):
    code = "mobile_of_staff"
    message = "Only superusers change the number of a staff account."


class NoChange(NotFound):
    message = "No change of your number is waiting."


class NotYetYours(Conflict):
    code = "mobile_change_pending"

    def __init__(self, due_at: datetime) -> None:
        super().__init__(f"This number opens your account from {in_words(due_at)}. Please log in then.")


def in_words(moment: datetime) -> str:
    """'24 Nov 2026, 3:45 PM', in India."""
    at = moment.astimezone(indian_time.INDIA)
    return f"{at.day} {at:%b} {at.year}, {clock(at.isoformat())}"


def request(*, person: User, new_mobile: str, reason: str, by: User, at: datetime) -> MobileChange:
    """
    Write down that an account is to get another number a day from now, and tell its owner.

    Joins the caller's transaction.

    :raises SameNumber, NumberTaken, AlreadyChanging: if it cannot get that number
    :raises StaffNumber: if it is an account of staff and whoever asks is no superuser
    :raises NotLoggedIn: if the account was erased
    """
    people.hold(person=person)
    require_possible(person=person, new_mobile=new_mobile, by=by)
    change = MobileChange(
        person=person,
        old_mobile=person.mobile,
        new_mobile=new_mobile,
        reason=reason,
        requested_at=at,
        requested_by=by,
        due_at=at + WAIT,
    )
    try:
        with transaction.atomic():
            change.save(force_insert=True)
    except IntegrityError:
        raise NumberTaken() from None
    sessions.end_all(person=person)
    _tell(change, template="mobile_change_requested", to=[person.mobile])
    _log(change, "number change requested", by=by)
    return change


def require_possible(*, person: User, new_mobile: str, by: User) -> None:
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
    Let the owner, logged in with the present number, keep it.

    :raises NoChange: if none is waiting
    """
    people.hold(person=person)
    change = MobileChange.objects.pending().filter(person=person).first()
    if change is None:
        raise NoChange()
    change.move(to=MobileChangeStatus.STOPPED, at=at)
    _log(change, "number change stopped", address=address)


def withdraw(*, change: MobileChange, by: User, at: datetime) -> None:
    """
    Take a request of staff back; joins the caller's transaction.

    :raises NoSuchMove: if it is over already
    """
    people.hold(person=change.person)
    change.refresh_from_db()
    change.move(to=MobileChangeStatus.WITHDRAWN, at=at)
    _log(change, "number change withdrawn", by=by)


def apply_due(*, now: datetime) -> int:
    """Give every account whose wait is over its new number, each in a transaction of its own."""
    due = MobileChange.objects.due_at(now).order_by("due_at", "pk")
    return sum(_apply_one(change_id=pk, now=now) for pk in due.values_list("pk", flat=True))


def settle_before_login(*, mobile: str, now: datetime) -> NotYetYours | None:
    """
    Apply what is due for a number that logs in, so that nobody depends on when the sweep comes.

    Joins the caller's transaction. Gives the refusal of a number that has to wait: an account signed up
    for it in the meantime would keep it from its owner.
    """
    either = Q(new_mobile=mobile) | Q(old_mobile=mobile)
    for change in MobileChange.objects.pending().filter(either).select_related("person"):
        if change.due_at <= now:
            _apply(change, now=now)
        elif change.new_mobile == mobile:
            return NotYetYours(change.due_at)
    return None


def erase(person: User, _at: datetime, /) -> None:
    """Both numbers of each change told who the person was."""
    MobileChange.objects.filter(person=person).delete()


@transaction.atomic(durable=True)
def _apply_one(*, change_id: UUID, now: datetime) -> bool:
    change = MobileChange.objects.due_at(now).filter(pk=change_id).select_related("person").first()
    return change is not None and _apply(change, now=now)


def _apply(change: MobileChange, *, now: datetime) -> bool:
    """With the person held, whoever else wants to end the change has done so or waits."""
    person = change.person
    people.hold(person=person)
    change.refresh_from_db(fields=["status"])
    if change.status != MobileChangeStatus.PENDING:
        return False
    # Before anything is told: a sign-up may have taken the number.
    person.mobile, person.mobile_since = change.new_mobile, now
    try:
        with transaction.atomic():
            person.save(update_fields=["mobile", "mobile_since"])
    except IntegrityError:
        person.mobile = change.old_mobile
        change.move(to=MobileChangeStatus.FAILED, at=now)
        _log(change, "number change failed", reason=NumberTaken.code)
        return False
    change.move(to=MobileChangeStatus.APPLIED, at=now)
    LoginCode.objects.filter(mobile=change.old_mobile).delete()
    sessions.end_all(person=person)
    _tell(change, template="mobile_changed", to=[change.old_mobile, change.new_mobile])
    _log(change, "number changed")
    return True


def _tell(change: MobileChange, *, template: str, to: list[str]) -> None:
    params = {
        "ending": change.new_mobile[-2:],
        "moment": in_words(change.due_at),
        "link": f"{settings.SITE_URL}/settings",
    }
    ways = [(MessageChannel.SMS, number) for number in to]
    if change.person.email:
        ways.append((MessageChannel.MAIL, change.person.email))
    for channel, address in ways:
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
        security_log.note,
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
