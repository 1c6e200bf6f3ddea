"""MIME types by file extension. A type that is not listed is downloaded, never shown in the browser."""

from pathlib import PurePath

DOWNLOAD_ONLY = "application/octet-stream"

_MIME_TYPES = {
    ".avif": "image/avif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".m3u8": "application/vnd.apple.mpegurl",
    ".m4s": "video/iso.segment",
    ".mp4": "video/mp4",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".vtt": "text/vtt; charset=utf-8",
    ".webm": "video/webm",
    ".webp": "image/webp",
}


def mime_type(filename: str) -> str:
    return _MIME_TYPES.get(PurePath(filename).suffix.lower(), DOWNLOAD_ONLY)
