from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from apps.accounts.models import User
from apps.content.models import AdvertFinding
from apps.content.services import advert_findings, approvals
from apps.core.errors import DomainError
from apps.core.read_only_admin import ReadOnlyAdmin


class DecisionFilter(admin.SimpleListFilter):
    title = "decision"
    parameter_name = "decision"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Not decided")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.open() if self.value() == "open" else queryset


@admin.register(AdvertFinding)
class AdvertFindingAdmin(ReadOnlyAdmin):
    """What the advertisement code restricts in published texts. It leaves the list once it is changed."""

    change_form_template = "admin/content/advert_finding.html"
    list_display = ("object_text", "object_type", "first", "found_at", "accepted_at", "accepted_by")
    list_filter = (DecisionFilter, "object_type")
    list_select_related = ("accepted_by",)
    ordering = ("-found_at", "-pk")
    fields = ("link", "object_type", "quotes", "found_at", "accepted_at", "accepted_by", "note")
    readonly_fields = ("link", "quotes")

    @admin.display(description="found")
    def first(self, finding: AdvertFinding) -> str:
        more = len(finding.found) - 1
        return f"{finding.found[0]}{f', and {more} more' if more else ''}"

    @admin.display(description="found")
    def quotes(self, finding: AdvertFinding) -> SafeString:
        return format_html_join(mark_safe("<br>"), "{}", ((one,) for one in finding.found))

    @admin.display(description="where")
    def link(self, finding: AdvertFinding) -> SafeString:
        app, _, model = finding.object_type.partition(".")
        url = reverse(f"admin:{app}_{model}_change", args=[finding.object_id])
        return format_html('<a href="{}">{}</a>', url, finding.object_text)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(require_POST(self.accept_view))
        name = "content_advertfinding_accept"
        return [path("<path:object_id>/accept/", view, name=name), *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        finding: AdvertFinding = context["original"]
        may = finding.accepted_at is None and request.user.has_perm(approvals.PERMISSION)
        context["can_accept"] = may and advert_findings.may_stay(finding)
        return super().render_change_form(request, context, *args, **kwargs)

    def accept_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if not (self.has_view_permission(request) and request.user.has_perm(approvals.PERMISSION)):
            raise PermissionDenied
        finding = self.get_object(request, unquote(object_id))
        if finding is None:
            raise Http404
        note = request.POST.get("note", "").replace("\x00", "").strip()[:300]
        try:
            advert_findings.accept(
                finding_id=finding.pk,
                shown=request.POST.get("digest", ""),
                note=note,
                by=cast(User, request.user),
                at=timezone.now(),
            )
        except DomainError as error:
            self.message_user(request, str(error.message), messages.ERROR)
        else:
            self.log_change(request, finding, "May stay.")
            self.message_user(request, "It may stay until it is changed.", messages.SUCCESS)
        return HttpResponseRedirect("../change/")
