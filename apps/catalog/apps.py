from django.apps import AppConfig

from apps.core import advertised_texts, business_constants, demo, sellables


class CatalogConfig(AppConfig):
    name = "apps.catalog"
    verbose_name = "Courses"

    def ready(self) -> None:
        from apps.accounts import message_texts
        from apps.catalog import deadlines
        from apps.catalog.models import Category, Course
        from apps.catalog.selectors.publishing_facts import facts
        from apps.catalog.sellables import CourseSellable
        from apps.catalog.services import (
            demo_courses,
            demo_curriculum,
            demo_learners,
            demo_progress,
            demo_reviews,
            owners,
            personal_data,
            prices,
            search_signals,
        )
        from apps.content.services import bulk_changes
        from apps.core.publishing import facts_texts

        business_constants.register(deadlines)
        advertised_texts.register(Course, facts_texts(facts))
        advertised_texts.register_columns(Category, "title")
        bulk_changes.register_price(Course, prices.COURSE)
        sellables.register(CourseSellable())
        message_texts.register("catalog")
        demo.register("courses", demo_courses.seed)
        demo.register("curricula", demo_curriculum.seed)
        demo.register("learners", demo_learners.seed)
        demo.register("reviews", demo_reviews.seed)
        demo.register("progress", demo_progress.seed)
        personal_data.register()
        search_signals.connect_signals()
        owners.connect_signals()
