"""The list of those who joined a meeting, on a page of its own and as CSV."""

from typing import Any

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse

from apps.accounts.selectors import staff_access
from apps.audit.services import trail
from apps.live.selectors import attendance

PERMISSION = "live.view_attendance"


class AttendanceMixin:
    """Comes before the ModelAdmin of what is a meeting: a webinar, a session, a mentorship's meeting."""

    def get_urls(self) -> list[Any]:
        view, name = self.admin_site.admin_view, self.opts.model_name  # type: ignore[attr-defined]
        return [
            path("<path:object_id>/attendance/", view(self.attendance_view), name=f"live_{name}_attendance"),
            path("<path:object_id>/attendance.csv", view(self.csv_view), name=f"live_{name}_attendance_csv"),
            *super().get_urls(),  # type: ignore[misc]
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        url = f"admin:live_{self.opts.model_name}_attendance"  # type: ignore[attr-defined]
        own = {"attendance_url": url} if request.user.has_perm(PERMISSION) else {}
        context = {**(extra_context or {}), **own}
        return super().change_view(request, object_id, form_url, context)  # type: ignore[misc,no-any-return]

    def attendance_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        item = self._attended(request, object_id)
        name = self.opts.model_name  # type: ignore[attr-defined]
        trail.record_view(request, item, note="Attendance")
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": f"Attendance: {item}",
            "opts": self.opts,  # type: ignore[attr-defined]
            "item": item,
            "rows": list(attendance.of_meeting(meeting_id=item.pk)),
            "csv_url": request.user.has_perm(staff_access.EXPORT_DATA)
            and reverse(f"admin:live_{name}_attendance_csv", args=[item.pk]),
            "back": reverse(f"admin:live_{name}_change", args=[item.pk]),
            "is_nav_sidebar_enabled": False,
        }
        return TemplateResponse(request, "admin/live/attendance.html", context)

    def csv_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        item = self._attended(request, object_id)
        if not request.user.has_perm(staff_access.EXPORT_DATA):
            raise PermissionDenied
        trail.record_export(request, what="Attendance as CSV", row=item)
        content = attendance.csv_of_meeting(meeting_id=item.pk)
        response = HttpResponse(content, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="attendance-{item.pk}.csv"'
        return response

    def _attended(self, request: HttpRequest, object_id: str) -> Any:
        item = self.get_object(request, unquote(object_id))  # type: ignore[attr-defined]
        if item is None:
            raise Http404
        if not request.user.has_perm(PERMISSION):
            raise PermissionDenied
        return item
