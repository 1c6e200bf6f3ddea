import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content.models import SiteSettings
from apps.core.testing.fixtures import Person
from apps.site import routes

pytestmark = pytest.mark.django_db


def page_data(html: str) -> Any:
    found = re.search(r'<script id="page-data" type="application/json" nonce="[^"]+">(.*?)</script>', html)
    assert found
    return json.loads(found.group(1))


def title(html: str) -> str:
    found = re.search(r"<title>(.*?)</title>", html)
    assert found
    return found.group(1)


PLAIN = [route for route in routes.table() if ":" not in route.path and not route.is_local]


@pytest.mark.parametrize("route", PLAIN, ids=lambda route: route.name)
def test_a_plain_route_answers_with_its_title_with_and_without_a_slash(
    client: Client, route: routes.Route
) -> None:
    answers = [client.get(route.path), client.get(route.path.rstrip("/") + "/")]
    assert [answer.status_code for answer in answers] == [200, 200]
    wanted = route.title or "Rally"
    assert all(title(answer.content.decode()).startswith(wanted.replace("&", "&amp;")) for answer in answers)
    assert answers[0]["Cache-Control"] == "private, no-store"


def test_no_two_routes_share_a_title() -> None:
    titles = [route.title for route in routes.table()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/courses/none",
        "/live-webinars/none",
        "/live-mentorships/none",
        "/live-trading/none",
        "/select-sessions/none",
        "/academy/none/none",
        "/courses/none/more",
        "/styleguide",
        "/course/x/topic",
        "/index.php",
        "/courses/%00",
        "/" + "x" * 2000,
    ],
)
def test_an_address_that_leads_nowhere_is_a_404_with_the_not_found_page(client: Client, path: str) -> None:
    client.get(path)
    answer = client.get(path)  # the second time from what the first left in the cache, if anything
    html = answer.content.decode()
    assert answer.status_code == 404
    assert '<h1 class="PageHead__title">Page not found</h1>' in html
    assert page_data(html)["found"] is False
    assert 'rel="canonical"' not in html
    assert '<meta name="robots" content="noindex">' in html


def test_the_terms_are_found_typed_and_encoded(client: Client) -> None:
    assert client.get("/terms&conditions").status_code == 200
    assert client.get("/terms%26conditions").status_code == 200


def test_every_route_has_a_lead_and_a_module_that_the_browser_knows() -> None:
    loaders = (routes._APP / "routing" / "routes.ts").read_text()
    for route in routes.table():
        assert route.lead
        assert re.search(rf"^  '?{re.escape(route.module)}'?: \(\) =>", loaders, re.MULTILINE), route.module


def test_a_page_without_script_shows_cards_with_price_and_link(client: Client) -> None:
    CourseFactory(
        title="Candles", weburlname="candles", offer_price_paise=149_900, markup_price_paise=299_900
    )
    html = client.get("/courses").content.decode()
    assert '<a class="Card__link" href="/courses/candles">Candles</a>' in html
    assert "₹1,499.00" in html
    assert "₹2,999.00" in html
    assert "50% off" in html


def test_the_pages_data_is_the_calls_answer_under_the_browsers_key(client: Client) -> None:
    course = CourseFactory()
    html = client.get(f"/courses/{course.weburlname}").content.decode()
    answers = {tuple(key): answer for key, answer in page_data(html)["answers"]}
    call = client.get(f"/api/course/users/{course.weburlname}").json()
    assert answers == {("catalog", "course", course.weburlname): call}


def test_the_course_list_is_embedded_under_the_filters_that_the_address_names(client: Client) -> None:
    category = CategoryFactory(title="Options & Futures")
    CourseFactory(category=category, title="Inside")
    CourseFactory(title="Outside")
    html = client.get("/courses", {"category": "Options & Futures"}).content.decode()
    [[key, answer], _options] = page_data(html)["answers"]
    assert key == ["catalog", "courses", {"skip": 0, "limit": 24, "category": ["Options & Futures"]}]
    assert [card["title"] for card in answer["courses"]] == ["Inside"]
    assert "Outside" not in html.split('id="page-data"')[0]


def test_hostile_text_stays_text_in_the_page_and_in_its_data(client: Client) -> None:
    hostile = "</script><script>alert(1)</script>"
    CourseFactory(title=hostile, weburlname="hostile")
    html = client.get("/courses/hostile").content.decode()
    assert "<script>alert" not in html
    assert page_data(html)["answers"][0][1]["data"]["title"] == hostile


def test_hostile_query_is_neither_shown_nor_breaks_the_page(client: Client) -> None:
    CourseFactory(title="Listed elsewhere")
    answer = client.get("/courses", {"category": '"><script>x</script>\x00' + "y" * 1800})
    assert answer.status_code == 200
    assert "Listed elsewhere" not in answer.content.decode()
    assert "<script>x" not in answer.content.decode()


def test_a_visitor_is_null_in_the_page_and_gets_the_csrf_cookie(client: Client) -> None:
    answer = client.get("/")
    assert page_data(answer.content.decode())["user"] is None
    assert answer.cookies["csrftoken"].value


def test_a_member_is_summarised_and_their_purchases_are_theirs_alone(member: Person, client: Client) -> None:
    CourseFactory()
    client.force_login(member.user)
    html = client.get("/dashboard").content.decode()
    assert page_data(html)["user"]["name"] == "Meera Nair"
    assert "Meera Nair" not in Client().get("/dashboard").content.decode()


def test_a_kept_page_costs_a_visitor_no_query(client: Client) -> None:
    CourseFactory.create_batch(3)
    client.get("/courses")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get("/courses")
    assert len(queries) == 0


