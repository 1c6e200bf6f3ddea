"""
The demo's site settings, with made-up links. The legal details keep their placeholders.

The tax numbers are well-formed, so that invoices look real; no real PAN has the digits 0000.
"""

from datetime import datetime

from apps.content.models import SiteSettings
from apps.content.models.site_settings import NO_GSTIN, NO_PAN

_TAX_NUMBERS = {"company_gstin": "27AAACR0000A1ZH", "company_pan": "AAACR0000A"}

_DEMO = {
    **_TAX_NUMBERS,
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


def seed(_now: datetime) -> str:
    row, is_new = SiteSettings.objects.get_or_create(pk=SiteSettings.ONLY_ID, defaults=_DEMO)
    if is_new:
        return "written"
    if (row.company_gstin, row.company_pan, row.company_state) == (NO_GSTIN, NO_PAN, "Maharashtra"):
        # A row from before the demo had tax numbers.
        SiteSettings.objects.filter(pk=row.pk).update(**_TAX_NUMBERS)
        return "kept, with tax numbers"
    return "kept as they are"
