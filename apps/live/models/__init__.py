from apps.live.models.events import Mentorship, Webinar
from apps.live.models.program import LiveTrading, ProgramSession

__all__ = ["LiveTrading", "Mentorship", "ProgramSession", "Webinar"]
