from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as StockGroupAdmin
from django.contrib.auth.models import Group

from apps.core.changed_fields import ChangedFieldsMixin

# Django's own screen saves whole rows.
admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(ChangedFieldsMixin, StockGroupAdmin):
    """Groups of staff and what they may do."""
