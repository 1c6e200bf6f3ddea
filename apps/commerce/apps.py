from django.apps import AppConfig


class CommerceConfig(AppConfig):
    name = "apps.commerce"
    verbose_name = "Sales"
