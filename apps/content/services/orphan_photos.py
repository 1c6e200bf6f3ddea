"""Faces that nobody is shown any more: of somebody who wants theirs taken off, no file is to stay."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.core.files.storage import Storage

from apps.content.models import Instructor, Testimonial

_GRACE = timedelta(days=1)
"""A file is there before the row that names it."""

_FACES: tuple[tuple[Any, str], ...] = ((Instructor, "photo"), (Testimonial, "image"))


def remove_unshown(*, now: datetime) -> int:
    """Remove the files that no row names, unless they are new; says how many those were."""
    count = 0
    for model, column in _FACES:
        field = model._meta.get_field(column)
        # Looked at before the rows: a face uploaded in between is not among them.
        found = list(_older(field.storage, field.upload_to, than=now - _GRACE))
        named = set(model.objects.values_list(column, flat=True))
        for name in found:
            if name not in named:
                field.storage.delete(name)
                count += 1
    return count


def _older(storage: Storage, folder: str, *, than: datetime) -> Iterator[str]:
    try:
        _, files = storage.listdir(folder)
    except FileNotFoundError:
        return
    for file in files:
        name = f"{folder}{file}"
        if storage.get_modified_time(name) < than:
            yield name
