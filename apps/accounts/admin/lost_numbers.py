from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts import personal_data
from apps.accounts.admin.mobile_changes import PERMISSION
from apps.accounts.models import LostNumber, User
from apps.accounts.services import lost_numbers
from apps.accounts.services.erasure import AccountInUse
from apps.accounts.states import LostNumberStatus
from apps.core.errors import DomainError
from apps.core.read_only_admin import ReadOnlyAdmin

_DECISIONS: Mapping[str, Callable[..., LostNumber]] = {
    "approve": lost_numbers.approve,
    "approve and close": partial(lost_numbers.approve, closes_unused=True),
    "reject": lost_numbers.reject,
}


class DecisionForm(forms.ModelForm):
    decision = forms.ChoiceField()
    note = forms.CharField(
        label="Proof seen, or why you reject it",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="For example: invoice number and amount agree with the account's order of 3 November.",
    )

    class Meta:
        model = LostNumber
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        approval = (
            ("approve", "Approve: the proof shows that the account is theirs")
            if _new_account(self.instance) is None
            else ("approve and close", "Approve, and close the empty account that has the new number")
        )
        self.fields["decision"].choices = [("", "Choose"), approval, ("reject", "Reject")]  # type: ignore[attr-defined]


def _new_account(row: LostNumber) -> User | None:
    """Whoever first logs in with a number gets an account, the owner of a lost number too."""
    return User.objects.filter(mobile=row.new_mobile).first()


@admin.register(LostNumber)
class LostNumberAdmin(ReadOnlyAdmin):
    """
    Requests of people who lost their number. Deciding needs the permission to change a person's number.

    An approval notifies the old number and the email address at once; the change is applied three days later,
    unless the owner stops it or logs in with the old number.
    """

    shows_personal_data = True
    form = DecisionForm
    list_display = ("received_at", "name", "old_mobile", "new_mobile", "status", "decided_at", "decided_by")
    list_filter = ("status",)
    list_select_related = ("decided_by",)
    search_fields = ("old_mobile", "new_mobile", "email")
    search_help_text = "Old or new mobile number, or email address."
    ordering = ("-received_at", "-id")
    date_hierarchy = "received_at"
    readonly_fields = (
        "received_at",
        "name",
        "old_mobile",
        "new_mobile",
        "email",
        "proof",
        "account",
        "new_account",
        "status",
        "decided_at",
        "decided_by",
        "decision_note",
        "change",
    )

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if self.has_change_permission(request, obj):
            return (*self.readonly_fields, "decision", "note")
        # Later the number is their own.
        return tuple(name for name in self.readonly_fields if name != "new_account")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return (
            obj is not None
            and obj.status == LostNumberStatus.NEW
            and request.user.has_perm("accounts.view_lostnumber")
            and request.user.has_perm(PERMISSION)
        )

    @admin.display(description="account with the old number", empty_value="None")
    def account(self, row: LostNumber) -> SafeString | None:
        """What to compare the proof with."""
        person = row.person
        if person is None:
            return None
        return format_html(
            '<a href="{}">{}, {}, since {}</a> (<a href="{}?q={}">orders</a>)',
            reverse("admin:accounts_user_change", args=[person.pk]),
            person.name or "No name",
            person.email or "no email",
            f"{person.joined_at:%d %b %Y}",
            reverse("admin:commerce_order_changelist"),
            person.mobile,
        )

    @admin.display(description="account with the new number", empty_value="None")
    def new_account(self, row: LostNumber) -> str | None:
        person = _new_account(row)
        if person is None:
            return None
        since = f"Since {person.joined_at:%d %b %Y}."
        if sections := personal_data.sections_in_use(person=person):
            return f"{since} {AccountInUse(sections).message}"
        return (
            f"{since} It is empty: nothing was bought, booked, learned or asked. An approval closes it for "
            "good and ends its sessions."
        )

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except DomainError as refusal:
            # The transaction was rolled back: the request still waits, or somebody else has decided.
            self.message_user(request, refusal.message, messages.ERROR)
            return HttpResponseRedirect(reverse("admin:accounts_lostnumber_changelist"))

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool) -> None:
        decide = _DECISIONS[form.cleaned_data["decision"]]
        decide(
            request_id=obj.pk,
            note=form.cleaned_data["note"],
            by=request.user,
            at=timezone.now(),
        )
