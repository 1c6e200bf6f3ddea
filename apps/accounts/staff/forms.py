"""The form at the door of the staff screens."""

import re
from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from apps.accounts.models.user import MOBILE
from apps.accounts.services import staff_logins
from apps.core.api.address import client_address
from apps.core.errors import DomainError

_SPELLED = re.compile(rf"(?:\+?91)?({MOBILE.pattern})")
_LONGEST_SPELLING = 20


class CodeInput(forms.PasswordInput):
    """Shows what is typed, and like a password is empty when the form comes back: a code is used up."""

    input_type = "text"


class StaffLoginForm(AdminAuthenticationForm):
    """
    Mobile, password, and the authenticator's code, all asked for at once.

    A code asked for only after the right password would tell strangers that they have found it.
    """

    username = forms.CharField(
        label="Mobile",
        max_length=_LONGEST_SPELLING,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username", "inputmode": "tel"}),
    )
    otp_token = forms.CharField(
        label="Authenticator code",
        required=False,
        max_length=12,
        help_text="Six digits. Leave it empty if your account has no authenticator.",
        widget=CodeInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        # The parent cuts the field to the ten characters of the column, too few for +91 and blanks.
        self.fields["username"].widget.attrs["maxlength"] = _LONGEST_SPELLING

    def clean_username(self) -> str:
        found = _SPELLED.fullmatch(re.sub(r"[\s-]", "", self.cleaned_data["username"]))
        if found is None:
            raise ValidationError("Enter a mobile number of ten digits that start with 6 to 9.")
        return found[1]

    @sensitive_variables()
    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "username" not in given or "password" not in given:
            return given
        assert self.request is not None
        attempt = staff_logins.Attempt(
            mobile=given["username"],
            password=given["password"],
            token=re.sub(r"\s", "", given.get("otp_token", "")),
            address=client_address(self.request),
        )
        try:
            self.user_cache = staff_logins.admit(attempt=attempt, now=timezone.now())
        except DomainError as refusal:
            raise ValidationError(refusal.message, code=refusal.code) from None
        return given
