from datetime import timedelta

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from apps.catalog.tests.factories import CategoryFactory
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.images import upload
from apps.live.models import LiveTrading, Webinar
from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = pytest.mark.django_db


def form(**changed):
    return {
        "title": "Order books",
        "weburlname": "order-books",
        "host": InstructorFactory().pk,
        "language": "English",
        "is_published": "on",
        "long_description": "",
        "agenda": "First\nSecond",
        "hue": "200",
        **changed,
    }


def webinar_form(**changed):
    return form(
        starts_at_0="2026-12-01",
        starts_at_1="18:30",
        ends_at_0="2026-12-01",
        ends_at_1="20:00",
        capacity="",
        join_url="https://meet.example.in/a",
        recording_url="",
        price_paise="499",
        markup_price_paise="",
        **changed,
    )


def test_banners_are_stored_in_the_shapes_in_which_they_are_shown(admin_client, api):
    admin_client.post(
        "/admin/live/webinar/add/",
        webinar_form(banner=upload(1600, 1200), small_banner=upload(1600, 1200), price_confirmed="on"),
    )

    webinar = Webinar.objects.get()
    sizes = []
    for banner in (webinar.banner, webinar.small_banner):
        with Image.open(banner.open()) as picture:
            sizes.append((picture.format, *picture.size))
    assert sizes == [("WEBP", 720, 405), ("WEBP", 400, 400)]
    [card] = api.get("/api/learning/webinarV1").json()["data"]
    assert (card["bannerImageUrl"], card["smallBanner"]) == (webinar.banner.url, webinar.small_banner.url)


def test_each_banner_is_refused_at_its_own_field(admin_client):
    text = SimpleUploadedFile("banner.jpg", b"No banner")

    response = admin_client.post(
        "/admin/live/webinar/add/", webinar_form(banner=text, small_banner=upload(100, 100))
    )

    errors = response.context["adminform"].form.errors
    assert errors["banner"] == [
        "This is not an image that can be used here. Upload a JPEG, PNG, WebP or AVIF file."
    ]
    assert errors["small_banner"][0].endswith("It must be at least 160 by 160 pixels.")
    assert not Webinar.objects.exists()


def test_webinar_is_added_in_rupees_and_indian_time(admin_client):
    response = admin_client.post("/admin/live/webinar/add/", webinar_form())

    assert response.status_code == 302
    webinar = Webinar.objects.get()
    assert webinar.price_paise == 49_900
    assert webinar.agenda == ["First", "Second"]
    assert webinar.starts_at.isoformat() == "2026-12-01T13:00:00+00:00"


def test_program_is_added_with_its_sessions_and_seen_at_once(admin_client, api, committed):
    assert api.get("/api/learning/user/liveotp/web/order-books").status_code == 404

    with committed():
        response = admin_client.post(
            "/admin/live/livetrading/add/",
            form(
                banner=upload(1600, 1200),
                price_confirmed="on",
                **{
                    "plans-TOTAL_FORMS": "0",
                    "plans-INITIAL_FORMS": "0",
                    "series-TOTAL_FORMS": "0",
                    "series-INITIAL_FORMS": "0",
                    "sessions-TOTAL_FORMS": "1",
                    "sessions-INITIAL_FORMS": "0",
                    "sessions-0-name": "Review",
                    "sessions-0-starts_at_0": "2026-12-01",
                    "sessions-0-starts_at_1": "15:45",
                    "sessions-0-ends_at_0": "2026-12-01",
                    "sessions-0-ends_at_1": "17:15",
                    "sessions-0-base_price_paise": "499",
                },
            ),
        )

    assert response.status_code == 302
    sessions = api.get("/api/learning/user/liveotp/web/order-books").json()["data"]["programSessions"]
    assert [(row["sessionName"], row["date"], row["basePricePerSession"]) for row in sessions] == [
        ("Review", "2026-12-01T10:15:00Z", 499)
    ]


