"""What waits for staff and what is wrong: counts of rows, each with the list that they are in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import BigIntegerField, Count, IntegerField, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from apps.accounts.models import LostNumber, User
from apps.accounts.services import codes
from apps.accounts.states import LostNumberStatus
from apps.catalog.models import Course, Review, TopicQuestion
from apps.catalog.states import ReviewStatus
from apps.commerce.models import Dispute, Order, Payment, Refund, RefundRequest, SettlementLine
from apps.commerce.states import (
    DISPUTE_FINAL,
    REFUND_OPEN,
    DisputeStatus,
    OrderStatus,
    RefundRequestStatus,
    RefundStatus,
)
from apps.content.models import AdvertFinding, ProposedChange
from apps.content.states import ChangeStatus
from apps.core import indian_time
from apps.core.formatting import time_span
from apps.live.models import Booking, LiveTrading, Mentorship, SessionSeries, Webinar, booking
from apps.media.models import VideoImport
from apps.media.states import ImportStatus
from apps.office.selectors.home.links import changelist
from apps.outbox.lateness import LATE_AFTER
from apps.outbox.models import Message
from apps.outbox.states import OPEN, Status
from apps.pro.models import ProSection
from apps.support.deadlines import CONTACT_REPLY
from apps.support.models import Complaint, ContactMessage, Ticket
from apps.support.states import CLOSED_STATES, TicketState

STUCK_AFTER = timedelta(hours=1)
"""Most payments are known in minutes; after an hour somebody should look."""

SERIES_NOTICE = timedelta(days=14)
"""Time to plan the next series before its last session."""

FAILED_FOR = timedelta(days=7)
"""How long a change that was not applied at its time is shown: it is proposed again or was not needed."""

_ANSWERABLE = [state.value for state in TicketState if state not in {*CLOSED_STATES, TicketState.SUSPECT}]


@dataclass(frozen=True, slots=True)
class Check:
    """Rows that somebody should look at, and the admin's list of just these rows."""

    name: str
    group: str
    """'money', 'waiting' or 'wrong'."""
    permission: str
    rows: "QuerySet[Any] | Sequence[QuerySet[Any]]"
    """One queryset, or several whose counts are added."""
    url: str
    sums: str = ""
    """A column of amounts to add up."""


@dataclass(frozen=True, slots=True)
class Counted:
    name: str
    url: str
    count: int
    paise: int | None
    is_alarm: bool


def counted(*, person: User, now: datetime) -> Mapping[str, list[Counted]]:
    """By group, only what the person may view: one query, each of its parts with an index of its own."""
    checks = [
        check
        for check in [*_money(), *_grievances(now), *_waiting(person, now), *_wrong(now), *_approvals(now)]
        if person.has_perm(check.permission)
    ]
    found = _count(checks)
    groups: dict[str, list[Counted]] = {"money": [], "waiting": [], "wrong": []}
    for check, (count, paise) in zip(checks, found, strict=True):
        is_alarm = count > 0 and (check.group == "wrong" or check.name in _ALARMS)
        groups[check.group].append(
            Counted(check.name, check.url, count, paise if check.sums else None, is_alarm)
        )
    return groups


def _count(checks: Sequence[Check]) -> list[tuple[int, int]]:
    """The number of rows of each, and the sum of their amounts."""
    queries = [
        part.order_by()
        .annotate(check=Value(number, output_field=IntegerField()))
        .values("check")
        .annotate(rows=Count("pk"), paise=_sum(check.sums))
        .values_list("check", "rows", "paise")
        for number, check in enumerate(checks)
        for part in ([check.rows] if isinstance(check.rows, QuerySet) else check.rows)
    ]
    found = [(0, 0)] * len(checks)
    # A part without rows has no group.
    for number, rows, paise in queries[0].union(*queries[1:], all=True) if queries else ():
        found[number] = (found[number][0] + rows, found[number][1] + int(paise))
    return found


def _sum(column: str) -> Any:
    none = Value(0, output_field=BigIntegerField())
    return Coalesce(Sum(column, output_field=BigIntegerField()), none) if column else none


_PUBLISHED: Sequence[tuple[str, Any]] = (
    ("Courses", Course),
    ("Webinars", Webinar),
    ("Mentorships", Mentorship),
    ("Programs", LiveTrading),
    ("Pro", ProSection),
)

