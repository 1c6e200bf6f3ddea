from django.apps import AppConfig

from apps.core import advertised_texts, business_constants, demo


class SupportConfig(AppConfig):
    name = "apps.support"
    verbose_name = "Support"

    def ready(self) -> None:
        from apps.accounts import message_texts, stored_texts
        from apps.support import deadlines, links
        from apps.support.models import ReplyTemplate
        from apps.support.services import demo_complaints, personal_data

        business_constants.register(deadlines)
        advertised_texts.register_columns(ReplyTemplate, "title", "text")
        demo.register("complaints", demo_complaints.seed)
        message_texts.register("support")
        stored_texts.register_page(links.PATH, instead="/support")
        personal_data.register()