@pytest.mark.django_db(transaction=True)
def test_a_kept_page_is_made_anew_once_staff_saved(client: Client) -> None:
    course = CourseFactory(title="Before")
    assert "Before" in client.get("/courses").content.decode()
    course.title = "After"
    course.save()
    assert "After" in client.get("/courses").content.decode()
    site = SiteSettings.objects.first() or SiteSettings()
    site.tagline = "A new promise"
    site.save()
    assert "A new promise" in client.get("/").content.decode()


def test_the_policy_has_a_fresh_nonce_and_no_unsafe_scripts(client: Client) -> None:
    policies = [client.get("/")["Content-Security-Policy"] for _ in range(2)]
    assert policies[0] != policies[1]
    assert "unsafe" not in policies[0]
    for wanted in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"):
        assert wanted in policies[0]
    assert client.get("/")["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"


def test_only_reading_is_answered(client: Client) -> None:
    assert client.head("/").status_code == 200
    assert client.post("/courses").status_code == 405


def test_structured_data_describes_what_the_page_shows(client: Client) -> None:
    CourseFactory(title="Candles", weburlname="candles", offer_price_paise=0)
    html = client.get("/courses/candles").content.decode()
    [text] = re.findall(r'<script type="application/ld\+json" nonce="[^"]+">(.*?)</script>', html)
    thing = json.loads(text)
    assert (thing["@type"], thing["name"], thing["offers"]["category"]) == ("Course", "Candles", "Free")
    home = client.get("/").content.decode()
    kinds = [
        json.loads(text)["@type"] for text in re.findall(r'ld\+json" nonce="[^"]+">(.*?)</script>', home)
    ]
    assert kinds == ["EducationalOrganization", "WebSite"]


FOOTER_PAGES = [
    ("/courses", "Courses"),
    ("/live-mentorships", "Live mentorships"),
    ("/", "Webinars"),
    ("/", "FAQ"),
    ("/about-us", "About us"),
    ("/contact", "Contact"),
    ("/privacy-policy", "Privacy policy"),
    ("/terms&amp;conditions", "Terms &amp; conditions"),
    ("/refund-policy", "Refund policy"),
    ("/accessibility", "Accessibility"),
    ("/investor-charter", "Investor charter"),
    ("/complaints", "Complaints"),
    ("/grievance-redressal", "Grievance redressal"),
    ("/audit", "Audit"),
    ("/anti-laundering", "Anti-money laundering"),
    ("/mobile/disclosure-advice", "Disclosure on advice"),
    ("/mobile/SEBI-IA-Registration", "SEBI IA registration"),
    ("/mobile/Advisory-Agreement", "Advisory agreement"),
    ("/mobile/SEBI-Investor-charter", "SEBI investor charter"),
]


def footer_of(html: str) -> str:
    return html.split('<footer class="band')[1].split("</footer>")[0]


def test_the_footer_leads_to_every_page_it_has_to(client: Client) -> None:
    footer = footer_of(client.get("/pro").content.decode())
    nav = footer.split("<nav")[1].split("</nav>")[0]
    assert re.findall(r'<a class="Footer__link" href="([^"]+)">([^<]+)</a>', nav) == FOOTER_PAGES


def test_the_footer_says_what_staff_saved(client: Client) -> None:
    SiteSettings(
        contact_phone="+91 22 1234 5678",
        contact_city="Pune",
        registration_number="INA000012345",
        youtube_url="https://example.in/youtube",
        telegram_url="",
    ).save()
    footer = footer_of(client.get("/").content.decode())
    for words in (
        'href="tel:+912212345678"',
        "<span>Pune</span>",
        "INA000012345",
        'href="https://example.in/youtube"',
        "9:00-18:00 Monday to Friday",
        "Investment in securities market are subject to market risks. "
        "Read all the related documents carefully before investing.",
    ):
        assert words in footer
    assert "Telegram" not in footer
    assert footer.count('class="Footer__disclaimers"') == 1


def test_a_bare_page_keeps_the_footer_aside_for_the_pages_that_follow(client: Client) -> None:
    html = client.get("/mobile/privacy-policy").content.decode()
    assert '<template id="site-footer"><footer class="band' in html
    assert html.count("<footer") == 2
    assert '<template id="site-footer">' not in client.get("/pro").content.decode()


def test_made_up_addresses_leave_nothing_in_the_cache(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get("/courses/none")
    kept: list[str] = []
    keep = cache.set
    monkeypatch.setattr(cache, "set", lambda key, *args: (kept.append(key), keep(key, *args)))
    for number in range(3):
        assert client.get(f"/courses/none-{number}").status_code == 404
        assert client.get(f"/nowhere/{number}").status_code == 404
    assert len(kept) <= 1, "the one page for all that is not found"


def test_a_file_that_is_not_there_is_no_page(client: Client) -> None:
    for path in ("/media/none.png", "/static/none.js"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert b"page-data" not in answer.content


@pytest.mark.parametrize("path", ["/login", "/signup"])
def test_the_login_pages_hold_the_form_for_visitors_alone(member: Person, client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert "Get alerts, market tips &amp; course updates on WhatsApp" in page
    client.force_login(member.user)
    page = client.get(path).content.decode()
    assert "Get alerts" not in page
    assert '<p class="Login__lead">You are logged in.</p>' in page


def test_the_page_says_where_the_payment_script_is(client: Client, settings: Any) -> None:
    html = client.get("/").content.decode()
    assert page_data(html)["checkoutScript"] == settings.CHECKOUT_SCRIPT
