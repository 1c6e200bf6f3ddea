from django.apps import AppConfig


class MediaConfig(AppConfig):
    name = "apps.media"
    verbose_name = "Media"
