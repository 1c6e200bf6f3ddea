"""What a file is, by its ending alone; what is not listed here is only ever saved, never shown."""

from pathlib import PurePath

SAVED_ONLY = "application/octet-stream"

_MIMES = {
    ".avif": "image/avif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".mp4": "video/mp4",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".vtt": "text/vtt; charset=utf-8",
    ".webm": "video/webm",
    ".webp": "image/webp",
}


def of(filename: str) -> str:
    return _MIMES.get(PurePath(filename).suffix.lower(), SAVED_ONLY)
