from django.urls import URLPattern, URLResolver, include, path

from apps.sandbox import settings
from apps.sandbox.pages import pay, views

handler404 = views.not_found

urlpatterns: list[URLPattern | URLResolver] = [
    path("sandbox/razorpay", views.index),
    path("sandbox/razorpay/", views.index),
    path("sandbox/razorpay/healthz", views.healthz),
    path("sandbox/razorpay/pay", pay.pay),
    path("sandbox/razorpay/window/pay", pay.pay_in_window),
    path("sandbox/razorpay/bank", views.bank),
    path("sandbox/razorpay/v1/checkout.js", views.script, {"name": "checkout.js"}),
    path("sandbox/razorpay/v1/checkout/frame.js", views.script, {"name": "frame.js"}),
    path("sandbox/razorpay/v1/checkout/bank.js", views.script, {"name": "bank.js"}),
    path("sandbox/razorpay/v1/checkout/frame", views.frame),
    path("sandbox/razorpay/v1/", include("apps.sandbox.api.urls")),
]

if settings.SANDBOX_CONTROL:
    urlpatterns.append(path("sandbox/razorpay/control/", include("apps.sandbox.control.urls")))
