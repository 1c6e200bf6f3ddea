from datetime import date

import pytest

from apps.catalog.models import Course, SearchSynonym
from apps.catalog.tests import publishable
from apps.catalog.tests.factories import CategoryFactory, CourseFactory, ReviewFactory, VideoFactory
from apps.content.tests.factories import InstructorFactory

pytestmark = pytest.mark.django_db


def form(**changed):
    return {
        "title": "Candles",
        "weburlname": "candles",
        "level": "Beginner",
        "language": "English",
        "lead": "",
        "long_description": "",
        "what_you_will_learn": "Read a candle\n\n  Doubt a candle  ",
        "requirements": "",
        "link": "",
        "offer_price_paise": "1499.50",
        "markup_price_paise": "",
        "access_days": "365",
        "is_published": "on",
        "published_at_0": "2026-11-01",
        "published_at_1": "10:00:00",
        "duration_seconds": "60",
        "total_learners": "0",
        "rating": "0",
        "teaching-TOTAL_FORMS": "1",
        "teaching-INITIAL_FORMS": "0",
        "teaching-0-position": "0",
        **changed,
    }


def test_a_published_course_appears_immediately(admin_client, api, committed):
    category, teacher = CategoryFactory(), InstructorFactory(name="Meera")
    assert api.post("/api/course/mobile", {}).json()["totalCount"] == 0

    with committed():
        response = admin_client.post(
            "/admin/catalog/course/add/", form(category=category.pk, **{"teaching-0-instructor": teacher.pk})
        )

    assert response.status_code == 302
    course = Course.objects.get()
    assert not course.is_published
    publishable.complete(course)
    with committed():
        admin_client.post(
            "/admin/catalog/course/",
            {"action": "publish", "_selected_action": [course.pk], "confirmed": "1"},
        )
    assert course.offer_price_paise == 149_950
    assert course.markup_price_paise is None
    assert course.what_you_will_learn == ["Read a candle", "Doubt a candle"]
    card = api.post("/api/course/mobile", {}).json()["courses"][0]
    assert card["offer_price"] == 1499.5
    assert [one["full_name"] for one in card["instructors"]] == ["Meera"]


def test_form_shows_rupees_and_lines(admin_client):
    course = CourseFactory(offer_price_paise=149_950, what_you_will_learn=["One", "Two"])

    page = admin_client.get(f"/admin/catalog/course/{course.pk}/change/").content.decode()

    assert 'value="1499.50"' in page or 'value="1499.5"' in page
    assert "One\nTwo" in page


def test_original_price_below_the_price_is_refused(admin_client):
    response = admin_client.post(
        "/admin/catalog/course/add/",
        form(
            category=CategoryFactory().pk,
            markup_price_paise="1000",
            markup_last_day="2026-11-30",
            **{"teaching-TOTAL_FORMS": "0"},
        ),
    )

    assert response.status_code == 200
    assert "The original price must be higher than the price" in response.content.decode()
    assert not Course.objects.exists()


def test_an_original_price_is_saved_with_its_last_day_only(admin_client):
    url = "/admin/catalog/course/add/"
    values = form(category=CategoryFactory().pk, markup_price_paise="1999", **{"teaching-TOTAL_FORMS": "0"})

    refused = admin_client.post(url, values)
    assert "Enter the last day on which this offer is valid." in refused.content.decode()
    assert not Course.objects.exists()

    saved = admin_client.post(url, {**values, "markup_last_day": "2026-11-30"})
    assert saved.status_code == 302
    course = Course.objects.get()
    assert (course.markup_price_paise, course.markup_last_day) == (199_900, date(2026, 11, 30))


def test_lists_are_shown_filtered_and_searched(admin_client):
    CourseFactory(title="Candles", offer_price_paise=149_900)
    CourseFactory(title="Funds", is_published=False)

    page = admin_client.get("/admin/catalog/course/?q=cand&is_published__exact=1").content.decode()

    assert "Candles" in page
    assert "₹1,499" in page
    assert "Funds" not in page
    assert admin_client.get("/admin/catalog/category/").status_code == 200


def test_bulk_deletion_appears_immediately(admin_client, api, committed):
    course = CourseFactory()
    assert api.post("/api/course/mobile", {}).json()["totalCount"] == 1

    with committed():
        admin_client.post(
            "/admin/catalog/course/",
            {"action": "delete_selected", "_selected_action": [course.pk], "post": "yes"},
        )

    assert api.post("/api/course/mobile", {}).json()["totalCount"] == 0


def test_lists_of_topics_reviews_and_courses_lead_to_the_curriculum(admin_client):
    topic = VideoFactory(title="Four prices")
    ReviewFactory(course=topic.chapter.course, text="Calm.")
    address = f"/admin/catalog/course/{topic.chapter.course_id}/curriculum/"

    assert address in admin_client.get("/admin/catalog/course/").content.decode()
    assert address in admin_client.get("/admin/catalog/topic/?q=four").content.decode()
    assert "Calm." in admin_client.get("/admin/catalog/review/?status__exact=published").content.decode()


def test_staff_keep_the_synonyms_of_the_search(admin_client, api, committed):
    with committed():
        CourseFactory(title="Candles")
        SearchSynonym.objects.all().delete()

    def save(**values):
        with committed():
            return admin_client.post("/admin/catalog/searchsynonym/add/", values)

    assert save(word="lamp", stands_for="candle, lantern").status_code == 302
    assert api.post("/api/course/mobile", {"search": "lamps"}).json()["totalCount"] == 1
    refused = save(word="LAMP", stands_for="candle").content.decode()
    assert "There is an entry for this word. Add to that one." in refused
    assert "Enter letters or digits." in save(word="&&", stands_for="candle").content.decode()
    assert [row.word for row in SearchSynonym.objects.all()] == ["lamp"]
    assert "candle, lantern" in admin_client.get("/admin/catalog/searchsynonym/?q=lamp").content.decode()
