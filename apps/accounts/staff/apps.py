from django.contrib.admin.apps import AdminConfig
from django_otp.plugins.otp_totp.apps import DefaultConfig


class StaffAdminConfig(AdminConfig):
    """Django's admin with our site as the default one, so that plain `@admin.register` fills it."""

    default_site = "apps.accounts.staff.site.StaffSite"


class AuthenticatorsConfig(DefaultConfig):
    """The plug-in under a name that staff understand."""

    verbose_name = "Authenticators"
