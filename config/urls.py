"""Which part answers which address: staff, calls, health, files, and the shell for all the rest."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from apps.content.media import open_files
from apps.core import failures
from apps.core.api import reference

handler400 = "apps.core.failures.malformed"
handler500 = "apps.core.failures.unexpected"

calls: list[URLPattern | URLResolver] = [
    path("", include("apps.accounts.api.urls")),
    path("", include("apps.content.api.urls")),
    path("", include("apps.catalog.api.urls")),
    path("", include("apps.live.api.urls")),
    path("", include("apps.pro.api.urls")),
    path("", include("apps.commerce.api.urls")),
    path("", include("apps.site.api.urls")),
    path("schema", reference.Schema.as_view(), name="schema"),
    path("docs", reference.ReadingRoom.as_view(url_name="schema"), name="docs"),
    re_path("", failures.unknown_call),
]

urlpatterns = [
    path("admin", RedirectView.as_view(url="/admin/")),
    path("admin/", admin.site.urls),
    path("api", failures.unknown_call),
    path("api/", include(calls)),
    path("", include("apps.catalog.media.urls")),
    path("", include("apps.site.urls")),
]

if settings.SERVES_MEDIA:
    # Behind the signed addresses, which are no files' own.
    urlpatterns.insert(-1, path("media/<path:path>", open_files.serve))

if settings.SANDBOX_PORT:
    from config.sandbox_door import forward

    urlpatterns.insert(0, re_path(r"^sandbox/razorpay(?P<rest>/.*)?$", forward))
