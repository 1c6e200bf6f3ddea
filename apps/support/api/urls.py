from django.urls import path

from apps.support.api import request_views, views

urlpatterns = [
    path("complaints", views.Complaints.as_view()),
    path("grievance", views.Grievance.as_view()),
    path("contact", views.Contact.as_view()),
    path("support/requests", request_views.SupportRequests.as_view()),
    path("support/requests/<str:number>", request_views.OwnSupportRequest.as_view()),
    path("support/requests/<str:number>/replies", request_views.OwnReplies.as_view()),
    path("support/linked-request", request_views.LinkedRequest.as_view()),
    path("support/linked-request/replies", request_views.LinkedReplies.as_view()),
]
