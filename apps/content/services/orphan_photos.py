"""Deletes photos and films of people that no row refers to. Who wants theirs removed leaves none behind."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.core.files.storage import Storage

from apps.content.models import Instructor, Testimonial
from apps.core import images
from apps.core.row_processing import Completed, process_row

_GRACE = timedelta(days=1)
"""An upload is stored before the row that refers to it."""

_FIELDS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (Instructor, ("photo",)),
    (Instructor, ("film", "film_captions")),
    (Testimonial, ("image",)),
)
"""The fields of a model that share a folder."""


def delete_orphans(*, now: datetime) -> int:
    """Return how many files were deleted."""
    count = 0
    for model, columns in _FIELDS:
        field = model._meta.get_field(columns[0])
        # Listed before the rows are read: a file uploaded in between is not in the list.
        old_files = list(_files_older_than(now - _GRACE, storage=field.storage, folder=field.upload_to))
        in_use = {file for column in columns for file in _files_in_use(model, column)}
        unused = [name for name in old_files if name not in in_use]
        deleted = [process_row(partial(field.storage.delete, name), name=name) for name in unused]
        count += sum(isinstance(each, Completed) for each in deleted)
    return count


def _files_in_use(model: Any, column: str) -> Iterator[str]:
    spec = getattr(model._meta.get_field(column), "spec", None)
    for name in model.objects.exclude(**{column: ""}).values_list(column, flat=True):
        yield from [name] if spec is None else images.stored_widths(name, spec=spec)


def _files_older_than(limit: datetime, *, storage: Storage, folder: str) -> Iterator[str]:
    try:
        _, files = storage.listdir(folder)
    except FileNotFoundError:
        return
    for file in files:
        name = f"{folder}{file}"
        if storage.get_modified_time(name) < limit:
            yield name
