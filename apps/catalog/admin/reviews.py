from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.text import Truncator

from apps.catalog.models import Review
from apps.catalog.services import reviews
from apps.core.read_only_admin import ReadOnlyAdmin


@admin.register(Review)
class ReviewAdmin(ReadOnlyAdmin):
    """Reviews by learners. Staff publish or reject them; nobody can write or edit one here."""

    shows_personal_data = True
    list_display = ("written_at", "course", "display_name", "rating", "excerpt", "status")
    list_filter = ("status", "rating")
    list_select_related = ("course",)
    search_fields = ("course__title", "display_name", "text")
    date_hierarchy = "written_at"
    ordering = ("-written_at", "-pk")
    fields = ("course", "display_name", "rating", "text", "status", "written_at")
    actions = ("publish", "reject")

    class Media:
        css = {"all": ["brand/curriculum.css"]}

    @admin.display(description="text")
    def excerpt(self, review: Review) -> str:
        return format_html(
            '{}<input type="hidden" name="{}" value="{}">',
            Truncator(review.text).chars(90),
            _written_at_name(review.pk),
            review.written_at.isoformat(),
        )

    @admin.action(description="Publish", permissions=["moderate"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Review]) -> None:
        self._moderate(request, queryset, reviews.publish, "published")

    @admin.action(description="Reject", permissions=["moderate"])
    def reject(self, request: HttpRequest, queryset: QuerySet[Review]) -> None:
        self._moderate(request, queryset, reviews.reject, "rejected")

    def _moderate(
        self,
        request: HttpRequest,
        queryset: QuerySet[Review],
        moderate: Callable[..., reviews.Moderated],
        done: str,
    ) -> None:
        selected = list(queryset.values_list("pk", flat=True))
        read = _read_texts(request, selected)
        moderated = moderate(read=read)
        self.message_user(request, f"{moderated.changed} {done}.", messages.SUCCESS)
        if moderated.rewritten:
            rewritten = f"{moderated.rewritten} rewritten by the author since this page was loaded"
            self.message_user(request, f"{rewritten}: not {done}. Read again.", messages.WARNING)
        if unseen := len(selected) - len(read):
            self.message_user(request, f"{unseen} not on the page you saw: not {done}.", messages.WARNING)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("catalog.change_review")


def _written_at_name(review_id: UUID) -> str:
    return f"written-at-{review_id}"


def _read_texts(request: HttpRequest, selected: list[UUID]) -> dict[UUID, datetime]:
    """When the texts on the submitted page were written. 'Select all' also selects reviews that it lacks."""
    read = {}
    for review_id in selected:
        try:
            read[review_id] = datetime.fromisoformat(request.POST.get(_written_at_name(review_id), ""))
        except ValueError:
            continue
    return read
