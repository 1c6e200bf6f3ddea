from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.commerce.admin import kinds
from apps.commerce.admin.coupon_forms import CouponForm
from apps.commerce.admin.records import WIDE
from apps.commerce.models import Coupon
from apps.commerce.selectors import coupon_figures
from apps.commerce.selectors.coupon_figures import Figures
from apps.commerce.states import CouponKind
from apps.commerce.templatetags.amounts import paise
from apps.core.changed_fields import ChangedFieldsAdmin


class CouponList(ChangeList):
    def get_results(self, request: HttpRequest) -> None:
        """With what each brought in, asked once for the whole page."""
        super().get_results(request)
        rows = list(self.result_list)
        figures = coupon_figures.brought_in(coupon_ids=[coupon.pk for coupon in rows])
        for coupon in rows:
            coupon.figures = figures.get(coupon.pk, Figures())
        self.result_list = rows


@admin.register(Coupon)
class CouponAdmin(ChangedFieldsAdmin):
    form = CouponForm
    list_display = (
        "code",
        "worth",
        "used",
        "orders_paid",
        "discount_given",
        "bills",
        "is_active",
        "is_listed",
        "starts_at",
        "ends_at",
        "fits_kinds",
        "short_description",
    )
    list_filter = ("is_active", "is_listed", "kind", "ends_at")
    search_fields = ("code", "short_description")
    search_help_text = "A part of the code or of the description."
    ordering = ("code",)
    sortable_by = ("code",)
    list_per_page = 50
    show_full_result_count = False
    readonly_fields = ("uses", "brought_in", "created_at")
    actions = None
    fieldsets = (
        (None, {"fields": ("code", "short_description", "is_active", "is_listed")}),
        ("What it takes off", {"fields": ("kind", "percent", "cap_paise", "flat_paise")}),
        ("For what", {"fields": ("kinds", "item_ids", "minimum_paise")}),
        ("When and how often", {"fields": ("starts_at", "ends_at", "total_limit", "person_limit")}),
        ("So far", {"fields": ("uses", "brought_in", "created_at")}),
    )

    class Media:
        css: ClassVar = {"all": ["brand/sales.css"]}

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, WIDE)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return CouponList

    def get_fieldsets(self, request: HttpRequest, obj: Coupon | None = None) -> Any:
        sections = super().get_fieldsets(request, obj)
        return sections[:-1] if obj is None else sections

    @admin.display(description="worth")
    def worth(self, coupon: Coupon) -> str:
        if coupon.kind == CouponKind.FLAT:
            return paise(coupon.flat_paise or 0)
        cap = "" if coupon.cap_paise is None else f", at most {paise(coupon.cap_paise)}"
        return f"{coupon.percent}%{cap}"

    @admin.display(description="fits")
    def fits_kinds(self, coupon: Coupon) -> str:
        names = ", ".join(kinds.named(kind) for kind in coupon.kinds) or "Everything"
        return f"{names}, {len(coupon.item_ids)} named" if coupon.item_ids else names

    @admin.display(description="uses")
    def used(self, coupon: Coupon) -> str:
        return str(coupon.uses) if coupon.total_limit is None else f"{coupon.uses} of {coupon.total_limit}"

    @admin.display(description="orders paid")
    def orders_paid(self, coupon: Any) -> SafeString | str:
        if not coupon.figures.orders:
            return "0"
        return format_html('<a href="{}">{}</a>', _its_orders(coupon), _counted(coupon.figures))

    @admin.display(description="discount given")
    def discount_given(self, coupon: Any) -> str:
        return paise(coupon.figures.discount_paise)

    @admin.display(description="sum of bills")
    def bills(self, coupon: Any) -> str:
        return paise(coupon.figures.bills_paise)

    @admin.display(description="brought in")
    def brought_in(self, coupon: Coupon) -> SafeString | str:
        figures = coupon_figures.brought_in(coupon_ids=[coupon.pk]).get(coupon.pk)
        if figures is None:
            return "Nothing yet"
        return format_html(
            '<a href="{}">Orders paid: {}</a>, discount given {}, bills {}',
            _its_orders(coupon),
            _counted(figures),
            paise(figures.discount_paise),
            paise(figures.bills_paise),
        )

    def has_delete_permission(self, request: HttpRequest, obj: Coupon | None = None) -> bool:
        """One that was used stays, and can be switched off."""
        if obj is not None and coupon_figures.was_used(coupon=obj):
            return False
        return super().has_delete_permission(request, obj)


def _counted(figures: Figures) -> str:
    return f"{figures.orders} ({figures.refunded} refunded)" if figures.refunded else str(figures.orders)


def _its_orders(coupon: Coupon) -> str:
    return f"{reverse('admin:commerce_order_changelist')}?coupon__id__exact={coupon.pk}"
