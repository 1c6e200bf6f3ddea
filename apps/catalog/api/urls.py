from django.urls import path

from apps.catalog.api import views

urlpatterns = [
    path("course/mobile", views.Courses.as_view()),
    path("course/users/<str:key>", views.CourseDetail.as_view()),
    path("category", views.Categories.as_view()),
]
