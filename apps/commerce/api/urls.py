from django.urls import URLPattern, path

from apps.commerce.api import coupon_views, order_views, views, webhook_views
from apps.core import sellables


def _of_everything_sold() -> list[URLPattern]:
    found = []
    for sellable in sellables.everything():
        routes = sellable.routes
        found += [
            path(routes.cart, views.cart_view(sellable).as_view()),
            path(routes.enroll, views.enroll_view(sellable).as_view()),
            path(routes.confirm, views.confirm_view(sellable).as_view()),
        ]
    return found


urlpatterns = [
    *_of_everything_sold(),
    path("coupon/new", coupon_views.Coupons.as_view()),
    path("coupon/apply-coupon", coupon_views.ApplyCoupon.as_view()),
    path("coupon/remove-coupon", coupon_views.RemoveCoupon.as_view()),
    path("orders", order_views.Orders.as_view()),
    path("orders/lines/<str:line_id>/refund", order_views.RefundLine.as_view()),
    path("orders/<str:order_id>", order_views.OrderDetail.as_view()),
    path("orders/<str:order_id>/invoice.pdf", order_views.InvoicePdf.as_view()),
    path("orders/<str:order_id>/credit-notes/<str:refund_id>.pdf", order_views.CreditNotePdf.as_view()),
    path("payments/webhook/razorpay", webhook_views.RazorpayWebhook.as_view()),
]
