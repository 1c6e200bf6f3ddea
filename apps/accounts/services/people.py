"""Row lock of a person."""

from apps.accounts.models import User
from apps.core.errors import Conflict, Forbidden, NotLoggedIn


class ErasedAccount(Conflict):
    code = "account_erased"
    message = "This account was erased."


class StaffOnlyBySuperuser(Forbidden):
    code = "staff_account"
    message = "Only superusers can do this to a staff account."


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


def lock_for_staff(*, person: User, by: User) -> None:
    """
    Like `lock`, for what staff do to an account.

    :raises ErasedAccount: if the account was erased or deleted
    :raises StaffOnlyBySuperuser: if it is a staff account and `by` is not a superuser
    """
    try:
        lock(person=person)
    except NotLoggedIn:
        raise ErasedAccount() from None
    if person.is_staff and not by.is_superuser:
        raise StaffOnlyBySuperuser()
