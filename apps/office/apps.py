from django.apps import AppConfig, apps
from django.core.checks import register as register_check
from django.db.models.signals import post_migrate


class OfficeConfig(AppConfig):
    """The pages of the admin that span several apps: home, search, one learner, figures, exports."""

    name = "apps.office"
    label = "office"

    def ready(self) -> None:
        from apps.office import checks, roles

        register_check(checks.check_readiness, "readiness", deploy=True)
        # The signal is sent for each app that has models; all permissions exist once the last one got it.
        with_models = [config for config in apps.get_app_configs() if config.models_module is not None]
        post_migrate.connect(roles.sync_groups, sender=with_models[-1])