_OVERDUE = "Grievances overdue"
_CONTACT_LATE = f"Contact messages that wait for over {time_span(CONTACT_REPLY)}"
_REGISTER_OVERDUE = "Overdue in the complaints register"
_ALARMS = {_OVERDUE, _REGISTER_OVERDUE, _CONTACT_LATE}


def _money() -> list[Check]:
    open_refunds = [status.value for status in REFUND_OPEN]
    return [
        Check(
            "Refunds waiting",
            "money",
            "commerce.view_refund",
            Refund.objects.filter(status__in=open_refunds),
            changelist("commerce.refund", status__in=",".join(open_refunds)),
            sums="amount_paise",
        ),
        Check(
            "Refunds to approve",
            "money",
            "commerce.view_refundrequest",
            RefundRequest.objects.filter(status=RefundRequestStatus.WAITING),
            changelist("commerce.refundrequest", status__exact=RefundRequestStatus.WAITING.value),
            sums="amount_paise",
        ),
        Check(
            "Payments being checked",
            "money",
            "commerce.view_order",
            Order.objects.filter(status=OrderStatus.CHECKING),
            changelist("commerce.order", status__exact=OrderStatus.CHECKING.value),
            sums="bill_paise",
        ),
    ]


def _grievances(now: datetime) -> list[Check]:
    """By days left until the reply is due, today included."""
    today = indian_time.day_of(now)
    soon, later = today + timedelta(days=4), today + timedelta(days=8)
    spans: list[tuple[str, dict[str, Any]]] = [
        (_OVERDUE, {"due_date__lt": today}),
        ("Grievances with 0 to 3 days left", {"due_date__gte": today, "due_date__lt": soon}),
        ("Grievances with 4 to 7 days left", {"due_date__gte": soon, "due_date__lt": later}),
        ("Grievances with 8 days or more left", {"due_date__gte": later}),
    ]
    rows = Ticket.objects.filter(closed_at__isnull=True, state__in=_ANSWERABLE)
    return [
        Check(
            name,
            "waiting",
            "support.view_ticket",
            rows.filter(**span),
            changelist("support.ticket", state__in=",".join(_ANSWERABLE), **span),
        )
        for name, span in spans
    ]


def _contact_messages(now: datetime) -> list[Check]:
    late_since = now - CONTACT_REPLY
    spans: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("Contact messages", {}, {}),
        (_CONTACT_LATE, {"waiting_since__lt": late_since}, {"waiting_since__lt": _moment(late_since)}),
    ]
    rows = ContactMessage.objects.filter(answered_at__isnull=True, is_suspect=False)
    return [
        Check(
            name,
            "waiting",
            "support.view_contactmessage",
            rows.filter(**span),
            changelist("support.contactmessage", answered_at__isempty=1, is_suspect__exact=0, **in_url),
        )
        for name, span, in_url in spans
    ]


def _waiting(person: User, now: datetime) -> list[Check]:
    disputes = [status.value for status in DisputeStatus if status not in DISPUTE_FINAL]
    return [
        Check(
            "Reviews to moderate",
            "waiting",
            "catalog.view_review",
            Review.objects.filter(status=ReviewStatus.PENDING),
            changelist("catalog.review", status__exact=ReviewStatus.PENDING.value),
        ),
        *_contact_messages(now),
        Check(
            _REGISTER_OVERDUE,
            "waiting",
            "support.view_complaint",
            Complaint.objects.overdue(today=indian_time.day_of(now)),
            changelist("support.complaint", reply="overdue"),
        ),
        Check(
            "Questions of learners",
            "waiting",
            "catalog.view_topicquestion",
            TopicQuestion.objects.unanswered(),
            changelist("catalog.topicquestion", answered="no"),
        ),
        Check(
            "Lost numbers to decide",
            "waiting",
            "accounts.view_lostnumber",
            LostNumber.objects.waiting(),
            changelist("accounts.lostnumber", status__exact=LostNumberStatus.NEW.value),
        ),
        Check(
            "Seats without decision",
            "waiting",
            "live.view_booking",
            [Booking.objects.without_decision(item) for item in booking.ITEMS],
            changelist("live.booking", decision="open"),
        ),
        Check(
            "Changes to approve",
            "waiting",
            "content.view_proposedchange",
            # Nobody approves what they proposed.
            ProposedChange.objects.filter(status=ChangeStatus.WAITING).exclude(proposed_by=person),
            changelist("content.proposedchange", status__exact=ChangeStatus.WAITING.value, by="others"),
        ),
        Check(
            "Disputes to answer",
            "waiting",
            "commerce.view_dispute",
            Dispute.objects.undecided(),
            changelist("commerce.dispute", status__in=",".join(disputes)),
        ),
    ]


