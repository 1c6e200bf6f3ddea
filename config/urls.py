"""URLs of the admin, the API, media files and the pages."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from apps.core import error_responses
from apps.core.api import docs
from apps.media import public_files

handler400 = "apps.core.error_responses.malformed"
handler500 = "apps.core.error_responses.unexpected"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("apps.accounts.api.urls")),
    path("", include("apps.content.api.urls")),
    path("", include("apps.support.api.urls")),
    path("", include("apps.catalog.api.urls")),
    path("", include("apps.live.api.urls")),
    path("", include("apps.pro.api.urls")),
    path("", include("apps.commerce.api.urls")),
    path("", include("apps.site.api.urls")),
    path("schema", docs.Schema.as_view(), name="schema"),
    path("docs", docs.ApiDocs.as_view(url_name="schema"), name="docs"),
    re_path("", error_responses.unknown_endpoint),
]

urlpatterns = [
    path("admin", RedirectView.as_view(url="/admin/")),
    path("admin/", include("apps.office.urls")),
    path("admin/", admin.site.urls),
    path("api", error_responses.unknown_endpoint),
    path("api/", include(api_urlpatterns)),
    path("", include("apps.catalog.media.urls")),
    path("", include("apps.live.api.room_urls")),
    path("", include("apps.support.api.media_urls")),
    path("", include("apps.site.urls")),
]

if settings.SERVES_MEDIA:
    # After the routes of signed media URLs.
    urlpatterns.insert(-1, path("media/<path:path>", public_files.serve))

if settings.SANDBOX_PORT:
    from config import sandbox_proxy

    urlpatterns.insert(0, sandbox_proxy.urlpattern)
