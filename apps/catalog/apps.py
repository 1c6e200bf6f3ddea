from django.apps import AppConfig

from apps.core import demo, figures, sellables


class CatalogConfig(AppConfig):
    name = "apps.catalog"
    verbose_name = "Courses"

    def ready(self) -> None:
        from apps.catalog import deadlines
        from apps.catalog.sellables import CourseSellable
        from apps.catalog.services import (
            demo_courses,
            demo_curriculum,
            demo_learners,
            demo_progress,
            demo_reviews,
            owners,
            personal_data,
            search_signals,
        )

        figures.register(deadlines)
        sellables.register(CourseSellable())
        demo.register("courses", demo_courses.seed)
        demo.register("curricula", demo_curriculum.seed)
        demo.register("learners", demo_learners.seed)
        demo.register("reviews", demo_reviews.seed)
        demo.register("progress", demo_progress.seed)
        personal_data.register()
        search_signals.connect_signals()
        owners.connect_signals()
