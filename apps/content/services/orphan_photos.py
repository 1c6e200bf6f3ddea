"""Deletes photos of people that no row refers to any more. Who wants theirs removed leaves no file behind."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.core.files.storage import Storage

from apps.content.models import Instructor, Testimonial
from apps.core import images

_GRACE = timedelta(days=1)
"""An upload is stored before the row that refers to it."""

_PHOTO_FIELDS: tuple[tuple[Any, str], ...] = ((Instructor, "photo"), (Testimonial, "image"))


def delete_orphans(*, now: datetime) -> int:
    """Return how many files were deleted."""
    count = 0
    for model, column in _PHOTO_FIELDS:
        field = model._meta.get_field(column)
        # Listed before the rows are read: a photo uploaded in between is not in the list.
        old_files = list(_files_older_than(now - _GRACE, storage=field.storage, folder=field.upload_to))
        names = model.objects.exclude(**{column: ""}).values_list(column, flat=True)
        in_use = {file for name in names for file in images.stored_widths(name, spec=field.spec)}
        for name in old_files:
            if name not in in_use:
                field.storage.delete(name)
                count += 1
    return count


def _files_older_than(limit: datetime, *, storage: Storage, folder: str) -> Iterator[str]:
    try:
        _, files = storage.listdir(folder)
    except FileNotFoundError:
        return
    for file in files:
        name = f"{folder}{file}"
        if storage.get_modified_time(name) < limit:
            yield name
