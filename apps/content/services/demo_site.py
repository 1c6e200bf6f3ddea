"""The demo's site settings: links that lead nowhere real; the legal placeholders are the columns' own."""

from datetime import datetime

from apps.content.models import SiteSettings

_DEMO = {
    "contact_phone": "+91 22 0000 0000",
    "contact_email": "hello@rally.example.in",
    "contact_address": "4th Floor, Example House, Fort, Mumbai 400001",
    "x_url": "https://x.com/rally.example",
    "youtube_url": "https://www.youtube.com/@rally.example",
    "instagram_url": "https://www.instagram.com/rally.example",
    "linkedin_url": "https://www.linkedin.com/company/rally-example",
    "app_store_url": "https://apps.apple.com/in/app/rally-example",
    "google_play_url": "https://play.google.com/store/apps/details?id=in.example.rally",
}


def plant(_now: datetime) -> str:
    _, is_new = SiteSettings.objects.get_or_create(pk=SiteSettings.ONLY_ID, defaults=_DEMO)
    return "written" if is_new else "kept as they are"
