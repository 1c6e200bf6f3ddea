from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "apps.outbox"
    verbose_name = "Outbox"

    def ready(self) -> None:
        from apps.outbox import metrics

        metrics.register()
