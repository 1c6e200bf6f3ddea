"""
Redirects from the admin URLs that assets, tickets and complaints had while they were part of `content`.

Emails that were sent to the office link to them. To be removed one release after the move.
"""

from django.http import HttpRequest, HttpResponseRedirect
from django.urls import re_path

_MOVED = {"asset": "media", "complaint": "support", "contactmessage": "support", "ticket": "support"}


def redirect(request: HttpRequest, model: str) -> HttpResponseRedirect:
    """With 307, so that a form opened before the release can still be sent."""
    path = request.get_full_path().replace("/admin/content/", f"/admin/{_MOVED[model]}/", 1)
    return HttpResponseRedirect(path, preserve_request=True)


urlpatterns = [re_path(rf"^admin/content/(?P<model>{'|'.join(_MOVED)})/", redirect)]
