from django.urls import path

from apps.site.api import views

urlpatterns = [path("dashboard", views.Dashboard.as_view())]
