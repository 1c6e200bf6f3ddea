from django.urls import path

from apps.content.api import academy_views, faq_views, page_views, views

urlpatterns = [
    path("site", views.Site.as_view()),
    path("faq", faq_views.Faq.as_view()),
    path("userreview", faq_views.Reviews.as_view()),
    path("page/<str:slug>", page_views.Page.as_view()),
    path("audit", page_views.Audit.as_view()),
    path("academy", academy_views.Academy.as_view()),
    path("academy/glossary", academy_views.Glossary.as_view()),
    path("academy/<str:module_key>/<str:key>", academy_views.Chapter.as_view()),
    path("academy/<str:module_key>/<str:key>/answers", academy_views.ChapterAnswers.as_view()),
    path("academy/<str:module_key>/<str:key>/read", academy_views.MarkChapterRead.as_view()),
]
