from collections.abc import Mapping

from apps.accounts.models import MobileChange, User
from apps.core import indian_time


def waiting_for(*, person: User) -> Mapping[str, str] | None:
    """The change of number that waits for a person, as JSON; of the new number only what tells it apart."""
    change = MobileChange.objects.pending().filter(person=person).first()
    if change is None:
        return None
    return {"newNumberEnding": change.new_mobile[-2:], "worksFrom": indian_time.on_wire(change.due_at)}
