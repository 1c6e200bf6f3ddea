"""Approvals under the advertisement code: by Compliance, for the texts as they were read, never one's own."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.db import models, transaction

from apps.accounts.models import User
from apps.core import publishing
from apps.core.errors import Conflict, Forbidden
from apps.core.publishing import TextsOf

PERMISSION = "content.approve_advertisement"

Row = TypeVar("Row", bound=models.Model)


class OwnText(Forbidden):
    code = "own_text"
    message = (
        "You changed these texts yourself since they were last approved: another person must approve them."
    )


class TextsChanged(Conflict):
    code = "texts_changed"
    message = "These texts were changed since you opened the page, so nothing was approved. Read them again."


@transaction.atomic(durable=True)
def approve(
    *,
    of: type[Row],
    row_id: UUID,
    texts_of: TextsOf,
    authors_of: Callable[[Row], Collection[UUID]],
    shown: str,
    values: Mapping[str, Any],
    by: User,
) -> None:
    """
    Set the columns of an approval, if the texts are those that were shown.

    Both questions are asked under the lock of the row. A part that is saved beside it has a row of its own,
    so an `ApprovableModel` also stores the digest, which no longer agrees then.

    :raises OwnText: if they changed the texts since the last approval
    :raises TextsChanged: if `shown` is the digest of other texts
    """
    row = of._default_manager.select_for_update(of=("self",), no_key=True).get(pk=row_id)
    if publishing.digest(texts_of(row)) != shown:
        raise TextsChanged()
    if by.pk in authors_of(row):
        raise OwnText()
    of._default_manager.filter(pk=row.pk).update(**values)
