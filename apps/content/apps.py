from django.apps import AppConfig
from django.db.models.signals import post_migrate

from apps.core import demo, supplier
from apps.outbox import handlers


class ContentConfig(AppConfig):
    name = "apps.content"
    verbose_name = "Content"

    def ready(self) -> None:
        from apps.content import page_seeds
        from apps.content.selectors import supplier as own_supplier
        from apps.content.services import (
            changes,
            demo_academy,
            demo_audits,
            demo_faq,
            demo_instructors,
            demo_site,
            personal_data,
        )

        supplier.register(own_supplier.current, own_supplier.history)
        demo.register("site settings", demo_site.seed)
        demo.register("instructors", demo_instructors.seed)
        demo.register("questions and reviews", demo_faq.seed)
        demo.register("academy", demo_academy.seed)
        demo.register("audits", demo_audits.seed)
        post_migrate.connect(page_seeds.seed, sender=self)
        personal_data.register()
        handlers.register(changes.KIND, changes.handle)
