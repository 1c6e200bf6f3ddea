from django.urls import path, re_path

from apps.sandbox.api import base, views

urlpatterns = [
    path("orders", views.Orders.as_view()),
    path("orders/<str:order_id>", views.OrderDetail.as_view()),
    path("orders/<str:order_id>/payments", views.OrderPayments.as_view()),
    path("payments", views.Payments.as_view()),
    path("payments/<str:payment_id>", views.PaymentDetail.as_view()),
    path("payments/<str:payment_id>/capture", views.Capture.as_view()),
    path("payments/<str:payment_id>/refund", views.Refund.as_view()),
    path("payments/<str:payment_id>/refunds", views.PaymentRefunds.as_view()),
    path("payments/<str:payment_id>/refunds/<str:refund_id>", views.RefundDetail.as_view()),
    path("refunds/<str:refund_id>", views.RefundDetail.as_view()),
    path("disputes", views.Disputes.as_view()),
    path("settlements/recon/combined", views.SettledLines.as_view()),
    re_path("", base.UnknownEndpoint.as_view()),
]
