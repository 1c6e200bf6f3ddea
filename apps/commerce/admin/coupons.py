from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.audit.csv_import_admin import CsvImportMixin
from apps.commerce.admin import kinds
from apps.commerce.admin.coupon_forms import CouponForm
from apps.commerce.admin.records import SalesAdmin
from apps.commerce.models import Coupon
from apps.commerce.models.coupon import TERMS, CouponTerms
from apps.commerce.selectors import coupon_items, coupon_statistics
from apps.commerce.selectors.coupon_statistics import CouponStatistics
from apps.commerce.services import coupon_imports
from apps.commerce.states import CouponKind
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.csv_imports import Imported
from apps.core.formatting import exact_price


class CouponList(ChangeList):
    def get_queryset(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Thousands of generated codes would bury the others: they are listed by batch, or by searching."""
        rows = super().get_queryset(request, *args, **kwargs)
        return rows if self.query or "batch__id__exact" in self.params else rows.filter(batch__isnull=True)

    def get_results(self, request: HttpRequest) -> None:
        """Adds the figures of all coupons of the page with one query."""
        super().get_results(request)
        rows = list(self.result_list)
        figures = coupon_statistics.statistics_by_coupon(coupon_ids=[coupon.pk for coupon in rows])
        for coupon in rows:
            coupon.figures = figures.get(coupon.pk, CouponStatistics())
        self.result_list = rows


@admin.register(Coupon)
class CouponAdmin(AdvertisedTextsMixin, CsvImportMixin, SalesAdmin):
    import_columns = coupon_imports.COLUMNS
    import_help = (
        "Either percent or rupees. Both days belong to the time in which it is valid. Kinds and items limit "
        "what it is valid for, such as 'course webinar' and 'candle-basics'; separate several by spaces."
    )
    form = CouponForm
    list_display = (
        "code",
        "discount",
        "used",
        "orders_paid",
        "discount_given",
        "bills",
        "is_active",
        "is_listed",
        "starts_at",
        "ends_at",
        "valid_for",
        "short_description",
    )
    list_filter = ("is_active", "is_listed", "is_first_purchase", "kind", "ends_at")
    linked_lookups = ("batch__id__exact",)
    search_fields = ("code", "short_description")
    search_help_text = "Code or description."
    ordering = ("code",)
    sortable_by = ("code",)
    list_per_page = 50
    show_full_result_count = False
    readonly_fields = ("items", "uses", "revenue", "created_at", "batch")
    actions = None
    fieldsets = (
        (None, {"fields": ("code", "short_description", "is_active", "is_listed")}),
        ("Discount", {"fields": ("kind", "percent", "cap_paise", "flat_paise")}),
        ("Valid for", {"fields": ("kinds", "item_ids", "items", "minimum_paise", "is_first_purchase")}),
        ("Dates and limits", {"fields": ("starts_at", "ends_at", "total_limit", "person_limit")}),
        ("Usage", {"fields": ("uses", "revenue", "created_at", "batch")}),
    )

    def import_content(self, content: bytes, *, is_dry_run: bool) -> Imported:
        return coupon_imports.import_coupons(content=content, is_dry_run=is_dry_run)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return CouponList

    def get_fieldsets(self, request: HttpRequest, obj: Coupon | None = None) -> Any:
        sections = super().get_fieldsets(request, obj)
        return sections[:-1] if obj is None else sections

    def get_readonly_fields(self, request: HttpRequest, obj: Coupon | None = None) -> Any:
        """What a generated code shares with its batch is changed there."""
        own = super().get_readonly_fields(request, obj)
        if obj is None or obj.batch_id is None:
            return own
        return (*own, "code", "total_limit", "person_limit", "is_listed", *TERMS)

    def get_form(
        self, request: HttpRequest, obj: Coupon | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is not None and obj.batch_id is not None:
            # A field that a form declares would be on the page, also if it is read-only.
            kwargs["form"] = forms.ModelForm
        return super().get_form(request, obj, change, **kwargs)

    @admin.display(description="discount")
    def discount(self, coupon: Coupon) -> str:
        return discount_text(coupon)

    @admin.display(description="valid for")
    def valid_for(self, coupon: Coupon) -> str:
        return scope_text(coupon)

    @admin.display(description="these are")
    def items(self, coupon: Coupon) -> str:
        return item_titles(coupon)

    @admin.display(description="uses")
    def used(self, coupon: Coupon) -> str:
        return str(coupon.uses) if coupon.total_limit is None else f"{coupon.uses} of {coupon.total_limit}"

    @admin.display(description="paid orders")
    def orders_paid(self, coupon: Any) -> SafeString | str:
        if not coupon.figures.orders:
            return "0"
        return format_html('<a href="{}">{}</a>', _orders_url(coupon), _order_count(coupon.figures))

    @admin.display(description="discount given")
    def discount_given(self, coupon: Any) -> str:
        return exact_price(coupon.figures.discount_paise)

    @admin.display(description="revenue")
    def bills(self, coupon: Any) -> str:
        return exact_price(coupon.figures.bills_paise)

    @admin.display(description="revenue")
    def revenue(self, coupon: Coupon) -> SafeString | str:
        figures = coupon_statistics.statistics_by_coupon(coupon_ids=[coupon.pk]).get(coupon.pk)
        if figures is None:
            return "None yet"
        return format_html(
            '<a href="{}">Paid orders: {}</a>, discount given {}, revenue {}',
            _orders_url(coupon),
            _order_count(figures),
            exact_price(figures.discount_paise),
            exact_price(figures.bills_paise),
        )

    def has_delete_permission(self, request: HttpRequest, obj: Coupon | None = None) -> bool:
        """A used coupon cannot be deleted, only deactivated."""
        if obj is not None and coupon_statistics.was_used(coupon=obj):
            return False
        return super().has_delete_permission(request, obj)


def discount_text(terms: CouponTerms) -> str:
    if terms.kind == CouponKind.FLAT:
        return exact_price(terms.flat_paise or 0)
    cap = "" if terms.cap_paise is None else f", up to {exact_price(terms.cap_paise)}"
    return f"{terms.percent}%{cap}"


def scope_text(terms: CouponTerms) -> str:
    names = ", ".join(kinds.kind_label(kind) for kind in terms.kinds) or "Everything"
    selected = f", {len(terms.item_ids)} selected" if terms.item_ids else ""
    return f"{names}{selected}{', first purchase' if terms.is_first_purchase else ''}"


def item_titles(terms: CouponTerms) -> str:
    """The titles of the items, which the form knows by their ids."""
    found = coupon_items.titles(terms.item_ids, among=terms.kinds or coupon_items.kinds())
    return ", ".join(found) or "All items"


def _order_count(figures: CouponStatistics) -> str:
    return f"{figures.orders} ({figures.refunded} refunded)" if figures.refunded else str(figures.orders)


def _orders_url(coupon: Coupon) -> str:
    """Without those that were never paid, which the figures do not count."""
    return f"{reverse('admin:commerce_order_changelist')}?coupon__id__exact={coupon.pk}&paid_at__isnull=False"
