"""Publishing legal and information pages. Every published text is kept as a version."""

from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.content.models import Page, PageVersion
from apps.core.errors import Conflict


class ChangedMeanwhile(Conflict):
    code = "page_changed"
    message = "Somebody else has changed this page since you opened it. Reload it and make your change again."


@transaction.atomic
def publish(
    *, page_id: UUID, based_on: int, title: str, lead: str, text: str, by: User | None, at: datetime
) -> bool:
    """
    Publish a new version of a page; return False if nothing changed.

    Joins the transaction of the admin. Of two concurrent requests, the conditional update lets one through.

    :raises ChangedMeanwhile: if `based_on` is no longer the current version
    """
    page = Page.objects.get(pk=page_id)
    if page.version == based_on and (page.title, page.lead, page.text) == (title, lead, text):
        return False
    based_on_current = Page.objects.filter(pk=page_id, version=based_on)
    if not based_on_current.update(title=title, lead=lead, text=text, version=based_on + 1):
        raise ChangedMeanwhile()
    PageVersion.objects.create(
        page=page, number=based_on + 1, title=title, lead=lead, text=text, valid_from=at, published_by=by
    )
    return True


def record_review(*, version_id: UUID, on: date | None, by: str) -> None:
    """A review belongs to one version; the next one starts without."""
    PageVersion.objects.filter(pk=version_id).update(reviewed_date=on, reviewed_by=by)
