from django.conf import settings
from django.urls import URLPattern, path

from apps.commerce.api import checkout_views, coupon_views, order_views, webhook_views
from apps.core import sellables


def _checkout_urls() -> list[URLPattern]:
    patterns = []
    for sellable in sellables.all_kinds():
        routes = sellable.routes
        patterns += [
            path(routes.cart, checkout_views.FillCart.as_view(sellable=sellable)),
            path(routes.enroll, checkout_views.Enroll.as_view(sellable=sellable)),
            path(routes.confirm, checkout_views.Confirm.as_view(sellable=sellable)),
        ]
    return patterns


urlpatterns = [
    *_checkout_urls(),
    path("coupon/new", coupon_views.Coupons.as_view()),
    path("coupon/apply-coupon", coupon_views.ApplyCoupon.as_view()),
    path("coupon/remove-coupon", coupon_views.RemoveCoupon.as_view()),
    path("orders", order_views.Orders.as_view()),
    path("orders/lines/<str:line_id>/refund", order_views.RefundLine.as_view()),
    path("orders/<str:order_id>", order_views.OrderDetail.as_view()),
    path("orders/<str:order_id>/invoice.pdf", order_views.InvoicePdf.as_view()),
    path("orders/<str:order_id>/credit-notes/<str:refund_id>.pdf", order_views.CreditNotePdf.as_view()),
    *[
        path(f"payments/webhook/{provider}", webhook_views.ProviderWebhook.as_view(provider=provider))
        for provider in settings.PAYMENT_GATEWAYS
    ],
]
