"""The endpoint of the Pro section, and how its response is cached."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory
from apps.core.indian_time import iso_utc
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.pro.models import Benefit, Plan, ProSection
from apps.pro.selectors.sections import price_per_month
from apps.pro.services import demo_pro
from apps.pro.tests.factories import BenefitFactory, PlanFactory, ProSectionFactory

pytestmark = pytest.mark.django_db

WEB, OFFER = "/api/learnprosection/web", "/api/learnprosection/offer"


@pytest.fixture
def section() -> ProSection:
    made: ProSection = ProSectionFactory(title="Rally Pro")
    return made


def pro_course(**values: Any) -> Course:
    made: Course = CourseFactory(is_pro=True, offer_price_paise=0, **values)
    return made


def test_what_it_shows(api: ApiClient, section: ProSection) -> None:
    year = PlanFactory(section=section)
    quarter = PlanFactory(
        section=section,
        price_name="3 months",
        validity_days=90,
        actual_price_paise=4_500_00,
        discounted_price_paise=2_999_50,
    )
    PlanFactory(section=section, price_name="Old", validity_days=10, is_published=False)
    second, first = (BenefitFactory(section=section, position=place) for place in (2, 1))
    included = pro_course(title="Options for the patient")
    CourseFactory()
    pro_course(is_published=False)

    data = api.get(WEB).json()["data"]

    assert list(data) == ["_id", "title", "image", "subscriptionPlanIds", "benefits", "courses"]
    assert (data["_id"], data["title"]) == (str(section.pk), "Rally Pro")
    assert data["image"] == f"/covers/wide/75/{section.pk}.svg"
    assert data["subscriptionPlanIds"] == [
        {
            "_id": str(quarter.pk),
            "priceName": "3 months",
            "actualPrice": 4500,
            "discountedPrice": 2999.5,
            "discountPercentage": 33,
            "validityPeriodInDays": 90,
            "pricePerMonth": 999.84,
            "startsAt": None,
            "endsAt": None,
        },
        {
            "_id": str(year.pk),
            "priceName": "1 year",
            "actualPrice": 18000,
            "discountedPrice": 7999,
            "discountPercentage": 56,
            "validityPeriodInDays": 365,
            "pricePerMonth": 666.59,
            "startsAt": None,
            "endsAt": None,
        },
    ]
    assert data["benefits"] == [
        {
            "_id": str(benefit.pk),
            "icon": "/static/brand/benefits/live.svg",
            "description": benefit.description,
            "longDescription": "What it is good for.",
        }
        for benefit in (first, second)
    ]
    assert [(card["_id"], card["proCourse"]) for card in data["courses"]] == [(str(included.pk), True)]


def test_plans_of_as_many_days_stand_by_their_position(api: ApiClient, section: ProSection) -> None:
    for name, place in (("Second", 2), ("First", 1)):
        PlanFactory(section=section, price_name=name, position=place)
    plans = api.get(WEB).json()["data"]["subscriptionPlanIds"]
    assert [plan["priceName"] for plan in plans] == ["First", "Second"]


def test_without_a_published_section(api: ApiClient) -> None:
    ProSectionFactory(is_published=False)
    answer = api.get(WEB)
    assert (answer.status_code, answer.json()["code"]) == (404, "pro_section_unknown")


@pytest.mark.django_db(transaction=True)
def test_what_staff_save_is_shown_at_once(api: ApiClient, section: ProSection) -> None:
    plan, benefit = PlanFactory(section=section), BenefitFactory(section=section)

    def names() -> list[Any]:
        data = api.get(WEB).json()["data"]
        plans, benefits = data["subscriptionPlanIds"], data["benefits"]
        return [
            data["title"],
            *(each["priceName"] for each in plans),
            *(each["description"] for each in benefits),
            *(each["title"] for each in data["courses"]),
        ]

    assert names() == ["Rally Pro", "1 year", benefit.description]
    section.title = "Pro"
    section.save()
    Plan.objects.filter(pk=plan.pk).update(price_name="12 months")
    Benefit.objects.filter(pk=benefit.pk).delete()
    assert names() == ["Pro", "12 months"]
    course = pro_course(title="Bonds")
    assert names() == ["Pro", "12 months", "Bonds"]
    course.is_pro = False
    course.save()
    plan.is_published = False
    plan.save()
    assert names() == ["Pro"]


def test_etag_for_visitors_and_nothing_kept_for_members(
    api: ApiClient, member: Person, section: ProSection
) -> None:
    first = api.get(WEB)
    assert api.get(WEB, headers={"If-None-Match": first["ETag"]}).status_code == 304
    answer = member.api.get(WEB, headers={"If-None-Match": first["ETag"]})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")


@pytest.mark.usefixtures("known_rates")
@pytest.mark.parametrize("count", [1, 50])
def test_queries_do_not_grow(
    api: ApiClient, section: ProSection, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        PlanFactory(section=section, validity_days=number + 1)
        BenefitFactory(section=section)
        pro_course()
    api.get("/api/site")
    with django_assert_num_queries(6):
        data = api.get(WEB).json()["data"]
    assert [len(data[name]) for name in ("subscriptionPlanIds", "benefits", "courses")] == [count] * 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"discounted_price_paise": 0},
        {"discounted_price_paise": 99},
        {"discounted_price_paise": 18_000_01},
        {"validity_days": 0},
        {"validity_days": 3661},
    ],
)
def test_plans_that_make_no_sense_are_not_kept(section: ProSection, wrong: dict[str, int]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        PlanFactory(section=section, **wrong)


def test_one_section_is_shown(section: ProSection) -> None:
    ProSectionFactory(is_published=False)
    ProSectionFactory(is_published=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        ProSectionFactory()


def test_staff_screens(staff: Person, section: ProSection) -> None:
    PlanFactory(section=section)
    BenefitFactory(section=section)
    listed = staff.api.get("/admin/pro/prosection/")
    assert "1 year (₹7,999)" in listed.content.decode()
    assert staff.api.get(f"/admin/pro/prosection/{section.pk}/change/").status_code == 200
    assert staff.api.get("/admin/pro/subscription/").status_code == 200
    assert staff.api.get("/admin/pro/subscription/add/").status_code == 403


def test_seeding_is_idempotent(api: ApiClient) -> None:
    assert demo_pro.seed(timezone.now()) == "3 of 3 plans and 6 of 6 benefits added"
    Plan.objects.filter(price_name="6 months").update(discounted_price_paise=4_000_00)
    assert demo_pro.seed(timezone.now()) == "0 of 3 plans and 0 of 6 benefits added"
    plans = api.get(WEB).json()["data"]["subscriptionPlanIds"]
    assert [plan["priceName"] for plan in plans] == ["3 months", "6 months", "1 year"]
    assert plans[1]["discountedPrice"] == 4000


def test_nobody_has_bought_anything(member: Person, visitor: ApiClient) -> None:
    assert member.api.get("/api/learnprosection/booked/V1/pro").json() == {"data": []}
    answer = member.api.get("/api/learnprosection/user/subscriptions/pro")
    none = {"status": "none", "planName": None, "endsAt": None, "action": "start"}
    assert answer.json() == {"data": {"subscriptions": [], "pro": none}}
    assert Entitlement.objects.count() == 0
    for path in ("booked/V1/pro", "user/subscriptions/pro"):
        assert visitor.get(f"/api/learnprosection/{path}").status_code == 401


def test_the_offer_is_the_cheapest_published_plan(api: ApiClient, section: ProSection) -> None:
    PlanFactory(section=section)
    quarter = PlanFactory(
        section=section,
        price_name="3 months",
        validity_days=90,
        actual_price_paise=4_500_00,
        discounted_price_paise=2_999_50,
    )
    PlanFactory(section=section, price_name="Old", discounted_price_paise=1_00, is_published=False)
    assert api.get(OFFER).json() == {
        "data": {
            "_id": str(quarter.pk),
            "priceName": "3 months",
            "actualPrice": 4500,
            "discountedPrice": 2999.5,
            "discountPercentage": 33,
            "validityPeriodInDays": 90,
            "pricePerMonth": 999.84,
            "startsAt": None,
            "endsAt": None,
        }
    }


def test_without_a_section_there_is_no_offer(api: ApiClient) -> None:
    assert api.get(OFFER).json() == {"data": None}


def test_without_plans_there_is_no_offer(api: ApiClient, section: ProSection) -> None:
    assert api.get(OFFER).json() == {"data": None}


@pytest.mark.parametrize(
    ("paise", "days", "monthly"),
    [
        (7_999_00, 365, 666_59),
        (7_999_00, 366, 666_59),
        (4_999_00, 180, 833_17),
        (2_999_00, 90, 999_67),
        (1_200_00, 60, 600_00),
        (499_00, 30, 499_00),
        (99_00, 7, 99_00),
        (24_000_00, 730, 1_000_00),
    ],
)
def test_the_price_of_a_month_is_never_below_what_is_paid(paise: int, days: int, monthly: int) -> None:
    assert price_per_month(paise=paise, days=days) == monthly


def test_somebody_with_pro_learns_when_each_plan_would_start_and_end(
    member: Person, section: ProSection
) -> None:
    PlanFactory(section=section, validity_days=90)
    now = timezone.now()
    ends_at = (now + timedelta(days=10)).replace(microsecond=0)
    Entitlement.objects.create(
        person=member.user, scope="pro", source="paid", label="1 year", starts_at=now, ends_at=ends_at
    )
    [plan] = member.api.get(WEB).json()["data"]["subscriptionPlanIds"]
    assert plan["startsAt"] == iso_utc(ends_at)
    assert plan["endsAt"] == iso_utc(ends_at + timedelta(days=90))
