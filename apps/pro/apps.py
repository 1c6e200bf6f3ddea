from django.apps import AppConfig


class ProConfig(AppConfig):
    name = "apps.pro"
    verbose_name = "Pro"
