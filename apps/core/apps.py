from django.apps import AppConfig
from django.core import checks


class CoreConfig(AppConfig):
    name = "apps.core"

    def ready(self) -> None:
        from apps.core.changed_fields import check_admin_classes

        checks.register(check_admin_classes, checks.Tags.admin)
