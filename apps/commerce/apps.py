from django.apps import AppConfig


class CommerceConfig(AppConfig):
    name = "apps.commerce"
    verbose_name = "Sales"

    def ready(self) -> None:
        from apps.accounts import message_texts
        from apps.commerce.flows import jobs, refunding
        from apps.commerce.message_texts import ALL
        from apps.commerce.services import (
            demo_coupons,
            notice_messages,
            notices,
            personal_data,
            refund_attempts,
        )
        from apps.core import demo
        from apps.outbox import handlers

        message_texts.register(*ALL)
        handlers.register(notices.KIND, notice_messages.handle)
        handlers.register(refund_attempts.KIND, refunding.handle, queue=jobs.PROVIDER_QUEUE)
        personal_data.register()
        demo.register("coupons", demo_coupons.seed)
