from django.urls import path

from apps.content.api import views

urlpatterns = [
    path("site", views.Site.as_view()),
]
