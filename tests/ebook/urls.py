"""
The site's addresses and those of ebooks.

A site reads at its start what is registered. So does this module when it is imported first, with ebooks
among it: the calls of commerce are made once more by its own module, and come before the site's.
"""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec

from django.urls import include, path

from config.urls import handler400, handler500
from config.urls import urlpatterns as of_site

__all__ = ["handler400", "handler500", "urlpatterns"]

_spec = find_spec("apps.commerce.api.urls")
assert _spec is not None
assert _spec.loader is not None
_calls = module_from_spec(_spec)
_spec.loader.exec_module(_calls)

urlpatterns = [path("api/", include(_calls.urlpatterns)), *of_site]
