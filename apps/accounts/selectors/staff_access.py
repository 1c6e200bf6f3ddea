"""Who may manage which staff: nobody gives a permission that they do not have themselves."""

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.accounts.models import User

MANAGE_STAFF = "accounts.manage_staff"
EXPORT_DATA = "accounts.export_data"
GRANT_ACCESS = "accounts.grant_access"


def may_manage_staff(by: Any) -> bool:
    return bool(by.is_active and by.has_perm(MANAGE_STAFF))


def may_manage(by: Any, person: User) -> bool:
    """Whether `by` may change this account, also as staff: whoever sets a password can log in with it."""
    if by.is_superuser:
        return bool(by.is_active)
    if not may_manage_staff(by) or person.is_superuser:
        return False
    # Not `get_all_permissions`, which is empty for somebody who was deactivated.
    theirs = Permission.objects.filter(Q(user=person) | Q(group__user=person))
    return not _beyond(theirs, by).exists()


def may_change_group(by: Any, group: Group) -> bool:
    return may_manage_staff(by) and not _beyond(group.permissions.all(), by).exists()


def is_shipped(group: Group) -> bool:
    return hasattr(group, "role")


def permissions_to_give(by: Any) -> QuerySet[Permission]:
    """With their content types, which are part of their labels."""
    everything = Permission.objects.select_related("content_type")
    return everything if by.is_superuser else everything.filter(pk__in=_own(by))


def groups_to_give(by: Any) -> QuerySet[Group]:
    if by.is_superuser:
        return Group.objects.all()
    through = Group.permissions.through.objects.filter(group=OuterRef("pk"))
    return Group.objects.exclude(Exists(through.exclude(permission__in=_own(by))))


def _beyond(permissions: QuerySet[Permission], by: Any) -> QuerySet[Permission]:
    return permissions.none() if by.is_superuser else permissions.exclude(pk__in=_own(by))


def _own(by: Any) -> QuerySet[Permission, Any]:
    # By subqueries: a join over both relations would multiply them.
    direct = User.user_permissions.through.objects.filter(user=by.pk).values("permission")
    groups = User.groups.through.objects.filter(user=by.pk).values("group")
    of_groups = Group.permissions.through.objects.filter(group__in=groups).values("permission")
    return Permission.objects.filter(Q(pk__in=direct) | Q(pk__in=of_groups)).order_by().values("pk")
