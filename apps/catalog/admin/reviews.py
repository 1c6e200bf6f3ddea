from collections.abc import Callable

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator

from apps.catalog.models import Review
from apps.catalog.services import reviews
from apps.core.changed_fields import ChangedFieldsAdmin


@admin.register(Review)
class ReviewAdmin(ChangedFieldsAdmin):
    """Reviews by learners. Staff publish or reject them; nobody can write or edit one here."""

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
        return Truncator(review.text).chars(90)

    @admin.action(description="Publish", permissions=["moderate"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Review]) -> None:
        self._moderate(request, queryset, reviews.publish, "published")

    @admin.action(description="Reject", permissions=["moderate"])
    def reject(self, request: HttpRequest, queryset: QuerySet[Review]) -> None:
        self._moderate(request, queryset, reviews.reject, "rejected")

    def _moderate(
        self, request: HttpRequest, queryset: QuerySet[Review], moderate: Callable[..., int], done: str
    ) -> None:
        count = moderate(review_ids=list(queryset.values_list("pk", flat=True)))
        self.message_user(request, f"{count} {done}.", messages.SUCCESS)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("catalog.change_review")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Review | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Review | None = None) -> bool:
        return False
