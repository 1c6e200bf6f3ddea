from django.apps import AppConfig

from apps.core import demo


class ContentConfig(AppConfig):
    name = "apps.content"
    verbose_name = "What is read"

    def ready(self) -> None:
        from apps.content.services import demo_instructors, demo_site

        demo.register("site settings", demo_site.plant)
        demo.register("instructors", demo_instructors.plant)