def _wrong(now: datetime) -> list[Check]:
    today, stuck_since, due_since = indian_time.day_of(now), now - STUCK_AFTER, now - LATE_AFTER
    soon, failed_since, hour_ago = today + SERIES_NOTICE, now - FAILED_FOR, now - timedelta(hours=1)
    return [
        Check(
            "Payments stuck for over an hour",
            "wrong",
            "commerce.view_order",
            Order.objects.filter(status=OrderStatus.CHECKING, placed_at__lt=stuck_since),
            changelist(
                "commerce.order", status__exact=OrderStatus.CHECKING.value, placed_at__lt=_moment(stuck_since)
            ),
            sums="bill_paise",
        ),
        Check(
            "Refunds failed",
            "wrong",
            "commerce.view_refund",
            Refund.objects.filter(status=RefundStatus.FAILED),
            changelist("commerce.refund", status__exact=RefundStatus.FAILED.value),
            sums="amount_paise",
        ),
        Check(
            "Payments not paid out by the provider",
            "wrong",
            "commerce.view_payment",
            Payment.objects.not_paid_out(at=now),
            changelist("commerce.payment", payout="late"),
            sums="amount_paise",
        ),
        Check(
            "Settlement lines that differ from our books",
            "wrong",
            "commerce.view_settlementline",
            SettlementLine.objects.exclude(difference=""),
            changelist("commerce.settlementline", compared="different"),
        ),
        Check(
            "Login codes not sent in the last hour",
            "wrong",
            "outbox.view_message",
            Message.objects.filter(status=Status.FAILED, kind=codes.KIND, due_at__gte=hour_ago),
            changelist(
                "outbox.message",
                status__exact=Status.FAILED.value,
                kind=codes.KIND,
                due_at__gte=_moment(hour_ago),
            ),
        ),
        Check(
            "Messages failed",
            "wrong",
            "outbox.view_message",
            Message.objects.filter(status=Status.FAILED),
            changelist("outbox.message", status__exact=Status.FAILED.value),
        ),
        Check(
            f"Messages late by over {int(LATE_AFTER.total_seconds()) // 60} minutes",
            "wrong",
            "outbox.view_message",
            Message.objects.filter(status__in=OPEN, due_at__lt=due_since),
            changelist(
                "outbox.message",
                status__in=",".join(status.value for status in OPEN),
                due_at__lt=_moment(due_since),
            ),
        ),
        Check(
            "Video imports failed",
            "wrong",
            "media.view_asset",
            VideoImport.objects.filter(status=ImportStatus.FAILED),
            changelist("media.asset", video_import__status__exact=ImportStatus.FAILED.value),
        ),
        Check(
            "Approved changes that were not applied",
            "wrong",
            "content.view_proposedchange",
            ProposedChange.objects.filter(status=ChangeStatus.FAILED, applies_at__gte=failed_since),
            changelist(
                "content.proposedchange",
                status__exact=ChangeStatus.FAILED.value,
                applies_at__gte=_moment(failed_since),
            ),
        ),
        Check(
            "Series that end within two weeks",
            "wrong",
            "live.view_sessionseries",
            SessionSeries.objects.filter(is_on=True, last_date__gte=today, last_date__lt=soon),
            changelist("live.sessionseries", is_on__exact=1, last_date__gte=today, last_date__lt=soon),
        ),
    ]


def _approvals(now: datetime) -> list[Check]:
    """What is public with an approval under the advertisement code that has ended."""
    ended = {"approval_last_day__lt": indian_time.day_of(now)}
    return [
        Check(
            "Advertisement findings",
            "wrong",
            "content.view_advertfinding",
            AdvertFinding.objects.open(),
            changelist("content.advertfinding", decision="open"),
        ),
        *(
            Check(
                f"{name} whose approval ended",
                "wrong",
                f"{model._meta.app_label}.view_{model._meta.model_name}",
                model._default_manager.filter(is_published=True, **ended),
                changelist(model._meta.label_lower, is_published__exact=1, **ended),
            )
            for name, model in _PUBLISHED
        ),
    ]


def _moment(at: datetime) -> str:
    """As the admin's own date filters write it."""
    return at.astimezone(indian_time.INDIA).isoformat(sep=" ")
