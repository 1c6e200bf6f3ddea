from django.urls import path

from apps.support.api import views

urlpatterns = [
    path("complaints", views.Complaints.as_view()),
    path("grievance", views.Grievance.as_view()),
    path("contact", views.Contact.as_view()),
]
