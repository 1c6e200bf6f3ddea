from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course
from apps.catalog.selectors import courses, public
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Sort
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content.tests.factories import InstructorFactory
from apps.core.api.pagination import Slice
from apps.core.indian_time import iso_utc
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def asked(api, **body):
    response = api.post("/api/course/mobile", body)
    assert response.status_code == 200, response.json()
    return response.json()


def titles(api, **body):
    return [course["title"] for course in asked(api, **body)["courses"]]


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


@pytest.mark.parametrize("count", [1, 3, 12])
def test_visitors_list_takes_three_queries_whatever_its_size(api, django_assert_num_queries, count):
    CourseFactory.create_batch(count)
    api.get("/api/user")

    with django_assert_num_queries(3):
        assert asked(api, limit=100)["totalCount"] == count
    with django_assert_num_queries(0):
        asked(api, limit=100)


@pytest.mark.parametrize("count", [1, 3, 12])
def test_members_list_takes_one_query_more_then_none(member, django_assert_num_queries, count):
    CourseFactory.create_batch(count)
    question = {"filters": CourseFilters(), "part": Slice(0, 100), "person": member.user, "now": NOW}

    with django_assert_num_queries(4):
        public.course_list(**question)
    with django_assert_num_queries(0):
        public.course_list(**question)


@pytest.mark.parametrize("count", [1, 12])
def test_members_request_with_a_warm_session_takes_three_queries(member, django_assert_num_queries, count):
    CourseFactory.create_batch(count)
    # It reads session, person and what they own, as every page does first.
    member.api.get("/api/user")

    with django_assert_num_queries(3):
        assert asked(member.api, limit=100)["totalCount"] == count
    with django_assert_num_queries(0):
        asked(member.api, limit=100)


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


@pytest.fixture
def catalogue():
    charts, funds = CategoryFactory(title="Charts"), CategoryFactory(title="Funds & ETFs")
    meera, kavya = (
        InstructorFactory(name="Meera", slug="meera"),
        InstructorFactory(name="Kavya", slug="kavya"),
    )
    CourseFactory(
        title="Free", category=charts, taught_by=[meera], offer_price_paise=0, total_learners=50, rating="4.9"
    )
    CourseFactory(
        title="Pro", category=funds, taught_by=[kavya], offer_price_paise=0, is_pro=True, level="Advanced"
    )
    CourseFactory(
        title="Dear",
        category=funds,
        taught_by=[meera, kavya],
        offer_price_paise=500_000,
        total_learners=10,
        language="Hindi",
        rating="4.1",
    )
    CourseFactory(title="Hidden", category=charts, is_published=False)
    return meera


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({}, ["Free", "Dear", "Pro"]),
        ({"sort": "popular"}, ["Free", "Dear", "Pro"]),
        ({"sort": "newest"}, ["Dear", "Pro", "Free"]),
        ({"sort": "rating"}, ["Free", "Dear", "Pro"]),
        ({"sort": "priceLow"}, ["Free", "Pro", "Dear"]),
        ({"sort": "priceHigh"}, ["Dear", "Pro", "Free"]),
        ({"price": "free"}, ["Free"]),
        ({"price": "pro"}, ["Pro"]),
        ({"price": "paid"}, ["Dear"]),
        ({"category": "Charts"}, ["Free"]),
        ({"category": ["Charts", "Funds & ETFs"]}, ["Free", "Dear", "Pro"]),
        ({"category": "charts"}, []),
        ({"category": "Nothing"}, []),
        ({"category": "Charts' OR '1'='1"}, []),
        ({"category": ["%", "_harts", "Charts; DROP TABLE catalog_course; --"]}, []),
        ({"level": "Beginner' --", "language": "%"}, []),
        ({"instructor": "meera' OR slug LIKE '%"}, []),
        ({"category": ""}, ["Free", "Dear", "Pro"]),
        ({"category": []}, ["Free", "Dear", "Pro"]),
        ({"level": "Advanced"}, ["Pro"]),
        ({"level": ["Beginner", "Advanced"]}, ["Free", "Dear", "Pro"]),
        ({"language": "Hindi"}, ["Dear"]),
        ({"instructor": "meera"}, ["Free", "Dear"]),
        ({"instructor": "Kavya"}, ["Dear", "Pro"]),
        ({"instructor": ["meera", "kavya"]}, ["Free", "Dear", "Pro"]),
        ({"category": "Funds & ETFs", "price": "paid", "instructor": "kavya"}, ["Dear"]),
        ({"unknown": {"field": 1}}, ["Free", "Dear", "Pro"]),
    ],
)
def test_list_is_filtered_and_sorted(api, catalogue, question, expected):
    answer = asked(api, **question)

    assert [course["title"] for course in answer["courses"]] == expected
    assert answer["totalCount"] == len(expected)


def test_instructor_is_found_by_id(api, catalogue):
    assert titles(api, instructor=str(catalogue.pk)) == ["Free", "Dear"]


@pytest.mark.parametrize(
    ("skip", "limit", "expected"), [(0, 2, [4, 3]), (2, 2, [2, 1]), (4, 2, [0]), (5, 2, []), (0, 0, [])]
)
def test_pages_follow_each_other(api, skip, limit, expected):
    for number in range(5):
        CourseFactory(title=str(number), total_learners=number)

    answer = asked(api, skip=skip, limit=limit)

    assert [int(course["title"]) for course in answer["courses"]] == expected
    assert answer["totalCount"] == 5


