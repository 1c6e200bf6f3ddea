from django.urls import path

from apps.content.api import academy_views, faq_views, views, word_views

urlpatterns = [
    path("site", views.Site.as_view()),
    path("faq", faq_views.Faq.as_view()),
    path("userreview", faq_views.Reviews.as_view()),
    path("page/<str:slug>", word_views.Page.as_view()),
    path("complaints", word_views.Complaints.as_view()),
    path("audit", word_views.Audit.as_view()),
    path("grievance", word_views.Grievance.as_view()),
    path("contact", word_views.Contact.as_view()),
    path("academy", academy_views.Academy.as_view()),
    path("academy/<str:module_key>/<str:key>", academy_views.Chapter.as_view()),
    path("academy/<str:module_key>/<str:key>/read", academy_views.ChapterIsRead.as_view()),
]
