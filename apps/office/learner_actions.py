"""
What staff can do for a learner: each action has its permission, a form with a reason, and a confirmation.

An action is done by a service and logged in one transaction; what it returns is the line of the log.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect

from apps.accounts.models import LoginSession, User
from apps.accounts.selectors import staff_access
from apps.accounts.selectors.subscriptions import EndlessPro
from apps.accounts.services import blocking, grants, profiles, sessions
from apps.catalog.models import Course, TopicProgress
from apps.catalog.services import notices as course_notices
from apps.commerce.models import Order
from apps.commerce.services import notices
from apps.core import ids
from apps.core.errors import Conflict
from apps.core.form_fields import LineField
from apps.core.formatting import date_and_time
from apps.core.plain_text import validate_person_name, validate_visible
from apps.live.models import Booking, Mentorship, ProgramSession, Webinar
from apps.live.services import gifts
from apps.pro.services import notices as pro_notices

_MAX_DAYS = 3650
_ITEMS = ("webinar", "mentorship", "session")
_OUT_OF_DATE = "This page is out of date. Open it again from the learner's page."


class StaffEndlessPro(Conflict):
    code = "endless_pro"
    message = "This person's Pro does not expire, so no days can be added."


@dataclass(frozen=True, slots=True)
class Call:
    """One use of an action: for whom, with what was confirmed, by whom and when."""

    person: User
    data: Mapping[str, Any]
    by: User
    at: datetime


class ReasonForm(forms.Form):
    """The key is made with the form, so that a form that is sent twice acts once."""

    key = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=ids.new_id,
        error_messages={"required": _OUT_OF_DATE, "invalid": _OUT_OF_DATE},
    )
    reason = LineField(
        help_text="For our records. The person does not see it. Please name nobody in it.",
        error_messages={"required": "Enter a reason."},
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.order_fields([name for name in self.fields if name != "reason"])


class CourseForm(ReasonForm):
    course = forms.ModelChoiceField(
        Course.objects.none(),
        help_text="Search by title.",
        error_messages={"required": "Choose a course."},
    )
    days = forms.IntegerField(
        required=False, min_value=1, max_value=_MAX_DAYS, help_text="Leave empty for the days of the course."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["course"]
        field.queryset = Course.objects.published()
        _search_for(self, "course", TopicProgress)


class ProForm(ReasonForm):
    days = forms.IntegerField(
        min_value=1,
        max_value=_MAX_DAYS,
        help_text="They follow the paid Pro that there is; a free trial ends.",
    )


class SeatForm(ReasonForm):
    webinar = forms.ModelChoiceField(Webinar.objects.all(), required=False)
    mentorship = forms.ModelChoiceField(Mentorship.objects.all(), required=False)
    session = forms.ModelChoiceField(
        ProgramSession.objects.select_related("program"), required=False, label="Session of a program"
    )
    extra_seat = forms.BooleanField(
        label="Add a seat if all are taken",
        required=False,
        help_text="Otherwise a full event stays full, and nothing is given.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _ITEMS:
            _search_for(self, name, Booking)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and sum(cleaned[name] is not None for name in _ITEMS) != 1:
            raise forms.ValidationError("Choose one webinar, one mentorship or one session.")
        return cleaned


class ReceiptForm(ReasonForm):
    order = forms.ModelChoiceField(Order.objects.none(), error_messages={"required": "Choose an order."})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["order"]
        paid = Order.objects.filter(person=self.person, paid_at__isnull=False)
        field.queryset = paid.order_by("-placed_at", "-pk")
        field.label_from_instance = lambda order: f"{order.number}: {order.quote['title']}"


class NamesForm(ReasonForm):
    name = forms.CharField(
        max_length=80,
        required=False,
        validators=[validate_visible, validate_person_name],
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )
    company = forms.CharField(
        max_length=120,
        required=False,
        validators=[validate_visible],
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].initial, self.fields["company"].initial = self.person.name, self.person.company


class SessionForm(ReasonForm):
    device = forms.UUIDField(
        widget=forms.HiddenInput, required=False, error_messages={"invalid": _OUT_OF_DATE}
    )


class Action(ABC):
    slug: ClassVar[str]
    title: ClassVar[str]
    button: ClassVar[str]
    permission: ClassVar[str]
    note: ClassVar[str] = ""
    form: ClassVar[type[ReasonForm]] = ReasonForm
    commits_by_itself: ClassVar[bool] = False
    """Its service is a transaction of its own, so the log is written after it."""

    @abstractmethod
    def summary(self, data: Mapping[str, Any]) -> str:
        """What is about to happen, for the confirmation."""

    @abstractmethod
    def run(self, call: Call) -> str:
        """:raises DomainError: if it is refused; nothing is changed then"""


class GrantCourse(Action):
    slug = "grant-course"
    title = "Grant a course"
    button = "Grant the course"
    permission = staff_access.GRANT_ACCESS
    note = "The course opens at once, and the person is notified. What they already have of it stays."
    form = CourseForm

    def summary(self, data: Mapping[str, Any]) -> str:
        return f"‘{data['course']}’ opens for {_days(self._days(data))}."

    def run(self, call: Call) -> str:
        course, days = call.data["course"], self._days(call.data)
        granted = grants.grant_course(
            key=call.data["key"],
            person=call.person,
            course_id=course.pk,
            label=_days(days),
            at=call.at,
            ends_at=call.at + timedelta(days=days),
            by=call.by,
        )
        assert granted.ends_at is not None, "granted until a day"
        course_notices.notify_granted(person=call.person, course=course, ends_at=granted.ends_at)
        return f"Granted the course ‘{course}’ until {date_and_time(granted.ends_at)}."

    def _days(self, data: Mapping[str, Any]) -> int:
        return int(data["days"] or data["course"].access_days)


class GrantPro(Action):
    slug = "grant-pro"
    title = "Grant Pro"
    button = "Grant Pro"
    permission = staff_access.GRANT_ACCESS
    note = "The person is notified."
    form = ProForm

    def summary(self, data: Mapping[str, Any]) -> str:
        return f"{_days(data['days'])} of Pro are added."

    def run(self, call: Call) -> str:
        days = call.data["days"]
        try:
            granted = grants.grant_pro(
                key=call.data["key"], person=call.person, days=days, label=_days(days), at=call.at, by=call.by
            )
        except EndlessPro:
            raise StaffEndlessPro() from None
        assert granted.ends_at is not None, "granted until a day"
        pro_notices.notify_granted(person_id=call.person.pk, ends_at=granted.ends_at)
        return f"Granted {_days(days)} of Pro, until {date_and_time(granted.ends_at)}."


class GrantSeat(Action):
    slug = "grant-seat"
    title = "Give a seat"
    button = "Give the seat"
    permission = staff_access.GRANT_ACCESS
    note = "The person is notified."
    form = SeatForm
    commits_by_itself = True

    def summary(self, data: Mapping[str, Any]) -> str:
        extra = " If all seats are taken, one is added." if data["extra_seat"] else ""
        item = self._item(data)
        return f"A seat in ‘{item}’ on {date_and_time(item.starts_at)} is given.{extra}"

    def run(self, call: Call) -> str:
        item = self._item(call.data)
        gifts.give_seat(
            of=type(item),
            item_id=item.pk,
            person=call.person,
            given_by=call.by,
            reason=call.data["reason"],
            extra_seat=call.data["extra_seat"],
            at=call.at,
        )
        return f"Gave a seat in ‘{item}’."

    def _item(self, data: Mapping[str, Any]) -> Webinar | Mentorship | ProgramSession:
        item: Any = next(data[name] for name in _ITEMS if data[name] is not None)
        return item  # type: ignore[no-any-return]


class ResendReceipt(Action):
    slug = "resend-receipt"
    title = "Send a receipt again"
    button = "Send the receipt"
    permission = "commerce.resend_receipt"
    note = "It goes to the confirmed email address of the account, or to the phone if there is none."
    form = ReceiptForm

    def summary(self, data: Mapping[str, Any]) -> str:
        return f"The receipt of order {data['order']} is sent again."

    def run(self, call: Call) -> str:
        order = call.data["order"]
        notices.enqueue_receipt_again(order=order, key=call.data["key"])
        return f"Sent the receipt of order {order} again."


class CorrectNames(Action):
    slug = "correct-name"
    title = "Correct the name on future invoices"
    button = "Correct the name"
    permission = "accounts.change_user"
    note = "Invoices that were issued stay as they are. Names that a cart was given for itself stay, too."
    form = NamesForm

    def summary(self, data: Mapping[str, Any]) -> str:
        name, company = data["name"] or "no name", data["company"] or "no company"
        return f"From now on invoices are made out to: {name}, {company}."

    def run(self, call: Call) -> str:
        profiles.correct_names(
            person=call.person, name=call.data["name"], company=call.data["company"], by=call.by
        )
        # Without the names: the log outlives the account.
        return "Corrected the name on future invoices."


class Block(Action):
    slug = "block"
    title = "Block"
    button = "Block this person"
    permission = "accounts.block_user"
    note = "They are logged out everywhere and cannot log in. Nothing is deleted, and what they own stays."

    def summary(self, data: Mapping[str, Any]) -> str:
        return "This person is logged out everywhere and cannot log in until somebody unblocks them."

    def run(self, call: Call) -> str:
        blocking.block(person=call.person, by=call.by)
        return "Blocked."


class Unblock(Action):
    slug = "unblock"
    title = "Unblock"
    button = "Unblock this person"
    permission = "accounts.block_user"

    def summary(self, data: Mapping[str, Any]) -> str:
        return "This person can log in again."

    def run(self, call: Call) -> str:
        blocking.unblock(person=call.person, by=call.by)
        return "Unblocked."


class EndSessions(Action):
    slug = "end-sessions"
    title = "Log out"
    button = "Log out"
    permission = "accounts.end_session"
    form = SessionForm

    def summary(self, data: Mapping[str, Any]) -> str:
        device = data["device"]
        if device is None:
            return "This person is logged out on all devices."
        name = LoginSession.objects.filter(device_id=device).values_list("device", flat=True).first()
        return f"This person is logged out on one device{f': {name}' if name else ''}."

    def run(self, call: Call) -> str:
        device = call.data["device"]
        sessions.end_for_staff(person=call.person, device_id=device, by=call.by)
        return "Logged out on all devices." if device is None else "Logged out on one device."


ACTIONS: Mapping[str, Action] = {
    action.slug: action
    for action in (
        GrantCourse(),
        GrantPro(),
        GrantSeat(),
        ResendReceipt(),
        CorrectNames(),
        EndSessions(),
        Block(),
        Unblock(),
    )
}


def open_to(user: Any, *, person: User) -> list[Action]:
    """The buttons of a learner's page."""
    if person.erased_at is not None or (person.is_staff and not user.is_superuser):
        return []
    hidden = {"end-sessions", "unblock" if person.is_active else "block"}
    return [
        action
        for action in ACTIONS.values()
        if action.slug not in hidden and user.has_perm(action.permission)
    ]


def _search_for(form: forms.Form, name: str, source: Any) -> None:
    """Let the field search like the foreign key of that name of the `source` model."""
    field: Any = form.fields[name]
    field.widget = AutocompleteSelect(source._meta.get_field(name), admin.site)
    field.widget.choices = field.choices


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"
