"""The pages of the office: what each requires, and the navigation built from that."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse

from apps.accounts.models import User
from apps.office.selectors import schedule
from apps.office.states import FILES_OF_A_PERIOD

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Page:
    """A page in the navigation. Staff with one of these permissions may open it; with none listed, all."""

    url_name: str
    title: str
    permissions: tuple[str, ...]

    def is_open_to(self, user: User | AnonymousUser) -> bool:
        return not self.permissions or any(user.has_perm(permission) for permission in self.permissions)


EXPORT_PERMISSIONS = tuple(file.permission for file in FILES_OF_A_PERIOD)

PAGES: tuple[Page, ...] = (
    Page("office:home", "Home", ()),
    Page("office:calendar", "Calendar", schedule.PERMISSIONS),
    Page("office:figures", "Figures and files", EXPORT_PERMISSIONS),
)


def requires(*permissions: str) -> Callable[[View], View]:
    """A view for staff who are logged in to the admin and have one of these permissions."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            if not any(request.user.has_perm(permission) for permission in permissions):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        protected: View = admin.site.admin_view(guarded)
        return protected

    return decorate


def render(request: HttpRequest, template: str, *, title: str, **context: object) -> TemplateResponse:
    """A page of `templates/admin/office`, within the admin's frame."""
    request.current_app = admin.site.name
    frame = admin.site.each_context(request)
    return TemplateResponse(request, f"admin/office/{template}", {**frame, "title": title, **context})


def navigation(request: HttpRequest) -> list[Page]:
    return [page for page in PAGES if page.is_open_to(request.user)]
