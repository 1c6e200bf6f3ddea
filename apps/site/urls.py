from django.conf import settings
from django.urls import path, re_path
from django.views.generic import RedirectView

from apps.site import covers, robots_and_sitemap, shell

urlpatterns = [
    path("covers/<str:ratio>/<int:hue>/<str:seed>.svg", covers.cover),
    path("robots.txt", robots_and_sitemap.robots),
    path("sitemap.xml", robots_and_sitemap.sitemap),
    path("site.webmanifest", robots_and_sitemap.manifest),
    path("serviceworker.js", robots_and_sitemap.service_worker),
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}brand/icon-192.png")),
    re_path(r"^(?:media|static)/", robots_and_sitemap.no_such_file),
    re_path("", shell.page),
]
