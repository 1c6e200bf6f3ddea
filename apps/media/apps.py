from django.apps import AppConfig


class MediaConfig(AppConfig):
    name = "apps.media"
    verbose_name = "Media"

    def ready(self) -> None:
        from apps.media.services import unused_files

        unused_files.connect_signals()
