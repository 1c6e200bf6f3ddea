from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "apps.site"
    verbose_name = "Site"
