from django.contrib import admin

from apps.accounts.models import LoginSettings
from apps.core.single_row_admin import SingleRowAdmin


@admin.register(LoginSettings)
class LoginSettingsAdmin(SingleRowAdmin):
    list_display = ("__str__", "consent_is_required", "consent_label")
    fields = ("consent_is_required", "consent_label")
