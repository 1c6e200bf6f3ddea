import factory

from apps.pro.models import Benefit, Plan, ProSection
from apps.pro.states import Icon


class ProSectionFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = ProSection

    title = "Pro"
    is_published = True


class PlanFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Plan

    section = factory.SubFactory(ProSectionFactory)
    price_name = "1 year"
    actual_price_paise = 18_000_00
    discounted_price_paise = 7_999_00
    validity_days = 365


class BenefitFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Benefit

    section = factory.SubFactory(ProSectionFactory)
    icon = Icon.LIVE
    description = factory.Sequence(lambda n: f"Benefit {n}")
    long_description = "What it is good for."
    position = factory.Sequence(int)
