"""Images of courses, from the admin form to lists, pages and quotes."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.catalog.admin.courses import CourseAdmin
from apps.catalog.models import Course
from apps.catalog.selectors import cards, courses
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.catalog.tests.test_admin import form
from apps.core import gst
from apps.core.testing.clients import ApiClient
from apps.core.testing.images import as_bytes, halves, upload
from apps.core.testing.pages import get_page
from apps.core.testing.schema_checks import assert_matches_schema
from apps.media import public_files

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_person_decides")]

LIST = "/api/course/mobile"
DAY = date(2026, 11, 21)


def files() -> set[str]:
    folder = Path(settings.MEDIA_ROOT) / "courses"
    return {file.name for file in folder.glob("*")} if folder.exists() else set()


def form_of(course: Course, **changed: Any) -> dict[str, Any]:
    told = {"title": course.title, "weburlname": course.weburlname, "category": course.category_id}
    return form(**{**told, "offer_price_paise": "1499", "teaching-TOTAL_FORMS": "0", **changed})


def change(client: Client, course: Course, **changed: Any) -> Any:
    return client.post(f"/admin/catalog/course/{course.pk}/change/", form_of(course, **changed))


def pictured(width: int = 1600, height: int = 900, **facts: Any) -> Course:
    return CourseFactory(image=upload(width, height), **facts)


def test_uploaded_image_appears_in_lists_in_all_sizes(
    admin_client: Client, api: ApiClient, committed: Any
) -> None:
    course = CourseFactory(taught_by=[])

    with committed():
        response = change(admin_client, course, image=upload(name="../Holiday photo.JPG"))

    assert response.status_code == 302
    course.refresh_from_db()
    stem = course.image.name.removesuffix("-1280.webp")
    assert stem.startswith("courses/")
    assert len(stem) == len("courses/") + 32
    assert (course.image_width, course.image_height) == (1280, 720)
    answer = api.post(LIST, {}).json()
    assert_matches_schema(answer, path="course/mobile", method="post")
    assert answer["courses"][0]["webimage"] == [
        {"url": f"/media/{stem}-1280.webp", "width": 1280, "height": 720},
        {"url": f"/media/{stem}-960.webp", "width": 960, "height": 540},
        {"url": f"/media/{stem}-640.webp", "width": 640, "height": 360},
        {"url": f"/media/{stem}-320.webp", "width": 320, "height": 180},
    ]
    assert not [name for name in files() if "oliday" in name]


def test_every_listed_size_is_served_and_cached_forever(rf: RequestFactory) -> None:
    for image in cards.course_card(pictured(), day=DAY, tax=gst.on(DAY))["webimage"]:
        answer = public_files.serve(rf.get(image["url"]), image["url"].removeprefix("/media/"))
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"


def test_file_with_a_reusable_name_is_not_cached_forever(rf: RequestFactory) -> None:
    folder = Path(settings.MEDIA_ROOT) / "courses"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "old.png").write_bytes(as_bytes(halves(64, 36)))

    answer = public_files.serve(rf.get("/media/"), "courses/old.png")

    assert answer.status_code == 200
    assert "Cache-Control" not in answer


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"no picture", "This is not an image that can be used here. Upload a JPEG, PNG, WebP or AVIF file."),
        (b"", "The submitted file is empty."),
        (as_bytes(halves(160, 90)), "It must be at least 320 by 180 pixels."),
        (as_bytes(halves(640, 360))[:900], "This image is damaged"),
    ],
)
def test_error_is_shown_at_the_field_and_input_is_kept(
    admin_client: Client, content: bytes, sentence: str
) -> None:
    course = pictured(taught_by=[])
    before = (course.image.name, course.image_width, files())

    response = change(
        admin_client, course, title="A better title", image=SimpleUploadedFile("photo.jpg", content)
    )

    assert response.status_code == 200
    shown = response.context["adminform"].form
    assert list(shown.errors) == ["image"]
    assert sentence in shown.errors["image"][0]
    assert 'value="A better title"' in response.content.decode()
    course.refresh_from_db()
    assert (course.image.name, course.image_width, files()) == before


def test_saving_without_an_upload_keeps_the_image(admin_client: Client) -> None:
    course = pictured(taught_by=[])
    before = (course.image.name, files())

    assert change(admin_client, course, title="Renamed").status_code == 302

    course.refresh_from_db()
    assert (course.title, course.image.name, files()) == ("Renamed", *before)
    assert (course.image_width, course.image_height) == (1280, 720)


def test_image_without_sizes_stays_as_it_is(admin_client: Client, api: ApiClient) -> None:
    course = CourseFactory(image="courses/old.png", image_width=1200, image_height=800, taught_by=[])

    assert change(admin_client, course, title="Renamed").status_code == 302

    [card] = api.post(LIST, {}).json()["courses"]
    assert card["webimage"] == [{"url": "/media/courses/old.png", "width": 1200, "height": 800}]


def test_removing_an_image_clears_its_dimensions(admin_client: Client) -> None:
    course = pictured(taught_by=[])

    assert change(admin_client, course, **{"image-clear": "on"}).status_code == 302

    course.refresh_from_db()
    assert (course.image.name, course.image_width, course.image_height) == ("", None, None)
    assert [image["width"] for image in cards.course_card(course, day=DAY, tax=gst.on(DAY))["webimage"]] == [
        640
    ]


def test_new_image_has_new_urls_and_old_ones_still_work(admin_client: Client) -> None:
    """Quotes keep the image of the time when they were created."""
    course = pictured(taught_by=[])
    before, kept = course.image.name, files()

    change(admin_client, course, image=upload(800, 450))

    course.refresh_from_db()
    assert course.image.name != before
    assert (course.image_width, course.image_height) == (800, 450)
    assert files() > kept


def test_identical_image_is_stored_once() -> None:
    one = pictured()
    kept = files()
    other = pictured()

    assert one.image.name == other.image.name
    assert files() == kept


def test_image_saved_in_code_gets_the_same_sizes() -> None:
    course = CourseFactory()

    course.image.save("photo.png", upload(500, 500))

    course.refresh_from_db()
    assert course.image.name.endswith("-500.webp")
    assert (course.image_width, course.image_height) == (500, 281)


def test_form_has_no_dimension_fields(admin_client: Client) -> None:
    page = admin_client.get(f"/admin/catalog/course/{pictured().pk}/change/").content.decode()

    assert 'name="image_width"' not in page
    assert 'accept="image/jpeg,image/png,image/webp,image/avif"' in page
    asked = [name for _, section in CourseAdmin.fieldsets for name in section["fields"]]
    assert "image" in asked


def test_quote_uses_a_small_size_without_extra_queries() -> None:
    endings = ((pictured(), "-640.webp"), (pictured(500, 300), "-500.webp"), (CourseFactory(), ".svg"))

    for row, ending in endings:
        courses.get_for_quote(key=row.weburlname, at=timezone.now())
        with CaptureQueriesContext(connection) as warm:
            _, image, _ = courses.get_for_quote(key=row.weburlname, at=timezone.now())
        assert len(warm) == 1
        assert image.endswith(ending)


@pytest.mark.usefixtures("known_rates")
def test_lists_take_the_same_queries_with_and_without_images(
    api: ApiClient, django_assert_num_queries: Any
) -> None:
    category = CategoryFactory()
    for _ in range(3):
        pictured(category=category)
    api.get("/api/user")

    with django_assert_num_queries(3):
        assert api.post(LIST, {}).json()["totalCount"] == 3


def test_list_and_detail_have_the_same_sizes(api: ApiClient) -> None:
    course = pictured()

    [card] = api.post(LIST, {}).json()["courses"]

    assert api.get(f"/api/course/users/{course.pk}").json()["data"]["webimage"] == card["webimage"]


def test_pages_use_srcset(client: Client) -> None:
    course = pictured()
    stem = course.image.url.removesuffix("-1280.webp")

    choice = ", ".join(f"{stem}-{width}.webp {width}w" for width in (1280, 960, 640, 320))

    for path in ("/courses", f"/courses/{course.weburlname}"):
        [image] = get_page(client, path).main.all("img", srcset=choice)
        assert image.attributes["sizes"] == "(min-width: 60rem) 20rem, (min-width: 40rem) 46vw, 92vw"


def test_generated_cover_has_one_size(client: Client) -> None:
    CourseFactory()

    [image] = get_page(client, "/courses").main.all("img")

    assert (image.attributes["width"], image.attributes["height"]) == ("640", "360")
    assert "srcset" not in image.attributes


def test_a_figure_is_the_cover_until_there_is_an_image(
    admin_client: Client, api: ApiClient, committed: Any
) -> None:
    course = CourseFactory(taught_by=[], category=CategoryFactory(hue=30))

    def shown() -> str:
        [card] = api.post(LIST, {}).json()["courses"]
        return str(card["webimage"][0]["url"])

    change(admin_client, course, figure="option-payoff", figure_numbers="500 12")
    assert shown() == "/covers/wide/30/option-payoff-500-12.svg"
    assert courses.get_for_quote(key=str(course.pk), at=timezone.now())[1] == shown()

    with committed():
        change(admin_client, course, image=upload(), figure="option-payoff", figure_numbers="500 12")
    assert shown().startswith("/media/courses/")
    assert courses.get_for_quote(key=str(course.pk), at=timezone.now())[1].startswith("/media/courses/")


@pytest.mark.parametrize(
    ("figure", "numbers", "sentence"),
    [
        ("option-payoff", "", "Enter whole numbers of at most seven digits: strike, premium."),
        ("option-payoff", "500", "Enter whole numbers of at most seven digits: strike, premium."),
        ("option-payoff", "500, 12.5", "Enter whole numbers of at most seven digits: strike, premium."),
        ("recovery", "१०", "Enter whole numbers of at most seven digits: loss in per cent."),
        ("recovery", "100", "The loss must be from 10 to 90 per cent."),
        ("order-book", "501, 500", "The bid must be above 0 and below the ask."),
    ],
)
def test_numbers_must_fit_the_figure(admin_client: Client, figure: str, numbers: str, sentence: str) -> None:
    course = pictured(taught_by=[])

    response = change(admin_client, course, figure=figure, figure_numbers=numbers)

    assert response.context["adminform"].form.errors == {"figure_numbers": [sentence]}
    course.refresh_from_db()
    assert (course.figure, course.figure_numbers) == ("", "")


def test_sizes_match_the_schema() -> None:
    schema = json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text())

    assert schema["components"]["schemas"]["ImageOut"]["required"] == ["height", "url", "width"]
