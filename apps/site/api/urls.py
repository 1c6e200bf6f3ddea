from django.urls import path

from apps.site.api import views

urlpatterns = [
    path("dashboard", views.Dashboard.as_view()),
    path("mentor/<str:key>", views.Mentor.as_view()),
    path("search", views.Search.as_view()),
    path("confirmed", views.Confirmed.as_view()),
    path("orders/<str:order_id>/calendar.ics", views.OrderCalendar.as_view()),
    path("user/new-order/session", views.SessionOrders.as_view()),
]
