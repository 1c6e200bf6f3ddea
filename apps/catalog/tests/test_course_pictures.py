"""Pictures of courses, from the staff's form to lists, pages and bills."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from apps.catalog.admin.courses import CourseAdmin
from apps.catalog.models import Course
from apps.catalog.selectors import cards, courses
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.catalog.tests.test_admin import form
from apps.content.media import open_files
from apps.core.testing.clients import ApiClient
from apps.core.testing.described import assert_described
from apps.core.testing.fixtures import Person
from apps.core.testing.pictures import as_bytes, halves, upload

pytestmark = pytest.mark.django_db

LIST = "/api/course/mobile"


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


def files() -> set[str]:
    folder = Path(settings.MEDIA_ROOT) / "courses"
    return {file.name for file in folder.glob("*")} if folder.exists() else set()


def form_of(course: Course, **changed: Any) -> dict[str, Any]:
    told = {"title": course.title, "weburlname": course.weburlname, "category": course.category_id}
    return form(**{**told, "teaching-TOTAL_FORMS": "0", **changed})


def change(client: Client, course: Course, **changed: Any) -> Any:
    return client.post(f"/admin/catalog/course/{course.pk}/change/", form_of(course, **changed))


def pictured(width: int = 1600, height: int = 900, **facts: Any) -> Course:
    return CourseFactory(image=upload(width, height), **facts)


def test_staff_upload_a_picture_and_lists_have_its_sizes(
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
    assert_described(answer, path="course/mobile", method="post")
    assert answer["courses"][0]["webimage"] == [
        {"url": f"/media/{stem}-1280.webp", "width": 1280, "height": 720},
        {"url": f"/media/{stem}-960.webp", "width": 960, "height": 540},
        {"url": f"/media/{stem}-640.webp", "width": 640, "height": 360},
        {"url": f"/media/{stem}-320.webp", "width": 320, "height": 180},
    ]
    assert not [name for name in files() if "oliday" in name]


def test_every_size_that_is_named_can_be_fetched_and_kept_for_ever(rf: RequestFactory) -> None:
    for image in cards.card(pictured())["webimage"]:
        answer = open_files.serve(rf.get(image["url"]), image["url"].removeprefix("/media/"))
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_file_whose_name_may_come_back_is_not_kept_for_ever(rf: RequestFactory) -> None:
    folder = Path(settings.MEDIA_ROOT) / "courses"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "old.png").write_bytes(as_bytes(halves(64, 36)))

    answer = open_files.serve(rf.get("/media/"), "courses/old.png")

    assert answer.status_code == 200
    assert "Cache-Control" not in answer


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"no picture", "This is no picture that can be shown here. Upload a JPEG, PNG, WebP or AVIF."),
        (b"", "The submitted file is empty."),
        (as_bytes(halves(160, 90)), "Here it must have at least 320 by 180."),
        (as_bytes(halves(640, 360))[:900], "This picture is damaged"),
    ],
)
def test_a_refusal_stands_at_the_field_and_the_rest_of_the_form_stays(
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


def test_saving_without_a_new_picture_leaves_the_old_one(admin_client: Client) -> None:
    course = pictured(taught_by=[])
    before = (course.image.name, files())

    assert change(admin_client, course, title="Renamed").status_code == 302

    course.refresh_from_db()
    assert (course.title, course.image.name, files()) == ("Renamed", *before)
    assert (course.image_width, course.image_height) == (1280, 720)


def test_a_picture_from_before_there_were_sizes_stays_as_it_is(admin_client: Client, api: ApiClient) -> None:
    course = CourseFactory(image="courses/old.png", image_width=1200, image_height=800, taught_by=[])

    assert change(admin_client, course, title="Renamed").status_code == 302

    [card] = api.post(LIST, {}).json()["courses"]
    assert card["webimage"] == [{"url": "/media/courses/old.png", "width": 1200, "height": 800}]


def test_a_picture_that_is_taken_away_takes_its_measures_along(admin_client: Client) -> None:
    course = pictured(taught_by=[])

    assert change(admin_client, course, **{"image-clear": "on"}).status_code == 302

    course.refresh_from_db()
    assert (course.image.name, course.image_width, course.image_height) == ("", None, None)
    assert [image["width"] for image in cards.card(course)["webimage"]] == [640]


def test_a_new_picture_has_new_addresses_and_the_old_ones_go_on(admin_client: Client) -> None:
    """Bills name the picture that was shown when they were made."""
    course = pictured(taught_by=[])
    before, kept = course.image.name, files()

    change(admin_client, course, image=upload(800, 450))

    course.refresh_from_db()
    assert course.image.name != before
    assert (course.image_width, course.image_height) == (800, 450)
    assert files() > kept


def test_the_same_picture_is_kept_once() -> None:
    one = pictured()
    kept = files()
    other = pictured()

    assert one.image.name == other.image.name
    assert files() == kept


def test_a_picture_saved_by_a_program_is_treated_alike() -> None:
    course = CourseFactory()

    course.image.save("photo.png", upload(500, 500))

    course.refresh_from_db()
    assert course.image.name.endswith("-500.webp")
    assert (course.image_width, course.image_height) == (500, 281)


def test_the_form_asks_for_no_measures(admin_client: Client) -> None:
    page = admin_client.get(f"/admin/catalog/course/{pictured().pk}/change/").content.decode()

    assert 'name="image_width"' not in page
    assert 'accept="image/jpeg,image/png,image/webp,image/avif"' in page
    asked = [name for _, section in CourseAdmin.fieldsets for name in section["fields"]]
    assert "image" in asked


def test_bills_name_a_small_size_and_ask_no_more_for_it() -> None:
    endings = ((pictured(), "-640.webp"), (pictured(500, 300), "-500.webp"), (CourseFactory(), ".svg"))

    for row, ending in endings:
        with CaptureQueriesContext(connection) as asked:
            course, _ = courses.on_offer(key=row.weburlname)
            address = cards.image_address(course)
        assert len(asked) == 1
        assert address.endswith(ending)


def test_lists_cost_as_many_queries_with_pictures_as_without(
    api: ApiClient, django_assert_num_queries: Any
) -> None:
    category = CategoryFactory()
    for _ in range(3):
        pictured(category=category)
    api.csrf_token()

    with django_assert_num_queries(3):
        assert api.post(LIST, {}).json()["totalCount"] == 3


def test_a_list_shows_the_sizes_that_the_courses_own_page_does(api: ApiClient) -> None:
    course = pictured()

    [card] = api.post(LIST, {}).json()["courses"]

    assert api.get(f"/api/course/users/{course.pk}").json()["data"]["webimage"] == card["webimage"]


def test_pages_let_the_browser_choose(client: Client) -> None:
    course = pictured()
    stem = course.image.url.removesuffix("-1280.webp")

    choice = ", ".join(f"{stem}-{width}.webp {width}w" for width in (1280, 960, 640, 320))

    for address in ("/courses", f"/courses/{course.weburlname}"):
        page = client.get(address).content.decode()
        widths = "(min-width: 60rem) 20rem, (min-width: 40rem) 46vw, 92vw"
        assert f'srcset="{choice}" sizes="{widths}"' in page


def test_a_drawn_cover_has_one_size(client: Client) -> None:
    CourseFactory()

    page = client.get("/courses").content.decode()

    assert 'width="640" height="360"' in page
    assert "srcset" not in page.partition('id="page-data"')[0]


def test_sizes_are_as_the_schema_says() -> None:
    schema = json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text())

    assert schema["components"]["schemas"]["ImageOut"]["required"] == ["height", "url", "width"]
