"""Files that staff send with a reply: which are accepted, and how they are stored."""

from collections.abc import Sequence
from errno import ENOSPC
from pathlib import PurePath
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from apps.core.errors import Invalid, OutOfSpace
from apps.support.models import Attachment, Reply
from apps.support.services import submissions

MAX_COUNT = 5
MAX_BYTES = 5 * 1024 * 1024

SIGNATURES = {
    ".pdf": b"%PDF-",
    ".png": b"\x89PNG\r\n\x1a\n",
    ".jpg": b"\xff\xd8\xff",
    ".jpeg": b"\xff\xd8\xff",
}
"""The types that are accepted, each with what its files begin with."""

_LONGEST_NAME = 100


class AttachmentRefused(Invalid):
    code = "attachment_refused"


def check(files: Sequence["UploadedFile[Any]"]) -> None:
    """:raises AttachmentRefused: if there are too many, or one is too large or of another type"""
    if len(files) > MAX_COUNT:
        raise AttachmentRefused(message=f"Attach at most {MAX_COUNT} files.")
    for file in files:
        name, signature = str(file.name), SIGNATURES.get(_suffix(str(file.name)))
        if signature is None:
            raise AttachmentRefused(message=f"{name}: attach PDF, JPEG or PNG files.")
        if (file.size or 0) > MAX_BYTES:
            raise AttachmentRefused(message=f"{name}: a file may have at most {MAX_BYTES // 2**20} MB.")
        start = file.read(len(signature))
        file.seek(0)
        if start != signature:
            raise AttachmentRefused(message=f"{name}: the content does not match the file type.")


def store(reply: Reply, files: Sequence["UploadedFile[Any]"]) -> None:
    """
    Files that `check` accepted. Joins the caller's transaction.

    :raises OutOfSpace: if the disk is full
    """
    for file in files:
        try:
            Attachment.objects.create(
                reply=reply, name=_display_name(str(file.name)), file=file, size_bytes=file.size or 0
            )
        except OSError as error:
            if error.errno != ENOSPC:
                raise
            raise OutOfSpace() from error


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _display_name(name: str) -> str:
    suffix = _suffix(name)
    stem = submissions.normalize_line(PurePath(name).stem).replace("/", " ").replace("\\", " ")
    return f"{stem[: _LONGEST_NAME - len(suffix)] or 'file'}{suffix}"
