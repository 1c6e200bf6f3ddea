"""The prices of session plans. Plans are added and deleted on the page of their program."""

from typing import ClassVar

from django.contrib import admin

from apps.content.admin import bulk_pages
from apps.content.admin.publishable import PricedForm, PricedRowsAdmin
from apps.core.formatting import short_price
from apps.core.read_only_admin import FixedRowsAdmin
from apps.live.admin.program_parts import ProgramPartForm
from apps.live.models import SessionPlan
from apps.live.services import prices


class SessionPlanForm(ProgramPartForm, PricedForm):
    public_fields = ("price_name",)
    price_field = "discounted_price_paise"


@admin.register(SessionPlan)
class SessionPlanAdmin(FixedRowsAdmin, PricedRowsAdmin):
    form = SessionPlanForm
    price_kind = prices.PLAN
    list_display = ("price_name", "price", "usual_price", "program", "num_of_sessions")
    list_filter = ("program",)
    list_select_related = ("program",)
    search_fields = ("price_name", "program__title")
    ordering: ClassVar = ("program__title", "program", "-num_of_sessions", "pk")
    fields: ClassVar = (
        *("program", "num_of_sessions", "price_name"),
        ("discounted_price_paise", "price_confirmed"),
        "actual_price_paise",
    )
    readonly_fields = ("program", "num_of_sessions")

    def who_pays(self, row: SessionPlan, *, old_paise: int, new_paise: int) -> list[str]:
        many = row.num_of_sessions
        count = "each session" if many == 1 else f"each of {many} sessions or more that are bought together"
        return [f"For {count}.", bulk_pages.new_buyers(new_paise), bulk_pages.open_orders(old_paise)]

    @admin.display(description="price per session", ordering="discounted_price_paise")
    def price(self, plan: SessionPlan) -> str:
        return short_price(plan.discounted_price_paise)

    @admin.display(description="usual price", ordering="actual_price_paise")
    def usual_price(self, plan: SessionPlan) -> str:
        return short_price(plan.actual_price_paise)
