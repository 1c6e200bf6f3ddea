from django.apps import AppConfig

from apps.core import advertised_texts, business_constants, demo, sellables
from apps.outbox import handlers


class LiveConfig(AppConfig):
    name = "apps.live"
    verbose_name = "Live"

    def ready(self) -> None:
        from apps.accounts import message_texts
        from apps.accounts.states import Matter
        from apps.content.services import bulk_changes
        from apps.core.publishing import facts_texts
        from apps.live import deadlines
        from apps.live.models import LiveTrading, Mentorship, ProgramSession, SessionPlan, Webinar
        from apps.live.selectors import publishing_facts as facts
        from apps.live.sellables import LiveTradingSellable, MentorshipSellable, WebinarSellable
        from apps.live.services import (
            attendee_messages,
            demo_events,
            demo_mentorships,
            demo_plans,
            demo_programs,
            notice_messages,
            notices,
            personal_data,
            prices,
            reminder_messages,
            reminders,
            seat_offer_messages,
            seat_offers,
        )

        business_constants.register(deadlines)
        for model, facts_of in (
            (Webinar, facts.webinar_facts),
            (Mentorship, facts.mentorship_facts),
            (LiveTrading, facts.program_facts),
        ):
            advertised_texts.register(model, facts_texts(facts_of))
        bulk_changes.register_price(Webinar, prices.EVENT)
        bulk_changes.register_price(Mentorship, prices.EVENT)
        bulk_changes.register_price(ProgramSession, prices.SESSION)
        bulk_changes.register_price(SessionPlan, prices.PLAN)
        for sellable in (WebinarSellable(), MentorshipSellable(), LiveTradingSellable()):
            sellables.register(sellable)
        handlers.register(notices.KIND, notice_messages.handle)
        handlers.register(reminders.KIND, reminder_messages.handle)
        handlers.register(seat_offers.KIND, seat_offer_messages.handle)
        handlers.register(attendee_messages.KIND, attendee_messages.handle)
        message_texts.register("live", matter=Matter.SESSIONS)
        personal_data.register()
        demo.register("webinars", demo_events.seed)
        demo.register("mentorships", demo_mentorships.seed)
        demo.register("live trading", demo_programs.seed)
        demo.register("session plans", demo_plans.seed)
