from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group

from apps.core.changed_fields import ChangedFieldsMixin

# Django's own GroupAdmin saves all fields, not only the changed ones.
admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(ChangedFieldsMixin, DjangoGroupAdmin):
    """Staff groups and their permissions."""
