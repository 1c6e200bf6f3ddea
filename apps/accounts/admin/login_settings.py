from django.contrib import admin

from apps.accounts.models import LoginSettings
from apps.core.single_row_admin import SingleRowAdmin


@admin.register(LoginSettings)
class LoginSettingsAdmin(SingleRowAdmin):
    fields = ("consent_is_required", "consent_label")
