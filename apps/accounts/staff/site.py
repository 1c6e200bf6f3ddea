"""Who gets into the staff screens."""

import posixpath
from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth import BACKEND_SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django_otp import user_has_device

from apps.accounts.middleware import STAFF_BACKEND
from apps.accounts.staff import lookups, selection
from apps.accounts.staff.forms import StaffLoginForm


class StaffSite(AdminSite):
    """
    Opens for active staff who came with their password, and with their authenticator's code.

    Whoever logged in on the site with a code sent to a phone is a stranger here, staff or not: a phone
    number can be taken over.
    """

    login_form = StaffLoginForm

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        # Here, so that no admin of ours or of a library can be registered without these.
        closed = lookups.closed(admin_class or ModelAdmin)
        super().register(model_or_iterable, selection.checked(closed), **options)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead on to the admin's pages alone; what else is asked for as `next` becomes its index."""
        response = super().login(request, extra_context)
        target = response.get("Location", "")
        index = reverse("admin:index", current_app=self.name)
        if target and not f"{posixpath.normpath(target)}/".startswith(index):
            return HttpResponseRedirect(index)
        return response

    def has_permission(self, request: HttpRequest) -> bool:
        is_staff = request.user.is_active and request.user.is_staff
        came_by_password = request.session.get(BACKEND_SESSION_KEY) == STAFF_BACKEND
        return is_staff and came_by_password and _is_verified(request)


def _is_verified(request: HttpRequest) -> bool:
    # `OTPMiddleware` knows which authenticator of this account vouched for the session.
    if request.user.is_verified():  # type: ignore[union-attr]
        return True
    return not settings.STAFF_OTP_REQUIRED and not user_has_device(request.user)
