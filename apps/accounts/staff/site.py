"""Who gets into the staff screens."""

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth import BACKEND_SESSION_KEY
from django.http import HttpRequest
from django_otp import user_has_device

from apps.accounts.middleware import STAFF_BACKEND
from apps.accounts.staff.forms import StaffLoginForm


class StaffSite(AdminSite):
    """
    Opens for active staff who came with their password, and with their authenticator's code.

    Whoever logged in on the site with a code sent to a phone is a stranger here, staff or not: a phone
    number can be taken over.
    """

    login_form = StaffLoginForm

    def has_permission(self, request: HttpRequest) -> bool:
        is_staff = request.user.is_active and request.user.is_staff
        came_by_password = request.session.get(BACKEND_SESSION_KEY) == STAFF_BACKEND
        return is_staff and came_by_password and _is_verified(request)


def _is_verified(request: HttpRequest) -> bool:
    # `OTPMiddleware` knows which authenticator of this account vouched for the session.
    if request.user.is_verified():  # type: ignore[union-attr]
        return True
    return not settings.STAFF_OTP_REQUIRED and not user_has_device(request.user)
