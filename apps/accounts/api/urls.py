from django.urls import path

from apps.accounts.api import views

urlpatterns = [
    path("user", views.Me.as_view()),
    path("user/logout", views.Logout.as_view()),
]
