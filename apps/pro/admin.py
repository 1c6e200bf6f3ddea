from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet
from django.urls import reverse
from django.utils.html import format_html

from apps.content.admin import bulk_pages
from apps.content.admin.approvals import ApprovalMixin
from apps.content.admin.public_parts import PublicPartForm, PublicPartsFormSet
from apps.content.admin.publishable import PlanFormSet, PricedForm, PricedRowsAdmin
from apps.core import indian_time
from apps.core.advert_words import PublicText
from apps.core.advertised_texts import AdvertisedTextsMixin, field_texts
from apps.core.changed_fields import ChangedFieldsStackedInline, ChangedFieldsTabularInline
from apps.core.formatting import short_price
from apps.core.protected_rows import ProtectedRowsAdmin, people, used_by
from apps.core.publishing import advert_step
from apps.core.read_only_admin import FixedRowsAdmin, ReadOnlyAdmin
from apps.pro.models import Benefit, Plan, ProSection, Subscription
from apps.pro.selectors import publishing_facts
from apps.pro.services import prices


class ProPlanFormSet(PublicPartsFormSet, PlanFormSet):
    price_kind = prices.PLAN
    texts_of = staticmethod(publishing_facts.texts)
    part_name = "a plan"
    public_fields = ("price_name",)

    def protection_reason(self, row: Plan) -> str | None:
        count = _count_buyers(Subscription.objects.filter(plan=row))
        return f"{people(count, 'bought')} Unpublish it instead." if count else None


class PlanInline(ChangedFieldsTabularInline):
    model = Plan
    formset = ProPlanFormSet
    fields = (
        "price_name",
        "actual_price_paise",
        "discounted_price_paise",
        "validity_days",
        "position",
        "is_published",
    )
    extra = 0


class BenefitFormSet(PublicPartsFormSet, BaseInlineFormSet):
    texts_of = staticmethod(publishing_facts.texts)
    part_name = "a benefit"
    public_fields = publishing_facts.BENEFIT_FIELDS


class BenefitInline(ChangedFieldsStackedInline):
    model = Benefit
    formset = BenefitFormSet
    fields = (("icon", "description", "position"), "long_description")
    extra = 0


class ProSectionForm(forms.ModelForm):
    """What is public, or becomes so, has an approval where its texts need one."""

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        section = self.instance
        asked = {"title", "is_published"}
        if self.errors or not section.is_published or asked.isdisjoint(self.changed_data):
            return
        texts = field_texts(section, ["title"]) if section._state.adding else publishing_facts.texts(section)
        if refused := _refusal(section, texts):
            self.add_error(None, refused)


def _refusal(section: ProSection, texts: Sequence[PublicText]) -> list[str]:
    step = advert_step(section, texts, day=indian_time.today())
    return [] if step.is_done else [f"Missing: {step.missing}", *map(str, step.findings[1:])]


class PlanForm(PublicPartForm, PricedForm):
    texts_of = staticmethod(publishing_facts.texts)
    owner_path = "section"
    public_fields = ("price_name",)


@admin.register(ProSection)
class ProSectionAdmin(ApprovalMixin, AdvertisedTextsMixin, ProtectedRowsAdmin):
    form = ProSectionForm
    archive_field = "is_published"
    linked_lookups = ("approval_last_day__lt",)
    list_display = ("title", "is_published", "published_plans")
    list_filter = ("is_published",)
    search_fields = ("title",)
    fields = ("title", "image", "is_published", "approval")
    change_form_template = "admin/content/publishing_form.html"
    author_fields = ("title", "price_name", *publishing_facts.BENEFIT_FIELDS)
    inlines = (PlanInline, BenefitInline)

    def texts_of(self, row: ProSection) -> Sequence[PublicText]:
        return publishing_facts.texts(row)

    def text_parts(self, row: ProSection) -> list[Any]:
        return [*row.plans.all(), *row.benefits.all()]

    def protection_reason(self, obj: ProSection) -> str | None:
        count = _count_buyers(Subscription.objects.filter(plan__section=obj))
        return people(count, "bought") if count else used_by(obj)

    def restore_refusal(self, obj: ProSection) -> str | None:
        return " ".join(_refusal(obj, publishing_facts.texts(obj))) or None

    @admin.display(description="published plans")
    def published_plans(self, section: ProSection) -> str:
        plans = section.plans.published().in_order()
        return ", ".join(f"{plan.price_name} ({short_price(plan.discounted_price_paise)})" for plan in plans)


@admin.register(Plan)
class PlanAdmin(FixedRowsAdmin, PricedRowsAdmin):
    """The prices of plans, which are added, unpublished and deleted on the page of their section."""

    form = PlanForm
    price_kind = prices.PLAN
    list_display = ("price_name", "price", "original_price", "validity_days", "section", "is_published")
    list_filter = ("is_published", "section")
    list_select_related = ("section",)
    search_fields = ("price_name", "section__title")
    ordering: ClassVar = ("section__title", "section", "validity_days", "position", "pk")
    fields = ("section", "price_name", "validity_days", "discounted_price_paise", "actual_price_paise")
    readonly_fields = ("section", "validity_days")

    def who_pays(self, row: Plan, *, old_paise: int, new_paise: int) -> list[str]:
        return [
            bulk_pages.new_buyers(new_paise),
            "Whoever has Pro keeps it, and pays the new price to extend it.",
            bulk_pages.open_orders(old_paise),
        ]

    @admin.display(description="price", ordering="discounted_price_paise")
    def price(self, plan: Plan) -> str:
        return short_price(plan.discounted_price_paise)

    @admin.display(description="original price", ordering="actual_price_paise")
    def original_price(self, plan: Plan) -> str:
        return short_price(plan.actual_price_paise)


@admin.register(Subscription)
class SubscriptionAdmin(ReadOnlyAdmin):
    """Pro purchases; only orders and refunds change them."""

    shows_personal_data = True
    list_display = ("person", "plan_name", "days", "bought_at", "revoked_at")
    list_select_related = ("person",)
    search_fields = ("person__mobile", "person__name", "plan_name")
    ordering: ClassVar = ("-bought_at", "-pk")
    date_hierarchy = "bought_at"
    fields: ClassVar = (*list_display, "plan", "order")

    @admin.display(description="order")
    def order(self, subscription: Subscription) -> str:
        url = reverse("admin:commerce_order_change", args=[subscription.order_id])
        return format_html('<a href="{}">Its order</a>', url)


def _count_buyers(subscriptions: QuerySet[Subscription]) -> int:
    return subscriptions.order_by().values("person").distinct().count()
