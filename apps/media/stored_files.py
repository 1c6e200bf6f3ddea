"""Responses with a file of the private storage, wherever that is."""

from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect

from apps.core.errors import NotFound, Unavailable
from apps.media import files, mime_types
from apps.media.storage import is_remote, private_storage

_REDIRECT_SECONDS = 60
"""A browser follows at once; each further request is checked again."""


def stored_response(request: HttpRequest, *, name: str) -> HttpResponseBase:
    """
    The response to a GET or HEAD request for this file.

    Object storage serves its files itself, with a URL that it signs, so that a video holds no thread of ours.
    Playlists are served from here, because the URLs in them are relative to theirs.

    :raises NotFound: if there is no such file
    :raises Unavailable: if the object storage does not answer
    """
    if not is_remote():
        return files.file_response(request, path=Path(private_storage().path(name)))
    if not name.endswith(".m3u8"):
        # The storage signs without asking whether the file exists.
        return HttpResponseRedirect(private_storage().url(name, expire=_REDIRECT_SECONDS))  # type: ignore[call-arg]
    try:
        with private_storage().open(name, "rb") as playlist:
            content = playlist.read()
    except FileNotFoundError:
        raise NotFound() from None
    except (BotoCoreError, ClientError):
        raise Unavailable() from None
    return HttpResponse(content, content_type=mime_types.mime_type(name))
