"""What everybody reads on the page of Pro."""

from apps.core.advert_words import PublicText
from apps.core.advertised_texts import field_texts
from apps.pro.models import ProSection

BENEFIT_FIELDS = ("description", "long_description")


def texts(section: ProSection) -> list[PublicText]:
    """Two queries: its title, and its published plans and its benefits."""
    plans = section.plans.published().in_order().values_list("price_name", flat=True)
    benefits = section.benefits.order_by("position", "pk").values_list(*BENEFIT_FIELDS)
    return [
        *field_texts(section, ["title"]),
        *(PublicText("a plan", name, is_part=True) for name in plans),
        *(PublicText("a benefit", text, is_part=True) for benefit in benefits for text in benefit),
    ]
