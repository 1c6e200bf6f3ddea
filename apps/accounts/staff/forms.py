"""The login form of the admin."""

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
from apps.core.api.client_ip import client_ip
from apps.core.errors import DomainError

_MOBILE_INPUT = re.compile(rf"(?:\+?91)?({MOBILE.pattern})")
_MAX_MOBILE_INPUT = 20


class CodeInput(forms.PasswordInput):
    """Shows the input, but is rendered empty after an error, because each code works only once."""

    input_type = "text"


class StaffLoginForm(AdminAuthenticationForm):
    """
    Mobile number, password and authenticator code in one step.

    Asking for the code only after a correct password would reveal that the password is correct.
    """

    username = forms.CharField(
        label="Mobile",
        max_length=_MAX_MOBILE_INPUT,
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username", "inputmode": "tel"}),
    )
    otp_token = forms.CharField(
        label="Authenticator code",
        required=False,
        max_length=12,
        help_text="6 digits. Leave blank if your account has no authenticator.",
        widget=CodeInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        # The parent class limits the input to 10 characters, too few for +91 and spaces.
        self.fields["username"].widget.attrs["maxlength"] = _MAX_MOBILE_INPUT

    def clean_username(self) -> str:
        match = _MOBILE_INPUT.fullmatch(re.sub(r"[\s-]", "", self.cleaned_data["username"]))
        if match is None:
            raise ValidationError("Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.")
        return match[1]

    @sensitive_variables()
    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "username" not in data or "password" not in data:
            return data
        assert self.request is not None
        attempt = staff_logins.Attempt(
            mobile=data["username"],
            password=data["password"],
            token=re.sub(r"\s", "", data.get("otp_token", "")),
            address=client_ip(self.request),
        )
        try:
            self.user_cache = staff_logins.authenticate_staff(attempt=attempt, now=timezone.now())
        except DomainError as refusal:
            raise ValidationError(refusal.message, code=refusal.code) from None
        return data
