from django.conf import settings
from django.urls import path, re_path
from django.views.generic import RedirectView

from apps.core import language, policy_reports
from apps.core.security_headers import REPORTS_PATH
from apps.core.server import NO_SUCH_PATH
from apps.site import files, shell

urlpatterns = [
    path("covers/<str:ratio>/<int:hue>/<str:seed>.svg", files.cover),
    path("social/<str:signed>.png", files.social_picture, name="social-picture"),
    path("robots.txt", files.robots),
    path("sitemap.xml", files.sitemap),
    path("site.webmanifest", files.manifest),
    path("serviceworker.js", files.service_worker),
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}brand/icon-192.png")),
    path(".well-known/security.txt", files.security),
    path("language", language.choose),
    path(NO_SUCH_PATH.removeprefix("/"), shell.not_found),
    path(REPORTS_PATH[1:], policy_reports.collect),
    re_path(r"^(?:media|static)/", files.no_such_file),
    re_path("", shell.page),
]
