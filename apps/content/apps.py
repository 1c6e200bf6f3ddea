from django.apps import AppConfig
from django.db.models.signals import post_migrate

from apps.core import advertised_texts, demo, supplier
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

        self._register_texts()
        supplier.register(own_supplier.current, own_supplier.history)
        demo.register("site settings", demo_site.seed)
        demo.register("instructors", demo_instructors.seed)
        demo.register("questions and reviews", demo_faq.seed)
        demo.register("academy", demo_academy.seed)
        demo.register("audits", demo_audits.seed)
        post_migrate.connect(page_seeds.seed, sender=self)
        personal_data.register()
        handlers.register(changes.KIND, changes.handle)

    def _register_texts(self) -> None:
        from apps.content.models import (
            AcademyChapter,
            AcademyModule,
            FaqArticle,
            Instructor,
            SiteSettings,
            Testimonial,
        )
        from apps.content.selectors import academy, testimonials
        from apps.content.services import advert_findings

        advertised_texts.register_columns(
            AcademyChapter, "title", "summary", "text", is_excused=academy.is_arithmetic
        )
        advertised_texts.register_columns(AcademyModule, "title", "summary")
        advertised_texts.register_columns(FaqArticle, "title", "html")
        advertised_texts.register_columns(Instructor, "name", "experience", "bio")
        advertised_texts.register_columns(
            SiteSettings, "brand_name", "tagline", "verified_badge", "pro_heading"
        )
        advertised_texts.register_columns(Testimonial, *testimonials.TEXTS, is_excused=testimonials.is_proven)
        advertised_texts.saved.connect(advert_findings.scan_saved, dispatch_uid="scan saved texts")