def test_program_form_shows_sessions_from_today_on(admin_client):
    program = SessionFactory(
        name="Ahead", starts_at=NOW + timedelta(days=1), base_price_paise=123_400
    ).program
    SessionFactory(program=program, name="This morning", starts_at=NOW - timedelta(hours=8))
    SessionFactory(program=program, name="Yesterday", starts_at=NOW - timedelta(days=1))

    with time_machine.travel(NOW, tick=False):
        page = admin_client.get(f"/admin/live/livetrading/{program.pk}/change/").content.decode()

    assert "Ahead" in page
    assert "This morning" in page
    assert "Yesterday" not in page
    assert "₹1,234" in page
    assert "123400" not in page


def test_session_price_with_paise_is_refused_with_a_message(admin_client):
    program = SessionFactory().program
    response = admin_client.post(
        "/admin/live/programsession/add/",
        {
            "program": program.pk,
            "name": "Review",
            "starts_at_0": "2026-12-01",
            "starts_at_1": "15:45",
            "ends_at_0": "2026-12-01",
            "ends_at_1": "17:15",
            "base_price_paise": "499.50",
        },
    )

    assert "Enter whole rupees" in response.content.decode()
    assert program.sessions.count() == 1


@pytest.mark.parametrize("model", ["webinar", "mentorship", "livetrading", "programsession"])
def test_lists_and_forms_can_be_opened(admin_client, model):
    rows = {
        "webinar": WebinarFactory,
        "mentorship": MentorshipFactory,
        "programsession": SessionFactory,
        "livetrading": lambda: SessionFactory().program,
    }
    row = rows[model]()

    listed = admin_client.get(f"/admin/live/{model}/?q={row}")

    assert listed.status_code == 200
    assert str(row) in listed.content.decode()
    assert admin_client.get(f"/admin/live/{model}/{row.pk}/change/").status_code == 200


def test_deleting_several_invalidates_the_cache(admin_client, api, committed):
    program = SessionFactory(program__weburlname="desk").program
    assert api.get("/api/learning/user/liveotp/web/desk").status_code == 200

    with committed():
        admin_client.post(
            "/admin/live/livetrading/",
            {"action": "delete_selected", "_selected_action": [program.pk], "post": "yes"},
        )

    assert not LiveTrading.objects.exists()
    assert api.get("/api/learning/user/liveotp/web/desk").status_code == 404


def test_webinar_is_added_with_its_language_and_category(admin_client):
    funds = CategoryFactory(title="Funds")

    admin_client.post("/admin/live/webinar/add/", webinar_form(language="Hindi", category=funds.pk))

    webinar = Webinar.objects.get()
    assert (webinar.language, webinar.category) == ("Hindi", funds)


@pytest.mark.parametrize(
    ("model", "make"),
    [("webinar", WebinarFactory), ("mentorship", MentorshipFactory), ("livetrading", LiveTradingFactory)],
)
def test_staff_find_them_by_language_and_category(admin_client, model, make):
    funds = CategoryFactory()
    make(title="Hindi funds", language="Hindi", category=funds)
    make(title="English funds", category=funds)
    make(title="Hindi, no category", language="Hindi")

    def found(query):
        rows = admin_client.get(f"/admin/live/{model}/?{query}").context["cl"].result_list
        return {row.title for row in rows}

    assert found("language__exact=Hindi") == {"Hindi funds", "Hindi, no category"}
    assert found(f"category__id__exact={funds.pk}") == {"Hindi funds", "English funds"}


def test_a_category_of_a_webinar_cannot_be_deleted(admin_client):
    category = WebinarFactory(category=CategoryFactory()).category
    url = f"/admin/catalog/category/{category.pk}"

    admin_client.post(f"{url}/delete/", {"post": "yes"})

    page = admin_client.get(f"{url}/change/").content.decode()
    assert "Used by 1 webinar, so it cannot be deleted." in page
