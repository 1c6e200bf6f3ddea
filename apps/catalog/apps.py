from django.apps import AppConfig

from apps.core import demo


class CatalogConfig(AppConfig):
    name = "apps.catalog"
    verbose_name = "Courses"

    def ready(self) -> None:
        from apps.catalog.services import demo_courses

        demo.register("courses", demo_courses.plant)
