"""The admin site and its access rules."""

import posixpath
from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth import BACKEND_SESSION_KEY
from django.forms.widgets import MediaDefiningClass
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django_otp import user_has_device

from apps.accounts.middleware import STAFF_BACKEND
from apps.accounts.staff import lookups, numbers, selection
from apps.accounts.staff.forms import StaffLoginForm
from apps.audit import recorded_admin

_MIXINS = (
    recorded_admin.RecordedAdminMixin,
    numbers.NumbersInSearchMixin,
    selection.ValidatedSelectionMixin,
    lookups.RestrictedLookupsMixin,
)


def _with_mixins(admin_class: type[Any]) -> type[Any]:
    """Every ModelAdmin has these, including those of libraries."""
    missing = tuple(mixin for mixin in _MIXINS if not issubclass(admin_class, mixin))
    attributes = {"__module__": admin_class.__module__, "__doc__": admin_class.__doc__}
    return MediaDefiningClass(admin_class.__name__, (*missing, admin_class), attributes)


class StaffSite(AdminSite):
    """
    Admin site for active staff who logged in with their password and authenticator code.

    A login by OTP on the site gives no access, even to staff: a phone number can be taken over.
    """

    login_form = StaffLoginForm

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        super().register(model_or_iterable, _with_mixins(admin_class or ModelAdmin), **options)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        return super().admin_view(recorded_admin.recorded_view(view), cacheable)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect only to admin pages: any other `next` URL is replaced by the index."""
        response = super().login(request, extra_context)
        target = response.get("Location", "")
        index = reverse("admin:index", current_app=self.name)
        if target and not f"{posixpath.normpath(target)}/".startswith(index):
            return HttpResponseRedirect(index)
        return response

    def has_permission(self, request: HttpRequest) -> bool:
        is_staff = request.user.is_active and request.user.is_staff
        used_password = request.session.get(BACKEND_SESSION_KEY) == STAFF_BACKEND
        return is_staff and used_password and _is_verified(request)


def _is_verified(request: HttpRequest) -> bool:
    # `OTPMiddleware` sets which authenticator verified this session.
    if request.user.is_verified():  # type: ignore[union-attr]
        return True
    return not settings.STAFF_OTP_REQUIRED and not user_has_device(request.user)
