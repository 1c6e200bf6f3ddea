from datetime import timedelta
from decimal import Decimal

import pytest

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course
from apps.catalog.selectors import public
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.tests.course_list_helpers import NOW, asked
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content.tests.factories import InstructorFactory
from apps.core.api.pagination import Slice
from apps.core.indian_time import iso_utc
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db


def own(person, course, *, starts_at=NOW - timedelta(days=400), ends_at=None):
    Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE,
        item_id=course.pk,
        source=Source.PAID,
        label=course.title,
        starts_at=starts_at,
        ends_at=ends_at,
    )


def test_card_has_exactly_the_contracts_fields(api):
    teacher = InstructorFactory(
        name="Meera Iyer",
        slug="meera-iyer",
        experience="14 years",
        credentials=["CFA charterholder", "SEBI research analyst https://example.in/meera"],
    )
    course = CourseFactory(
        title="Candles",
        weburlname="candles",
        category=CategoryFactory(title="Charts", hue=200),
        taught_by=[teacher],
        lead="Four prices.",
        long_description="Four prices and a span of time.",
        offer_price_paise=149_950,
        markup_price_paise=200_000,
        rating=Decimal("4.6"),
        review_count=12,
        total_learners=120,
        duration_seconds=5400,
        is_new=True,
    )

    answer = asked(api)

    assert answer == {
        "courses": [
            {
                "_id": str(course.pk),
                "title": "Candles",
                "weburlname": "candles",
                "lead": "Four prices.",
                "long_description": "Four prices and a span of time.",
                "link": "",
                "instructors": [
                    {
                        "_id": str(teacher.pk),
                        "full_name": "Meera Iyer",
                        "weburlname": "meera-iyer",
                        "experience": "14 years",
                        "credentials": [
                            {"text": "CFA charterholder", "url": None},
                            {"text": "SEBI research analyst", "url": "https://example.in/meera"},
                        ],
                        "image": None,
                    }
                ],
                "totalLearner": 120,
                "rating": 4.6,
                "reviewCount": 12,
                "offer_price": 1499.5,
                "markup_price": 2000,
                "priceWithGst": 1769.42,
                "markupPriceWithGst": 2360,
                "level": "Beginner",
                "language": "English",
                "webimage": [{"url": f"/covers/wide/200/{course.pk}.svg", "width": 640, "height": 360}],
                "CoursetotalDuration": 5400,
                "proCourse": False,
                "pricing": "paid",
                "isPurchased": False,
                "previewVideoId": None,
                "previewVideoUrl": None,
                "isNew": True,
                "category": "Charts",
            }
        ],
        "totalCount": 1,
    }
    assert_matches_schema(answer, path="course/mobile", method="post")


def test_uploaded_image_and_preview_are_used(api):
    course = CourseFactory(
        image="courses/candles.webp", image_width=1280, image_height=720, preview_video="previews/candles.mp4"
    )

    card = asked(api)["courses"][0]

    assert card["webimage"] == [{"url": "/media/courses/candles.webp", "width": 1280, "height": 720}]
    assert card["previewVideoId"] == str(course.pk)
    assert card["previewVideoUrl"] == "/media/previews/candles.mp4"


def test_instructors_are_in_order(api):
    second, first = InstructorFactory(name="A"), InstructorFactory(name="Z")
    CourseFactory(taught_by=[first, second])

    names = [teacher["full_name"] for teacher in asked(api)["courses"][0]["instructors"]]

    assert names == ["Z", "A"]


def test_purchases_are_visible_to_their_owner_only(api, member, other_member):
    bought, _ = CourseFactory(title="Bought"), CourseFactory(title="Other")
    own(member.user, bought)

    def purchased(client):
        return {card["title"]: card["isPurchased"] for card in asked(client)["courses"]}

    assert purchased(member.api) == {"Bought": True, "Other": False}
    assert purchased(other_member.api) == {"Bought": False, "Other": False}
    assert purchased(api) == {"Bought": False, "Other": False}


@pytest.mark.parametrize(
    ("starts_in", "ends_in", "expected"),
    [(-2, None, True), (-2, 1, True), (-2, -1, False), (-2, 0, False), (1, None, False)],
)
def test_purchase_counts_while_its_access_lasts(member, starts_in, ends_in, expected):
    course = CourseFactory()
    ends_at = None if ends_in is None else NOW + timedelta(days=ends_in)
    own(member.user, course, starts_at=NOW + timedelta(days=starts_in), ends_at=ends_at)

    answer = public.course_list(filters=CourseFilters(), part=Slice(0, 10), person=member.user, now=NOW)

    assert answer["courses"][0]["isPurchased"] is expected


def test_pro_access_is_not_a_purchase(member):
    CourseFactory(is_pro=True, offer_price_paise=0)
    Entitlement.objects.create(
        person=member.user, scope=Scope.PRO, source=Source.PAID, label="1 year", starts_at=NOW
    )

    answer = public.course_list(filters=CourseFilters(), part=Slice(0, 10), person=member.user, now=NOW)

    assert answer["courses"][0]["isPurchased"] is False


def test_members_response_is_not_cached(member):
    CourseFactory()

    assert member.api.post("/api/course/mobile", {})["Cache-Control"] == "private, no-store"
    assert member.api.get("/api/course/users/none")["Cache-Control"] == "private, no-store"


