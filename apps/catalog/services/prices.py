"""How a course keeps its price."""

from apps.content.services.bulk_changes import PriceKind

COURSE = PriceKind("offer_price_paise", "markup_price_paise", "markup_last_day")
