from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from apps.accounts.models import User
from apps.accounts.selectors import staff_access
from apps.accounts.services import security_log
from apps.core.changed_fields import ChangedFieldsMixin

# Django's own GroupAdmin saves all fields, not only the changed ones.
admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(ChangedFieldsMixin, DjangoGroupAdmin):
    """
    Staff groups and their permissions.

    Those that come with the site are read-only: each update of the site sets their permissions again. Other
    groups are never changed by an update.
    """

    list_display = ("name", "comes_with_the_site")
    list_select_related = ("role",)

    @admin.display(boolean=True, description="comes with the site")
    def comes_with_the_site(self, group: Group) -> bool:
        return staff_access.is_shipped(group)

    def formfield_for_manytomany(
        self, db_field: Any, request: HttpRequest | None = None, **kwargs: Any
    ) -> Any:
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if field is not None and request is not None:
            field.queryset = staff_access.permissions_to_give(request.user)
        return field

    def has_add_permission(self, request: HttpRequest) -> bool:
        return staff_access.may_manage_staff(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        if obj is None:
            return staff_access.may_manage_staff(request.user)
        return not staff_access.is_shipped(obj) and staff_access.may_change_group(request.user, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return self.has_change_permission(request, obj)

    def has_view_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return bool(request.user.has_perm("auth.view_group")) or staff_access.may_manage_staff(request.user)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """For the action on many rows, which asks for no permission on each."""
        kept = [group for group in objs if not self.has_delete_permission(request, group)]
        to_delete, counts, perms, others = super().get_deleted_objects(
            [group for group in objs if group not in kept], request
        )
        refused = [f"{group}: comes with the site or has permissions that you do not have." for group in kept]
        return to_delete, counts, perms, [*refused, *others]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        person = request.user
        if form.changed_data and isinstance(person, User):
            security_log.log_change_by_staff(
                "group changed",
                request=request,
                mobile=person.mobile,
                person_id=person.pk,
                changed=form.changed_data,
                group=form.instance.name,
            )