def test_ties_keep_one_order_over_pages(api):
    CourseFactory.create_batch(6)

    seen = [title for skip in (0, 2, 4) for title in titles(api, skip=skip, limit=2)]

    assert sorted(seen) == sorted(Course.objects.values_list("title", flat=True))


def test_default_page_is_10_and_maximum_100(api):
    category = CategoryFactory()
    CourseFactory.create_batch(103, category=category, taught_by=[])

    assert len(asked(api)["courses"]) == 10
    assert len(asked(api, limit=100)["courses"]) == 100
    assert len(asked(api, limit=5000)["courses"]) == 100
    assert asked(api, limit=5000)["totalCount"] == 103


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("skip", -1),
        ("skip", "ten"),
        ("skip", 1.5),
        ("skip", True),
        ("skip", None),
        ("limit", -1),
        ("limit", "ten"),
        ("category", 5),
        ("category", True),
        ("category", None),
        ("category", {"title": "Charts"}),
        ("category", ["Charts", 5]),
        ("category", [["Charts"]]),
        ("category", "x" * 121),
        ("category", "x" * 10_000),
        ("instructor", "' OR 1=1 --" * 1000),
        ("category", ["x"] * 51),
        ("category", "Char\x00ts"),
        ("level", 1),
        ("language", False),
        ("instructor", [None]),
        ("price", "cheap"),
        ("price", ["free"]),
        ("price", None),
        ("price", 0),
        ("sort", "best"),
        ("sort", 1),
        ("sort", ""),
    ],
)
def test_wrong_type_or_value_is_refused_by_name(api, field, value):
    response = api.post("/api/course/mobile", {field: value})

    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


def test_lone_surrogate_is_refused(api):
    response = api.post("/api/course/mobile", data='{"category": "\\ud800"}', content_type="application/json")

    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["category"]


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


def test_count_is_cached_for_all_pages_and_sort_orders(api, django_assert_num_queries):
    CourseFactory.create_batch(3)
    api.get("/api/user")
    asked(api, limit=1)

    with django_assert_num_queries(2):
        asked(api, skip=1, limit=1)
    with django_assert_num_queries(2):
        asked(api, sort="newest", limit=1)
    with django_assert_num_queries(0):
        assert asked(api, skip=3)["courses"] == []
        assert asked(api, limit=0)["totalCount"] == 3


@pytest.mark.parametrize("question", [{"instructor": "meera"}, {"instructor": ["Meera", "kavya"]}])
@pytest.mark.parametrize("sort", Sort.values)
def test_instructors_of_many_courses_are_found_as_those_of_few(api, catalogue, monkeypatch, question, sort):
    few = titles(api, sort=sort, **question)
    cache.clear()
    monkeypatch.setattr(courses, "_MANY_COURSES", 1)

    assert titles(api, sort=sort, **question) == few
    assert len(few) >= 2


def test_list_and_detail_show_the_same_card(api):
    category = CategoryFactory(hue=12)
    CourseFactory(category=category, image="courses/a.png", image_width=64, image_height=36)
    CourseFactory(category=category, preview_video="previews/a.mp4", markup_price_paise=9_999_999)
    CourseFactory(taught_by=[InstructorFactory(photo="instructors/a.png"), InstructorFactory()])
    CourseFactory(taught_by=[], offer_price_paise=1, rating="0.0", is_new=True, link="https://example.in/")

    for card in asked(api)["courses"]:
        detail = api.get(f"/api/course/users/{card['_id']}").json()["data"]
        assert {name: detail[name] for name in card} == card


@pytest.mark.parametrize(
    "told",
    [
        {"content_type": "application/json; charset=utf-8"},
        {"content_type": "application/json; charset=UTF-8"},
        {"content_type": "text/plain"},
        {"content_type": "application/json"},
    ],
)
def test_response_is_the_same_for_any_content_type(api, catalogue, told):
    response = api.post("/api/course/mobile", data='{"price": "free"}', **told)

    assert response.status_code == 200
    assert response.json() == asked(api, price="free")
    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "private, no-store"


def test_long_body_is_parsed_like_a_short_one(api, catalogue):
    assert asked(api, price="free", padding="x" * 5000) == asked(api, price="free")


@pytest.mark.parametrize("body", ["", "[]", "{", "null", '"text"', '{"skip": NaN}', "\xff", "{}" * 2000])
def test_non_object_body_is_refused_like_by_the_framework(api, body):
    response = api.post("/api/course/mobile", data=body, content_type="application/json")

    assert response.status_code == (200 if body == "" else 400)


def test_errors_come_in_the_contracts_order(api, catalogue):
    body = {"data": '{"skip": -1}', "content_type": "application/json"}

    wrong_method = api.put("/api/course/mobile", **body, headers={"X-CSRFToken": "wrong"})
    assert (wrong_method.status_code, wrong_method["Allow"]) == (405, "POST")
    forged = api.post("/api/course/mobile", **body, headers={"X-CSRFToken": "wrong"})
    assert (forged.status_code, forged.json()["code"]) == (403, "csrf")
    foreign = api.post("/api/course/mobile", {}, headers={"Origin": "https://evil.example"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "csrf")
    assert api.post("/api/course/mobile", **body).status_code == 400


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
