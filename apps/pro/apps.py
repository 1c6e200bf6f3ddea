from django.apps import AppConfig

from apps.core import demo, figures, sellables
from apps.outbox import handlers


class ProConfig(AppConfig):
    name = "apps.pro"
    verbose_name = "Pro"

    def ready(self) -> None:
        from apps.accounts import message_texts
        from apps.pro import deadlines
        from apps.pro.message_texts import ALL
        from apps.pro.sellables import PlanSellable
        from apps.pro.services import demo_pro, expiry, expiry_messages, personal_data

        figures.register(deadlines)
        sellables.register(PlanSellable())
        handlers.register(expiry.KIND, expiry_messages.handle)
        message_texts.register(*ALL)
        personal_data.register()
        demo.register("Pro", demo_pro.seed)
