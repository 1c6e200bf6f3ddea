from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts.models import User
from apps.audit.services import trail
from apps.commerce.admin.coupon_forms import CouponBatchForm
from apps.commerce.admin.coupons import discount_text, item_titles, scope_text
from apps.commerce.admin.records import SalesAdmin
from apps.commerce.models import CouponBatch
from apps.commerce.selectors import coupon_batches
from apps.commerce.services import coupon_batches as service


class CouponBatchList(ChangeList):
    def get_results(self, request: HttpRequest) -> None:
        """Adds the used codes of all batches of the page with one query."""
        super().get_results(request)
        rows = list(self.result_list)
        used = coupon_batches.used_by_batch(batch_ids=[batch.pk for batch in rows])
        for batch in rows:
            batch.used = used.get(batch.pk, 0)
        self.result_list = rows


@admin.register(CouponBatch)
class CouponBatchAdmin(SalesAdmin):
    """Adding a batch generates its codes. Its terms are those of all its codes, also when they change."""

    form = CouponBatchForm
    list_display = (
        "prefix",
        "discount",
        "used_codes",
        "is_active",
        "starts_at",
        "ends_at",
        "valid_for",
        "short_description",
    )
    list_filter = ("is_active", "is_first_purchase", "ends_at")
    search_fields = ("prefix", "short_description")
    search_help_text = "Prefix or description."
    sortable_by = ()
    list_per_page = 50
    actions = None
    fieldsets = (
        (None, {"fields": ("prefix", "size", "short_description", "is_active")}),
        ("Discount", {"fields": ("kind", "percent", "cap_paise", "flat_paise")}),
        ("Valid for", {"fields": ("kinds", "item_ids", "items", "minimum_paise", "is_first_purchase")}),
        ("Dates", {"fields": ("starts_at", "ends_at")}),
        ("Codes", {"fields": ("codes", "created_by", "created_at")}),
    )

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.csv_view)
        return [
            path("<path:object_id>/codes.csv", view, name="commerce_couponbatch_csv"),
            *super().get_urls(),
        ]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return CouponBatchList

    def get_fieldsets(self, request: HttpRequest, obj: CouponBatch | None = None) -> Any:
        sections = super().get_fieldsets(request, obj)
        return sections[:-1] if obj is None else sections

    def get_readonly_fields(self, request: HttpRequest, obj: CouponBatch | None = None) -> Any:
        made = ("items", "codes", "created_by", "created_at")
        return made if obj is None else (*made, "prefix", "size")

    def save_model(self, request: HttpRequest, obj: CouponBatch, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            service.apply_terms(batch=obj, changed=form.changed_data)
        else:
            assert isinstance(request.user, User)
            obj.created_by = request.user
            service.generate(batch=obj)

    def has_delete_permission(self, request: HttpRequest, obj: CouponBatch | None = None) -> bool:
        """Codes that were handed out are deactivated, never deleted."""
        return False

    @admin.display(description="discount")
    def discount(self, batch: CouponBatch) -> str:
        return discount_text(batch)

    @admin.display(description="valid for")
    def valid_for(self, batch: CouponBatch) -> str:
        return scope_text(batch)

    @admin.display(description="these are")
    def items(self, batch: CouponBatch) -> str:
        return item_titles(batch)

    @admin.display(description="codes used")
    def used_codes(self, batch: Any) -> SafeString:
        return _codes_link(batch, f"{batch.used} of {batch.size}")

    @admin.display(description="codes")
    def codes(self, batch: CouponBatch) -> SafeString:
        used = coupon_batches.used_by_batch(batch_ids=[batch.pk]).get(batch.pk, 0)
        return format_html(
            '{}, <a href="{}">download as CSV</a>',
            _codes_link(batch, f"{used} of {batch.size} used"),
            reverse("admin:commerce_couponbatch_csv", args=[batch.pk]),
        )

    def csv_view(self, request: HttpRequest, object_id: str) -> StreamingHttpResponse:
        batch = self.get_object(request, object_id)
        if batch is None:
            raise Http404
        if not request.user.has_perm("commerce.download_codes"):
            raise PermissionDenied
        trail.record_export(request, what="Codes as CSV", row=batch)
        response = StreamingHttpResponse(
            coupon_batches.csv_of_codes(batch=batch), content_type="text/csv; charset=utf-8"
        )
        response["Content-Disposition"] = f'attachment; filename="codes-{batch.prefix}.csv"'
        response["Cache-Control"] = "private, no-store"
        return response


def _codes_link(batch: CouponBatch, text: str) -> SafeString:
    url = f"{reverse('admin:commerce_coupon_changelist')}?batch__id__exact={batch.pk}"
    return format_html('<a href="{}">{}</a>', url, text)
