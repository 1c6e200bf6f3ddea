"""What staff write on the pages of words; every text that was read once is kept."""

from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.content.models import Page, PageVersion
from apps.core.errors import Conflict


class ChangedMeanwhile(Conflict):
    code = "page_changed"
    message = "Somebody else changed this page meanwhile. Please open it again and make your change there."


@transaction.atomic
def publish(
    *, page_id: UUID, based_on: int, title: str, lead: str, text: str, by: User | None, at: datetime
) -> bool:
    """
    Make this what the page says from now on; says whether it differs from what it said.

    Joins the transaction of the staff screen. The conditional update decides between two at once.

    :raises ChangedMeanwhile: if the version that was changed is not the present one
    """
    page = Page.objects.get(pk=page_id)
    if page.version == based_on and (page.title, page.lead, page.text) == (title, lead, text):
        return False
    waiting = Page.objects.filter(pk=page_id, version=based_on)
    if not waiting.update(title=title, lead=lead, text=text, version=based_on + 1):
        raise ChangedMeanwhile()
    PageVersion.objects.create(
        page=page, number=based_on + 1, title=title, lead=lead, text=text, valid_from=at, published_by=by
    )
    return True


def note_review(*, version_id: UUID, on: date | None, by: str) -> None:
    """A person has read this very version; the next one begins without a review."""
    PageVersion.objects.filter(pk=version_id).update(reviewed_date=on, reviewed_by=by)
