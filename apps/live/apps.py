from django.apps import AppConfig

from apps.core import demo


class LiveConfig(AppConfig):
    name = "apps.live"
    verbose_name = "Live"

    def ready(self) -> None:
        from apps.live.services import demo_events, demo_programs

        demo.register("webinars and mentorships", demo_events.plant)
        demo.register("live trading", demo_programs.plant)
