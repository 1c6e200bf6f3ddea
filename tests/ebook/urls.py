"""
The site's URLs and those of ebooks.

The URLs of commerce are built from the registry at import time. So this module executes commerce's URL module
again, with ebooks registered, and puts the result before the site's URLs.
"""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec

from django.urls import include, path

from config.urls import handler400, handler500
from config.urls import urlpatterns as site_urlpatterns

__all__ = ["handler400", "handler500", "urlpatterns"]

_spec = find_spec("apps.commerce.api.urls")
assert _spec is not None
assert _spec.loader is not None
_commerce_urls = module_from_spec(_spec)
_spec.loader.exec_module(_commerce_urls)

urlpatterns = [path("api/", include(_commerce_urls.urlpatterns)), *site_urlpatterns]
