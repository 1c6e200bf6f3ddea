from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet

from apps.core.changed_fields import ChangedFieldsStackedInline, ChangedFieldsTabularInline
from apps.core.formatting import short_price
from apps.core.protected_rows import ProtectedRowsAdmin, ProtectedRowsFormSet, people, used_by
from apps.core.read_only_admin import ReadOnlyAdmin
from apps.pro.models import Benefit, Plan, ProSection, Subscription


class PlanFormSet(ProtectedRowsFormSet):
    def protection_reason(self, row: Plan) -> str | None:
        count = _count_buyers(Subscription.objects.filter(plan=row))
        return f"{people(count, 'bought')} Unpublish it instead." if count else None


class PlanInline(ChangedFieldsTabularInline):
    model = Plan
    formset = PlanFormSet
    fields = (
        "price_name",
        "actual_price_paise",
        "discounted_price_paise",
        "validity_days",
        "position",
        "is_published",
    )
    extra = 0


class BenefitInline(ChangedFieldsStackedInline):
    model = Benefit
    fields = (("icon", "description", "position"), "long_description")
    extra = 0


@admin.register(ProSection)
class ProSectionAdmin(ProtectedRowsAdmin):
    archive_field = "is_published"
    list_display = ("title", "is_published", "published_plans")
    list_filter = ("is_published",)
    search_fields = ("title",)
    fields = ("title", "image", "is_published")
    inlines = (PlanInline, BenefitInline)

    def protection_reason(self, obj: ProSection) -> str | None:
        count = _count_buyers(Subscription.objects.filter(plan__section=obj))
        return people(count, "bought") if count else used_by(obj)

    @admin.display(description="published plans")
    def published_plans(self, section: ProSection) -> str:
        plans = section.plans.published().in_order()
        return ", ".join(f"{plan.price_name} ({short_price(plan.discounted_price_paise)})" for plan in plans)


@admin.register(Subscription)
class SubscriptionAdmin(ReadOnlyAdmin):
    """Pro purchases; only orders and refunds change them."""

    shows_personal_data = True
    list_display = ("person", "plan_name", "days", "bought_at", "revoked_at")
    list_select_related = ("person",)
    search_fields = ("person__mobile", "person__name", "plan_name")
    ordering: ClassVar = ("-bought_at", "-pk")
    date_hierarchy = "bought_at"


def _count_buyers(subscriptions: QuerySet[Subscription]) -> int:
    return subscriptions.order_by().values("person").distinct().count()
