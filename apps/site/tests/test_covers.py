import re
from urllib.parse import unquote

import pytest

from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory
from apps.core import covers


@pytest.mark.parametrize("ratio", ["wide", "square"])
def test_cover_is_kept_for_ever(client, ratio):
    response = client.get(f"/covers/{ratio}/359/01a1fe8e-f948-71a9-8d06-1349e41c6bd6.svg")

    assert response.status_code == 200
    assert response["Content-Type"] == "image/svg+xml"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.content.startswith(b"<svg ")
    assert "Set-Cookie" not in response


@pytest.mark.parametrize(
    "path", ["wide/360/a", "wide/-1/a", "tall/10/a", "wide/10/a_b", "wide/10/a.b", f"wide/10/{'a' * 65}"]
)
@pytest.mark.django_db
def test_what_is_no_cover_is_not_found(client, path):
    response = client.get(f"/covers/{path}.svg")

    assert response.status_code == 404
    assert "immutable" not in response.get("Cache-Control", "")


def image_urls(client, path):
    """The images of the page's HTML, and those that the browser is told to fetch ahead."""
    html = client.get(path).content.decode()
    ahead = re.findall(r'<link rel="preload" as="image" href="([^"]*)"', html)
    return re.findall(r'<img src="([^"]*)"', html), ahead


def inline(course: Course) -> str:
    drawing = covers.svg(seed=str(course.pk), hue=course.category.hue, ratio="wide")
    return "data:image/svg+xml," + drawing.replace('"', "'")


@pytest.mark.django_db
def test_a_course_page_carries_its_cover(client):
    course = CourseFactory()

    images, ahead = image_urls(client, f"/courses/{course.weburlname}")

    assert unquote(images[0]) == inline(course)
    assert ahead == []


@pytest.mark.django_db
def test_a_list_carries_the_covers_of_its_first_two_courses(client):
    newest_first = [CourseFactory() for _ in range(5)][::-1]

    images, ahead = image_urls(client, "/courses?sort=newest")

    files = [covers.url(seed=str(c.pk), hue=c.category.hue, ratio="wide") for c in newest_first[2:]]
    assert [unquote(url) for url in images] == [*map(inline, newest_first[:2]), *files]
    assert ahead == files[:2]


@pytest.mark.django_db
def test_an_uploaded_cover_stays_a_file(client):
    course = CourseFactory(image="courses/a.webp", image_width=640, image_height=360)

    images, _ahead = image_urls(client, f"/courses/{course.weburlname}")

    assert images[0] == "/media/courses/a.webp"
