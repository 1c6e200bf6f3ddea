"""Responses with a file of the private storage, wherever that is."""

from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.http import content_disposition_header

from apps.core.errors import NotFound, Unavailable
from apps.media import files, mime_types
from apps.media.storage import is_remote, private_storage

_REDIRECT_SECONDS = 60
"""A browser follows at once; each further request is checked again."""


def stored_response(request: HttpRequest, *, name: str, save_as: str = "") -> HttpResponseBase:
    """
    The response to a GET or HEAD request for this file. Browsers save it as `save_as`, or by its own name.

    Object storage serves its files itself, with a URL that it signs, so that a video holds no thread of ours.
    Playlists are served from here, because the URLs in them are relative to theirs.

    :raises NotFound: if there is no such file
    :raises Unavailable: if the object storage does not answer
    """
    disposition = content_disposition_header(False, save_as) if save_as else None
    if not is_remote():
        response = files.file_response(request, path=Path(private_storage().path(name)))
        if disposition:
            response["Content-Disposition"] = disposition
        return response
    if not name.endswith(".m3u8"):
        # The storage signs without asking whether the file exists.
        options = {"parameters": {"ResponseContentDisposition": disposition}} if disposition else {}
        url = private_storage().url(name, expire=_REDIRECT_SECONDS, **options)  # type: ignore[call-arg]
        return HttpResponseRedirect(url)
    try:
        with private_storage().open(name, "rb") as playlist:
            content = playlist.read()
    except FileNotFoundError:
        raise NotFound() from None
    except (BotoCoreError, ClientError):
        raise Unavailable() from None
    return HttpResponse(content, content_type=mime_types.mime_type(name))
