from django.contrib.admin.apps import AdminConfig
from django_otp.plugins.otp_totp.apps import DefaultConfig


class StaffAdminConfig(AdminConfig):
    """Makes StaffSite the default admin site, so that `@admin.register` registers there."""

    default_site = "apps.accounts.staff.site.StaffSite"


class AuthenticatorsConfig(DefaultConfig):
    """django-otp's TOTP app, with a clearer name in the admin."""

    verbose_name = "Authenticators"
