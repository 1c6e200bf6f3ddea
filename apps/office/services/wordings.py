"""Approving a wording."""

from datetime import datetime

from apps.accounts.models import User
from apps.accounts.selectors import login_form
from apps.content.selectors import site
from apps.core.errors import Conflict
from apps.office.models import WordingApproval
from apps.office.selectors import wordings
from apps.office.states import WordingKey


class WordingChanged(Conflict):
    code = "wording_changed"
    message = "This wording has changed in the meantime. Please read it again."


def approve(*, key: WordingKey, text: str, person: User, at: datetime) -> WordingApproval:
    """
    Note that the person approved this text. Joins the caller's transaction.

    The approval is of the text, not of the row that has it: another text of the same moment has none.

    :raises WordingChanged: if the site has another text by now
    """
    if wordings.texts(site.saved(), login_form.facts())[key] != text:
        raise WordingChanged()
    approval, _ = WordingApproval.objects.get_or_create(
        wording=key,
        text=text,
        defaults={"approved_by": person, "approved_by_name": str(person), "approved_at": at},
    )
    return approval
