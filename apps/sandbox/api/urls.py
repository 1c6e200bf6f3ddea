from django.urls import path, re_path

from apps.sandbox.api import base, views

urlpatterns = [
    path("orders", views.Orders.as_view()),
    path("orders/<str:order_id>", views.OneOrder.as_view()),
    path("orders/<str:order_id>/payments", views.OrderPayments.as_view()),
    re_path("", base.UnknownCall.as_view()),
]
