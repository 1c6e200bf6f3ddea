from django.urls import path

from apps.live.api import views

urlpatterns = [
    path("learning/webinarV1", views.Webinars.as_view()),
    path("learning/webwebinarV1/<str:key>", views.WebinarDetail.as_view()),
    path("mentorship", views.Mentorships.as_view()),
    path("mentorship/users/<str:key>", views.MentorshipDetail.as_view()),
    path("learning/web/liveotp", views.LiveTradings.as_view()),
    path("learning/user/liveotp/web/<str:key>", views.LiveTradingDetail.as_view()),
]
