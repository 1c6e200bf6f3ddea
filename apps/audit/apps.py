from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Who changed, exported or looked at what in the admin."""

    name = "apps.audit"
    verbose_name = "Audit trail"
