from django.urls import path

from apps.sandbox.control import views

urlpatterns = [
    path("journal", views.Journal.as_view()),
    path("faults", views.Faults.as_view()),
    path("pay", views.Pay.as_view()),
    path("capture", views.CaptureLate.as_view()),
    path("refund", views.FinishRefund.as_view()),
    path("dashboard_refund", views.DashboardRefund.as_view()),
    path("refund_news", views.ResendRefundEvent.as_view()),
    path("dispute", views.DisputePayment.as_view()),
    path("account", views.AccountSettings.as_view()),
    path("clock", views.Clock.as_view()),
    path("webhooks", views.Webhooks.as_view()),
]