def test_detail_adds_to_the_card(api):
    course = CourseFactory(
        weburlname="candles",
        what_you_will_learn=["Read a candle"],
        requirements=["Patience"],
        access_days=180,
        content_updated_at=NOW - timedelta(days=900),
    )
    card = asked(api)["courses"][0]

    by_name, by_id = api.get("/api/course/users/candles"), api.get(f"/api/course/users/{course.pk}")

    assert by_name.status_code == 200
    assert by_name.json() == by_id.json()
    assert by_name.json()["data"] == {
        **card,
        "whatYouWillLearn": ["Read a candle"],
        "requirements": ["Patience"],
        "accessValidityInDays": 180,
        "chapters": [],
        "access": None,
        "offer": {"actions": ["buy"], "topicId": None, "reason": "notEnrolled"},
        "review": None,
        "ownReview": None,
        "reviews": [],
        "reviewCounts": [0, 0, 0, 0, 0],
        "lastUpdated": iso_utc(course.published_at),
        "related": [],
    }
    assert_matches_schema(by_name.json(), path="course/users/{key}")
    assert by_name["Cache-Control"] == "public, max-age=0, must-revalidate"


@pytest.mark.usefixtures("known_rates")
def test_detail_takes_nine_queries_then_none(api, django_assert_num_queries):
    CourseFactory(weburlname="candles")
    CourseFactory()

    # The course and its instructors, the curriculum, reviews and their counts, related courses of the
    # category, other popular ones and the instructors of both.
    with django_assert_num_queries(9):
        api.get("/api/course/users/candles")
    with django_assert_num_queries(0):
        api.get("/api/course/users/candles")


def test_detail_shows_a_members_purchase_and_access(api, member):
    course = CourseFactory(weburlname="candles")
    own(member.user, course)

    assert member.api.get("/api/course/users/candles").json()["data"]["isPurchased"] is True
    assert api.get("/api/course/users/candles").json()["data"]["isPurchased"] is False


@pytest.mark.parametrize(
    "key",
    [
        "none",
        "01a1fe8e-f948-71a9-8d06-1349e41c6bd6",
        "01a1fe8e-f948-71a9-8d06-1349e41c6bdz",
        "hidden",
        "%00",
        "हिंदी",
        "x" * 500,
        "' or 1=1 --",
    ],
)
def test_unknown_malformed_or_unpublished_course_is_not_found(api, key):
    CourseFactory(weburlname="hidden", is_published=False)

    response = api.get(f"/api/course/users/{key}")

    assert response.status_code == 404
    assert response.json()["code"] == "course_unknown"


def test_unpublished_course_is_not_found_by_its_id(api):
    course = CourseFactory(is_published=False)

    assert api.get(f"/api/course/users/{course.pk}").status_code == 404


def test_categories_are_in_order(api, django_assert_num_queries):
    second = CategoryFactory(title="Funds", icon="pie", position=2)
    first = CategoryFactory(title="Charts", icon="candles", position=1)

    with django_assert_num_queries(1):
        answer = api.get("/api/category").json()

    assert answer == {
        "categories": [
            {"_id": str(first.pk), "title": "Charts", "icon": "candles"},
            {"_id": str(second.pk), "title": "Funds", "icon": "pie"},
        ]
    }
    assert_matches_schema(answer, path="category")


def test_every_change_appears_immediately(api, committed):
    teacher = InstructorFactory(name="Before")
    course = CourseFactory(title="Before", category__title="Before", taught_by=[teacher])

    def seen():
        card = asked(api)["courses"][0]
        return card["title"], card["category"], [one["full_name"] for one in card["instructors"]]

    assert seen() == ("Before", "Before", ["Before"])
    with committed():
        course.title = "After"
        course.save()
    assert seen() == ("After", "Before", ["Before"])
    with committed():
        course.category.title = "After"
        course.category.save()
    assert seen() == ("After", "After", ["Before"])
    with committed():
        teacher.name = "After"
        teacher.save()
    assert seen() == ("After", "After", ["After"])
    with committed():
        course.instructors.add(InstructorFactory(name="Second"), through_defaults={"position": 1})
    assert seen() == ("After", "After", ["After", "Second"])
    with committed():
        Course.objects.filter(pk=course.pk).update(is_published=False)
    assert asked(api)["courses"] == []


def test_deleting_from_the_shell_appears_immediately(api, committed):
    CourseFactory()
    assert asked(api)["totalCount"] == 1

    with committed():
        Course.objects.all().delete()

    assert asked(api)["totalCount"] == 0


def test_list_and_detail_show_the_same_card(api):
    category = CategoryFactory(hue=12)
    CourseFactory(category=category, image="courses/a.png", image_width=64, image_height=36)
    CourseFactory(category=category, preview_video="previews/a.mp4", markup_price_paise=9_999_999)
    CourseFactory(taught_by=[InstructorFactory(photo="instructors/a.png"), InstructorFactory()])
    CourseFactory(taught_by=[], offer_price_paise=1, rating="0.0", is_new=True, link="https://example.in/")

    for card in asked(api)["courses"]:
        detail = api.get(f"/api/course/users/{card['_id']}").json()["data"]
        assert {name: detail[name] for name in card} == card


def test_title_cannot_be_mistaken_for_a_purchase(member, api):
    imitation = '"isPurchased":false'
    mine = CourseFactory(title=imitation, lead=f'{imitation}}},{{"_id":"', total_learners=2)
    CourseFactory(title=f"\\{imitation}", total_learners=1, taught_by=[InstructorFactory(name=imitation)])
    own(member.user, mine)

    def seen(client):
        return [(card["title"], card["isPurchased"]) for card in asked(client)["courses"]]

    assert seen(member.api) == [(imitation, True), (f"\\{imitation}", False)]
    assert seen(api) == [(imitation, False), (f"\\{imitation}", False)]


def test_somebody_whose_session_ended_is_a_visitor(api, member):
    own(member.user, CourseFactory())
    assert asked(member.api)["courses"][0]["isPurchased"] is True

    member.api.cookies["sessionid"] = "gone"

    assert asked(member.api)["courses"][0]["isPurchased"] is False
