"""Pages in Hindi: for whom, from which cache, and what of them is still in English."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from apps.catalog.tests.factories import CourseFactory
from apps.content.models import SiteSettings
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Page, get_page
from apps.site.rendering import renderer

pytestmark = pytest.mark.django_db

TRANSLATED = ["/login", "/signup", "/no-such-page"]


@pytest.fixture
def hindi() -> Client:
    client = Client()
    client.cookies["language"] = "hi"
    return client


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_without_the_cookie_a_page_is_in_english_whatever_the_browser_prefers(client: Client) -> None:
    response = client.get("/login", headers={"Accept-Language": "hi-IN,hi;q=0.9"})
    html = response.content.decode()
    assert '<html lang="en-IN">' in html
    assert "Mobile number" in html
    assert "मोबाइल नंबर" not in html
    assert response["Content-Language"] == "en-IN"


@pytest.mark.parametrize("value", ["fr", "", "hi-IN", "../hi"])
def test_an_unknown_cookie_is_english(client: Client, value: str) -> None:
    client.cookies["language"] = value
    assert '<html lang="en-IN">' in text(client, "/login")


def test_the_badge_is_in_the_language_of_the_page_until_staff_write_another(
    hindi: Client, committed: Any
) -> None:
    assert '"verifiedBadge":"SEBI सत्यापित"' in text(hindi, "/login")
    assert '"verifiedBadge":"SEBI Verified"' in text(Client(), "/login")
    with committed():
        SiteSettings.objects.update_or_create(pk=1, defaults={"verified_badge": "SEBI registered"})
    assert '"verifiedBadge":"SEBI registered"' in text(hindi, "/login")


@pytest.mark.parametrize("path", TRANSLATED)
def test_a_translated_page_is_in_hindi_as_a_whole(hindi: Client, path: str) -> None:
    response = hindi.get(path)
    html = response.content.decode()
    page = Page(html)
    assert '<html lang="hi-IN">' in html
    assert '<meta property="og:locale" content="hi_IN">' in html
    assert response["Content-Language"] == "hi-IN"
    assert '<main id="main" tabindex="-1" class=' in html
    assert page.data["locale"] == "hi-IN"
    # The head comes from Python's catalogue, the heading and the lead from the browser's.
    heading = page.title.split(" · ")[0]
    assert f">{heading}</h1>" in html
    assert f">{page.meta('description')}</p>" in html
    assert any("\u0900" <= letter <= "\u097f" for letter in heading)


@pytest.mark.parametrize(("value", "button"), [("en", "हिन्दी"), ("hi", "English")])
def test_the_switch_says_in_hindi_how_little_it_changes(client: Client, value: str, button: str) -> None:
    client.cookies["language"] = value
    html = text(client, "/courses")
    match = re.search(r'aria-describedby="([^"]+)"[^>]*>([^<]+)</button><small id="([^"]+)"[^>]*>', html)
    assert match is not None
    assert (match[1], match[2]) == (match[3], button)
    assert 'lang="hi"' in match[0]
    assert html[match.end() :].startswith("अभी सिर्फ़ मेन्यू और लॉग-इन हिंदी में</small>")


def test_what_is_not_translated_is_marked_as_english(hindi: Client) -> None:
    html = text(hindi, "/courses")
    assert '<html lang="hi-IN">' in html
    assert '<main id="main" tabindex="-1" lang="en-IN"' in html
    assert "लॉग इन" in html
    assert ">Courses</h1>" in html


def test_a_page_of_one_language_is_never_given_in_the_other(client: Client, hindi: Client) -> None:
    for path in ("/", "/login", "/no-such-page"):
        for _ in range(2):
            assert "Start Free Trial</a>" in text(client, path)
            assert "फ़्री ट्रायल शुरू करें</a>" in text(hindi, path)
    assert "Cookie" in client.get("/login")["Vary"]


def test_only_the_language_of_the_page_is_loaded_first(
    client: Client, hindi: Client, settings: Any, tmp_path: Path
) -> None:
    settings.ROUTE_ASSETS_FILE = tmp_path / "route-assets.json"
    groups = {"route-login": {"js": ["/login.js"]}, "language-hi": {"js": ["/hi.js"]}}
    settings.ROUTE_ASSETS_FILE.write_text(json.dumps(groups))
    preload = '<link rel="preload" href="/{}.js" as="script">'
    assert preload.format("login") in text(client, "/login")
    assert preload.format("hi") not in text(client, "/login")
    assert preload.format("login") in text(hindi, "/login")
    assert preload.format("hi") in text(hindi, "/login")


def test_one_process_renders_both_languages_in_turn_and_at_once(client: Client) -> None:
    data = {name: get_page(client, "/login").data | {"locale": name} for name in ("en-IN", "hi-IN")}
    pages = {name: json.dumps(value) for name, value in data.items()}
    names = ["en-IN", "hi-IN"] * 4
    in_turn = [renderer.render(url="/login", page=pages[name]) for name in names]
    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(lambda name: renderer.render(url="/login", page=pages[name]), names))
    assert in_turn == at_once
    assert set(in_turn[::2]) == {in_turn[0]}
    assert set(in_turn[1::2]) == {in_turn[1]}
    assert "Mobile number" in in_turn[0]
    assert "मोबाइल नंबर" in in_turn[1]
    assert "Mobile number" not in in_turn[1]


def test_a_title_in_hindi_says_so_on_an_english_page(client: Client) -> None:
    CourseFactory(title="शेयर बाज़ार की शुरुआत")
    assert re.search(r'<a [^>]*lang="hi"[^>]*>शेयर बाज़ार की शुरुआत</a>', text(client, "/courses"))


class TestApi:
    def send(self, client: Client) -> dict[str, object]:
        response = client.post(
            "/api/login/otp/send", {"mobile": "12", "canWhatsapp": True}, "application/json"
        )
        assert response.status_code == 400
        return response.json()  # type: ignore[no-any-return]

    def test_without_the_cookie_it_speaks_english(self, client: Client) -> None:
        assert self.send(client) == {
            "message": "Please check what you entered and try again.",
            "code": "invalid",
            "errors": {"mobile": ["Enter a 10-digit mobile number that starts with 6, 7, 8 or 9."]},
        }

    def test_login_errors_are_in_the_language_of_the_form(self, hindi: Client) -> None:
        answer = self.send(hindi)
        assert answer["message"] == "अपनी जानकारी जाँचें और फिर कोशिश करें।"
        assert answer["errors"] == {"mobile": ["6, 7, 8 या 9 से शुरू होने वाला 10 अंकों का मोबाइल नंबर डालें।"]}

    def test_all_other_endpoints_speak_english(self, member: Person) -> None:
        member.api.cookies["language"] = "hi"
        response = member.api.post("/api/user/details", {"gender": 5})
        assert "\u0900" not in response.content.decode()
        assert response.json()["message"].isascii()


class TestChoosing:
    def choose(self, client: Client, language: str = "hi", **headers: str):  # type: ignore[no-untyped-def]
        return client.post("/language", {"language": language}, headers=headers)

    @pytest.fixture
    def client(self) -> Client:
        return Client(enforce_csrf_checks=True)

    def test_sets_the_cookie_and_returns_to_the_page(self, client: Client) -> None:
        page = "http://testserver/courses?category=Options"
        response = self.choose(client, Origin="http://testserver", Referer=page)
        assert (response.status_code, response["Location"]) == (302, page)
        cookie = response.cookies["language"]
        assert (cookie.value, cookie["samesite"], cookie["httponly"]) == ("hi", "Lax", True)
        assert "हिन्दी" not in text(client, "/login")
        self.choose(client, "en", Origin="http://testserver")
        assert "हिन्दी" in text(client, "/login")

    @pytest.mark.parametrize(
        "page",
        ["", "https://elsewhere.example/x", "http://testserver@elsewhere.example/", "javascript:alert(1)"],
    )
    def test_never_leads_to_another_site(self, client: Client, page: str) -> None:
        assert self.choose(client, Origin="http://testserver", Referer=page)["Location"] == "/"

    @pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
    def test_is_refused_from_another_site(self, client: Client, origin: str) -> None:
        response = self.choose(client, Origin=origin)
        assert response.status_code == 403
        assert "language" not in response.cookies

    def test_is_refused_from_nowhere(self, client: Client) -> None:
        assert self.choose(client).status_code == 403

    def test_other_languages_are_refused(self, client: Client) -> None:
        assert self.choose(client, "fr", Origin="http://testserver").status_code == 400

    def test_a_link_does_not_choose(self, client: Client) -> None:
        assert client.get("/language?language=hi").status_code == 405
