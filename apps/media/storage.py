"""Where private files are stored: a folder of this machine, or object storage."""

from django.conf import settings
from django.core.files.storage import Storage, storages

ALIAS = "private"


def private_storage() -> Storage:
    return storages[ALIAS]


def is_remote() -> bool:
    """Whether browsers fetch files from the storage itself, with URLs that it signs."""
    return bool(settings.MEDIA_BUCKET)
