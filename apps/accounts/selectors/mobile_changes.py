from collections.abc import Mapping

from apps.accounts.models import MobileChange, User
from apps.core import indian_time


def pending_for(*, person: User) -> Mapping[str, str] | None:
    """Return the pending change of number for the API, with only the last digits of the new number."""
    change = MobileChange.objects.pending().filter(person=person).first()
    if change is None:
        return None
    return {"newNumberEnding": change.new_mobile[-2:], "worksFrom": indian_time.iso_utc(change.due_at)}
