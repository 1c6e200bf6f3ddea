"""Changes that wait for a second person: a list, and a page with what differs and the buttons."""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import formats, timezone
from django.views.decorators.http import require_POST

from apps.accounts.models import User
from apps.content.models import ProposedChange, SecondPersonSettings
from apps.content.selectors import second_person
from apps.content.services import changes
from apps.content.states import CHANGE_OPEN, ChangeKind, ChangeStatus
from apps.core.errors import DomainError
from apps.core.read_only_admin import ReadOnlyAdmin
from apps.core.single_row_admin import SingleRowAdmin

_MOST_DAYS_AHEAD = 366


class AppliesAtField(forms.SplitDateTimeField):
    """When a change applies, in Indian time; empty for as soon as it is approved."""

    def __init__(self) -> None:
        super().__init__(
            required=False,
            label="Apply on",
            help_text="Indian time. Leave empty for as soon as possible. A change for later waits until "
            "another person approves it.",
            widget=forms.SplitDateTimeWidget(
                date_attrs={"type": "date", "aria-label": "Day"},
                time_attrs={"type": "time", "aria-label": "Time"},
                date_format="%Y-%m-%d",
                time_format="%H:%M",
            ),
        )

    def clean(self, value: Any) -> Any:
        moment = super().clean(value)
        if moment is None:
            return None
        ahead = moment - timezone.now()
        if not 0 < ahead.total_seconds() < _MOST_DAYS_AHEAD * 86_400:
            raise forms.ValidationError("Enter a time in the future, within a year.")
        return moment


@admin.register(SecondPersonSettings)
class SecondPersonSettingsAdmin(SingleRowAdmin):
    pass


class ProposerFilter(admin.SimpleListFilter):
    title = "proposed by"
    parameter_name = "by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("others", "Others"), ("me", "Me")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ProposedChange]) -> QuerySet[ProposedChange]:
        match self.value():
            case "others":
                return queryset.exclude(proposed_by=request.user.pk)
            case "me":
                return queryset.filter(proposed_by=request.user.pk)
        return queryset


@admin.register(ProposedChange)
class ProposedChangeAdmin(ReadOnlyAdmin):
    change_form_template = "admin/content/proposed_change.html"
    list_display = (
        "proposed_at",
        "kind",
        "object_text",
        "status",
        "applies_at",
        "proposed_by",
        "decided_by",
        "decided_at",
    )
    list_filter = ("status", "kind", ProposerFilter)
    linked_lookups = ("applies_at__gte",)
    list_select_related = ("proposed_by", "decided_by")
    ordering = ("-proposed_at", "-pk")
    fields = (
        "kind",
        "object_text",
        "status",
        "proposed_by",
        "proposed_at",
        "applies_at",
        "decided_by",
        "decided_at",
        "applied_at",
        "note",
    )

    class Media:
        css = {"all": ["brand/publishing.css"]}

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        approve, decline = view(require_POST(self.approve_view)), view(require_POST(self.decline_view))
        return [
            path("<path:object_id>/approve/", approve, name="content_proposedchange_approve"),
            path("<path:object_id>/decline/", decline, name="content_proposedchange_decline"),
            *super().get_urls(),
        ]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        change: ProposedChange = context["original"]
        is_own, may = change.proposed_by_id == request.user.pk, _may_approve(request, change)
        context.update(
            {
                "compared": second_person.compare(change),
                "is_own": is_own,
                "is_stuck": second_person.stuck().filter(pk=change.pk).exists(),
                "can_approve": change.status == ChangeStatus.WAITING and may and not is_own,
                "can_decline": change.status in CHANGE_OPEN and (may or is_own),
            }
        )
        return super().render_change_form(request, context, *args, **kwargs)

    def approve_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        change = self._change_or_404(request, object_id)
        if not _may_approve(request, change):
            raise PermissionDenied

        def approve() -> str:
            by = cast(User, request.user)
            done = changes.approve(change_id=change.pk, by=by, at=timezone.now())
            if done.status == ChangeStatus.APPLIED:
                return "Approved and applied."
            at = formats.date_format(timezone.localtime(done.applies_at), "DATETIME_FORMAT")
            return f"Approved. It is applied on {at}."

        return self._run(request, change, approve)

    def decline_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        change = self._change_or_404(request, object_id)
        if not (_may_approve(request, change) or change.proposed_by_id == request.user.pk):
            raise PermissionDenied
        note = request.POST.get("note", "").replace("\x00", "").strip()

        def decline() -> str:
            by = cast(User, request.user)
            done = changes.decline(change_id=change.pk, by=by, note=note, at=timezone.now())
            return f"{ChangeStatus(done.status).label}."

        return self._run(request, change, decline)

    def _change_or_404(self, request: HttpRequest, object_id: str) -> ProposedChange:
        if not self.has_view_permission(request):
            raise PermissionDenied
        change: ProposedChange | None = self.get_object(request, unquote(object_id))
        if change is None:
            raise Http404
        return change

    def _run(self, request: HttpRequest, change: ProposedChange, decide: Callable[[], str]) -> HttpResponse:
        try:
            text = decide()
        except DomainError as error:
            self.message_user(request, str(error.message), messages.ERROR)
        else:
            self.log_change(request, change, text)
            self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:content_proposedchange_change", args=[change.pk]))


def _may_approve(request: HttpRequest, change: ProposedChange) -> bool:
    return bool(request.user.has_perm(f"content.{second_person.APPROVE[ChangeKind(change.kind)]}"))
