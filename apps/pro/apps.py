from django.apps import AppConfig

from apps.core import advertised_texts, business_constants, demo, sellables
from apps.outbox import handlers


class ProConfig(AppConfig):
    name = "apps.pro"
    verbose_name = "Pro"

    def ready(self) -> None:
        from apps.accounts import message_texts
        from apps.content.services import bulk_changes
        from apps.pro import deadlines
        from apps.pro.models import Plan, ProSection
        from apps.pro.selectors.publishing_facts import texts
        from apps.pro.sellables import PlanSellable
        from apps.pro.services import demo_pro, expiry, expiry_messages, personal_data, prices

        business_constants.register(deadlines)
        advertised_texts.register(ProSection, lambda rows: {row.pk: texts(row) for row in rows})
        bulk_changes.register_price(Plan, prices.PLAN)
        sellables.register(PlanSellable())
        handlers.register(expiry.KIND, expiry_messages.handle)
        message_texts.register("pro")
        personal_data.register()
        demo.register("Pro", demo_pro.seed)
