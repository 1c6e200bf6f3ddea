from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet

from apps.accounts.admin.read_only import ReadOnlyAdmin
from apps.core.changed_fields import ChangedFieldsStackedInline, ChangedFieldsTabularInline
from apps.core.kept_rows import KeptRowsAdmin, KeptRowsFormSet, people, used_by
from apps.core.money import Money
from apps.pro.models import Benefit, Plan, ProSection, Subscription


class PlanFormSet(KeptRowsFormSet):
    def kept_because(self, row: Plan) -> str | None:
        count = _buyers(Subscription.objects.filter(plan=row))
        return f"{people(count, 'bought')} Take it off offer instead." if count else None


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
class ProSectionAdmin(KeptRowsAdmin):
    archive_field = "is_published"
    list_display = ("title", "is_published", "plans_on_offer")
    list_filter = ("is_published",)
    search_fields = ("title",)
    fields = ("title", "image", "is_published")
    inlines = (PlanInline, BenefitInline)

    def kept_because(self, obj: ProSection) -> str | None:
        count = _buyers(Subscription.objects.filter(plan__section=obj))
        return people(count, "bought") if count else used_by(obj)

    @admin.display(description="plans on offer")
    def plans_on_offer(self, section: ProSection) -> str:
        plans = section.plans.on_offer().in_order()
        return ", ".join(
            f"{plan.price_name} (₹{Money(plan.discounted_price_paise).on_wire():,})" for plan in plans
        )


@admin.register(Subscription)
class SubscriptionAdmin(ReadOnlyAdmin):
    """What was bought; it changes with orders and refunds alone."""

    list_display = ("person", "plan_name", "days", "bought_at", "taken_back_at")
    list_select_related = ("person",)
    search_fields = ("person__mobile", "person__name", "plan_name")
    ordering: ClassVar = ("-bought_at", "-pk")
    date_hierarchy = "bought_at"


def _buyers(subscriptions: QuerySet[Subscription]) -> int:
    return subscriptions.order_by().values("person").distinct().count()
