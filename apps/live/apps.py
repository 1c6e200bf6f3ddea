from django.apps import AppConfig

from apps.core import demo, figures, sellables
from apps.outbox import handlers


class LiveConfig(AppConfig):
    name = "apps.live"
    verbose_name = "Live"

    def ready(self) -> None:
        from apps.accounts import message_texts
        from apps.live import deadlines
        from apps.live.message_texts import ALL
        from apps.live.sellables import LiveTradingSellable, MentorshipSellable, WebinarSellable
        from apps.live.services import (
            demo_events,
            demo_plans,
            demo_programs,
            notice_messages,
            notices,
            personal_data,
            reminder_messages,
            reminders,
        )

        figures.register(deadlines)
        for sellable in (WebinarSellable(), MentorshipSellable(), LiveTradingSellable()):
            sellables.register(sellable)
        handlers.register(notices.KIND, notice_messages.handle)
        handlers.register(reminders.KIND, reminder_messages.handle)
        message_texts.register(*ALL)
        personal_data.register()
        demo.register("webinars and mentorships", demo_events.seed)
        demo.register("live trading", demo_programs.seed)
        demo.register("session plans", demo_plans.seed)
