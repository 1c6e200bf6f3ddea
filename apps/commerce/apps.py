from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CommerceConfig(AppConfig):
    name = "apps.commerce"
    verbose_name = "Sales"

    def ready(self) -> None:
        from apps.accounts import message_texts
        from apps.accounts.states import Matter
        from apps.commerce import deadlines, metrics
        from apps.commerce.flows import jobs, refunding, settled_orders
        from apps.commerce.models import Coupon
        from apps.commerce.selectors import gst_rates, price_limit
        from apps.commerce.services import (
            demo_coupons,
            notice_messages,
            notices,
            personal_data,
            refund_attempts,
        )
        from apps.commerce.services import gst_rates as gst_rate_service
        from apps.commerce.states import ProviderMessage
        from apps.core import advertised_texts, business_constants, demo, gst, price_fields
        from apps.outbox import handlers

        business_constants.register(deadlines)
        advertised_texts.register_columns(Coupon, "short_description")
        price_fields.register(price_limit.refusal)
        gst.register(gst_rates.tax_on)
        business_constants.register_text("gst_rate", gst_rates.text)
        business_constants.register_text("bank_refund_time", deadlines.bank_refund_time)
        post_migrate.connect(gst_rate_service.seed, sender=self)
        message_texts.register("commerce", matter=Matter.ORDERS)
        handlers.register(notices.KIND, notice_messages.handle)
        handlers.register(ProviderMessage.INVOICE_NOTE, settled_orders.note_number, queue=jobs.PROVIDER_QUEUE)
        handlers.register(
            ProviderMessage.LOST_BUYER, settled_orders.notify_lost_buyer, queue=jobs.PROVIDER_QUEUE
        )
        handlers.register(refund_attempts.KIND, refunding.handle, queue=jobs.PROVIDER_QUEUE)
        personal_data.register()
        demo.register("coupons", demo_coupons.seed)
        metrics.register()
