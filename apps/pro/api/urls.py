from django.urls import path

from apps.pro.api import views

urlpatterns = [
    path("learnprosection/web", views.ProSectionDetail.as_view()),
    path("learnprosection/offer", views.ProOffer.as_view()),
    path("learnprosection/booked/V1/pro", views.ProPurchases.as_view()),
    path("learnprosection/user/subscriptions/pro", views.ProSubscriptions.as_view()),
]
