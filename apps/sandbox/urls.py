from django.urls import include, path

from apps.sandbox.pages import views

handler404 = views.not_found

urlpatterns = [
    path("sandbox/razorpay", views.index),
    path("sandbox/razorpay/", views.index),
    path("sandbox/razorpay/healthz", views.healthz),
    path("sandbox/razorpay/v1/", include("apps.sandbox.api.urls")),
]
