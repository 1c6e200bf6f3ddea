import io
import re
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.cache import cache
from PIL import Image

from apps.catalog.tests.factories import CourseFactory
from apps.content.tests.factories import AcademyChapterFactory, InstructorFactory
from apps.core import social_pictures
from apps.core.social_pictures import SocialPicture
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, WebinarFactory

pytestmark = pytest.mark.django_db


def picture_path(client, path):
    html = client.get(path).content.decode()
    [address] = re.findall(r'<meta property="og:image" content="([^"]*)"', html)
    assert address.startswith(settings.SITE_URL)
    return urlsplit(address).path


def shown(path):
    """What the URL says that the picture shows."""
    signed = path.removeprefix("/social/").removesuffix(".png")
    return social_pictures._SIGNER.unsign_object(signed)


def test_a_course_is_shared_with_its_title_teacher_and_figure(client):
    teachers = [InstructorFactory(name="Kavya Reddy"), InstructorFactory(name="Arjun Rao")]
    course = CourseFactory(
        title="Options: Rights and Price",
        category__hue=30,
        taught_by=teachers,
        figure="option-payoff",
        figure_numbers="500, 12",
    )

    path = picture_path(client, f"/courses/{course.weburlname}")

    assert shown(path) == ["Options: Rights and Price", "Kavya Reddy, Arjun Rao", 30, "option-payoff-500-12"]
    response = client.get(path)
    assert response["Content-Type"] == "image/png"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)


def test_events_mentors_and_chapters_have_pictures(client):
    webinar, mentorship, program = WebinarFactory(), MentorshipFactory(), LiveTradingFactory()
    for event, path in (
        (webinar, f"/live-webinars/{webinar.weburlname}"),
        (mentorship, f"/live-mentorships/{mentorship.weburlname}"),
        (program, f"/live-trading/{program.weburlname}"),
    ):
        assert shown(picture_path(client, path))[:2] == [event.title, event.host.name]

    mentor = InstructorFactory()
    assert shown(picture_path(client, f"/mentors/{mentor.slug}"))[0] == mentor.name
    chapter = AcademyChapterFactory()
    path = f"/academy/{chapter.module.weburlname}/{chapter.weburlname}"
    assert shown(picture_path(client, path))[:2] == [chapter.title, chapter.module.title]


@pytest.mark.parametrize("path", ["/", "/courses", "/privacy-policy", "/no-such-page", "/courses/none"])
def test_other_pages_share_the_picture_of_the_site(client, path):
    assert picture_path(client, path) == "/static/brand/social.png"


def test_an_uploaded_cover_gives_way_to_the_drawing_of_the_site():
    uploaded = SocialPicture(by="", cover="/media/courses/a-1280.webp")

    assert shown(social_pictures.url("Title", uploaded)) == ["Title", "", 215, "rally"]


def test_a_picture_is_drawn_once(monkeypatch):
    cache.clear()
    url = social_pictures.url("Title", SocialPicture(by="Somebody", cover=""))
    signed = url.removeprefix("/social/").removesuffix(".png")
    first = social_pictures.png(signed, brand="Rally")
    monkeypatch.delattr(social_pictures.pdf, "render_png")

    assert social_pictures.png(signed, brand="Rally") == first


@pytest.mark.parametrize("title", ["#panic()", '"; $x$ *a*', "अ" * 120, "W" * 120, "a\u202eb\n\tc"])
def test_any_title_is_drawn_as_text(title):
    url = social_pictures.url(title, SocialPicture(by=title, cover=""))

    png = social_pictures.png(url.removeprefix("/social/").removesuffix(".png"), brand="Rally")

    assert Image.open(io.BytesIO(png)).size == (1200, 630)


def test_nobody_else_writes_pictures(client):
    url = social_pictures.url("Title", SocialPicture(by="Somebody", cover=""))

    for forged in (url.replace("/social/", "/social/a"), url.replace(".png", "a.png"), "/social/a:b.png"):
        assert client.get(forged).status_code == 404
