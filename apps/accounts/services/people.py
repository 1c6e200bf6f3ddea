"""Row lock of a person."""

from apps.accounts.models import User
from apps.core.errors import NotLoggedIn


def lock(*, person: User) -> None:
    """
    Refresh the person and lock their row until the caller's transaction ends.

    :raises NotLoggedIn: if the account was erased or deleted in the meantime
    """
    try:
        person.refresh_from_db(from_queryset=User.objects.locked())
    except User.DoesNotExist:
        raise NotLoggedIn() from None
    if person.erased_at is not None:
        raise NotLoggedIn()
