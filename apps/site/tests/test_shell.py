import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content.models import SiteSettings
from apps.content.tests.factories import AcademyChapterFactory, InstructorFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Element, Page, get_page
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, PlanFactory, WebinarFactory
from apps.site import routes

pytestmark = pytest.mark.django_db


NEEDS_A_KEY = "support-request"
PLAIN = [
    route
    for route in routes.table()
    if ":" not in route.path and not route.is_local and route.name != NEEDS_A_KEY
]


@pytest.mark.parametrize("route", PLAIN, ids=lambda route: route.name)
def test_a_plain_route_answers_with_its_title_with_and_without_a_slash(
    client: Client, route: routes.Route
) -> None:
    pages = [get_page(client, route.path), get_page(client, route.path.rstrip("/") + "/")]
    assert all(page.title.startswith(route.title or "Rally") for page in pages)
    assert client.get(route.path)["Cache-Control"] == "private, no-store"


SAME_AS = {
    "/webinars": "/live-webinars",
    "/mobile/privacy-policy": "/privacy-policy",
    "/mobile/terms&conditions": "/terms&conditions",
    "/mobile/refund-policy": "/refund-policy",
    "/mobile/SEBI-Investor-charter": "/investor-charter",
}
"""URLs whose content is also elsewhere; their canonical link points there."""


def assert_can_be_shared(page: Page) -> None:
    """Link previews read title, text and picture without scripts."""
    shared = {
        element.attributes["property"]: element.attributes["content"]
        for element in page.root.all("meta")
        if "property" in element.attributes
    }
    assert page.meta("description")
    assert shared["og:title"] == page.title
    assert shared["og:description"] == page.meta("description")
    assert shared["og:url"] == page.canonical
    assert (len(page.root.all("h1")), len(page.root.all("main"))) == (1, 1)


@pytest.mark.parametrize("route", PLAIN, ids=lambda route: route.name)
def test_the_head_of_a_plain_route(client: Client, settings: Any, route: routes.Route) -> None:
    settings.SITE_URL = "https://www.example.in"
    page = get_page(client, route.path)
    assert page.canonical == "https://www.example.in" + SAME_AS.get(route.path, route.path)
    assert_can_be_shared(page)
    assert page.meta("robots") == (
        "noindex" if route.is_guarded or route.is_bare or route.is_unlisted else None
    )


@pytest.mark.parametrize("route", PLAIN, ids=lambda route: route.name)
def test_a_plain_route_is_rendered_for_members(member: Person, route: routes.Route) -> None:
    page = get_page(member.api, route.path)
    assert page.data["user"]["name"] == "Meera Nair"
    assert page.main.text


def test_an_item_has_its_own_title_and_address_with_and_without_a_slash(
    client: Client, settings: Any
) -> None:
    settings.SITE_URL = "https://www.example.in"
    chapter, mentor = AcademyChapterFactory(), InstructorFactory()
    program = LiveTradingFactory(weburlname="desk")
    PlanFactory(program=program)
    items = {
        "/courses/candles": CourseFactory(weburlname="candles", title="Candles").title,
        "/live-webinars/opening": WebinarFactory(weburlname="opening", title="Opening").title,
        "/live-mentorships/circle": MentorshipFactory(weburlname="circle", title="Circle").title,
        "/live-trading/desk": program.title,
        f"/mentors/{mentor.slug}": mentor.name,
        f"/academy/{chapter.module.weburlname}/{chapter.weburlname}": chapter.title,
    }
    for path, title in items.items():
        page = get_page(client, path)
        assert page.title == f"{title} · Rally" == get_page(client, f"{path}/").title
        assert page.canonical == f"https://www.example.in{path}"
        assert_can_be_shared(page)
    picker = get_page(client, "/select-sessions/desk")
    assert picker.title not in {f"{title} · Rally" for title in items.values()}
    assert picker.canonical == "https://www.example.in/select-sessions/desk"
    assert_can_be_shared(picker)


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
        "/certificates/none",
        "/certificates/%00",
        "/certificates/2222A-2222A-2222A-2222A",
        "/courses/none/more",
        "/styleguide",
        "/course/x/topic",
        "/index.php",
        "/courses/%00",
        "/" + "x" * 2000,
        "/%ED%A0%80",
        "/courses/%E2%80%A8",
        "/courses/%3C/script%3E",
    ],
)
def test_an_unknown_url_is_a_404_with_the_not_found_page(client: Client, path: str) -> None:
    for _ in range(2):  # the second time from what the first left in the cache, if anything
        page = get_page(client, path, status=404)
        assert page.heading == "Page not found"
        assert page.data["found"] is False
        assert page.canonical is None
        assert page.meta("robots") == "noindex"


def test_the_terms_are_found_typed_and_encoded(client: Client) -> None:
    assert client.get("/terms&conditions").status_code == 200
    assert client.get("/terms%26conditions").status_code == 200


def test_every_route_has_a_lead_and_a_module_that_the_browser_knows() -> None:
    loaders = (routes._APP / "routing" / "routes.ts").read_text()
    for route in routes.table():
        assert route.lead
        assert re.search(rf"^  '?{re.escape(route.module)}'?: \(\) =>", loaders, re.MULTILINE), route.module


def test_course_cards_have_price_and_link(client: Client) -> None:
    CourseFactory(
        title="Candles", weburlname="candles", offer_price_paise=149_900, markup_price_paise=299_900
    )
    main = get_page(client, "/courses").main
    assert ("/courses/candles", "Candles") in main.links
    for words in ("₹1,768.82 incl. GST", "₹3,538.82", "50% off"):
        assert words in main.text


def test_the_course_list_is_in_the_page_under_the_filters_of_the_url(client: Client) -> None:
    category = CategoryFactory(title="Options & Futures")
    CourseFactory(category=category, title="Inside")
    CourseFactory(title="Outside")
    page = get_page(client, "/courses", {"category": "Options & Futures"})
    [[key, answer], _options] = page.answers
    assert key == ["catalog", "courses", {"skip": 0, "limit": 24, "category": ["Options & Futures"]}]
    assert [card["title"] for card in answer["courses"]] == ["Inside"]
    assert "Outside" not in page.shown


def test_hostile_text_stays_text_in_the_page_and_in_its_data(client: Client) -> None:
    hostile = "</script><script>alert(1)</script>\u2028<!--"
    CourseFactory(title=hostile, weburlname="hostile")
    page = get_page(client, "/courses/hostile")
    assert "<script>alert" not in page.html
    assert "\u2028" not in page.html.partition('id="page-data"')[2]
    assert page.responses[0]["data"]["title"] == page.structured[0]["name"] == hostile
    assert page.heading == " ".join(hostile.split())
    assert page.title == f"{' '.join(hostile.split())} · Rally"


def test_a_hostile_query_is_neither_shown_nor_breaks_the_page(client: Client) -> None:
    CourseFactory(title="Listed elsewhere")
    page = get_page(client, "/courses", {"category": '"><script>x</script>\x00' + "y" * 1800})
    assert "Listed elsewhere" not in page.html
    assert "<script>x" not in page.html


def test_what_react_renders_needs_no_inline_script_or_style(client: Client, member: Person) -> None:
    """The policy allows none, and a cached page has no nonce of its own."""
    CourseFactory()
    for path in ("/", "/courses", "/pro", "/login", "/my-learnings", "/dashboard", "/nowhere"):
        for caller in (client, member.api):
            response = caller.get(path)
            root = Page(response.content.decode()).root.one(id="root")
            for element in root.all():
                assert element.tag not in {"script", "style"}, path
                names = set(element.attributes)
                assert not {name for name in names if name in {"style", "nonce"} or name.startswith("on")}, (
                    path
                )


def test_a_visitor_is_null_in_the_page_and_gets_the_csrf_cookie(client: Client) -> None:
    assert get_page(client, "/").data["user"] is None
    assert client.cookies["csrftoken"].value


def test_a_member_is_in_their_own_page_alone(member: Person, client: Client) -> None:
    CourseFactory()
    client.force_login(member.user)
    assert get_page(client, "/dashboard").data["user"] == client.get("/api/user").json()["data"]
    html = get_page(Client(), "/dashboard").html
    assert "Meera" not in html
    assert member.user.mobile not in html


def test_a_cached_page_takes_no_query(client: Client) -> None:
    CourseFactory.create_batch(3)
    client.get("/courses")
    with CaptureQueriesContext(connection) as queries:
        get_page(client, "/courses")
    assert len(queries) == 0


@pytest.mark.parametrize("count", [1, 50])
def test_a_members_course_list_takes_the_same_queries_however_long_it_is(
    member: Person, count: int, django_assert_num_queries: Any
) -> None:
    CourseFactory.create_batch(count)
    member.api.get("/courses")
    with django_assert_num_queries(0):
        get_page(member.api, "/courses")


@pytest.mark.django_db(transaction=True)
def test_a_cached_page_is_built_again_once_staff_saved(client: Client) -> None:
    course = CourseFactory(title="Before")
    assert "Before" in get_page(client, "/courses").main.text
    course.title = "After"
    course.save()
    assert "After" in get_page(client, "/courses").main.text
    site = SiteSettings.objects.first() or SiteSettings()
    site.tagline = "A new promise"
    site.save()
    page = get_page(client, "/")
    assert page.title == "Rally · A new promise"
    assert "A new promise" in page.text


def test_the_policy_has_a_fresh_nonce_and_no_unsafe_scripts(client: Client) -> None:
    policies = [client.get("/")["Content-Security-Policy"] for _ in range(2)]
    assert policies[0] != policies[1]
    assert "unsafe" not in policies[0]
    for wanted in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"):
        assert wanted in policies[0]
    answer = client.get("/")
    # The provider's frame opens the bank in a pop-up, which must be able to message it.
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/courses", "/dashboard", "/nowhere"])
def test_only_scripts_with_the_nonce_of_the_policy_run(client: Client, path: str) -> None:
    """Text from strangers must never run as a script."""
    answer = client.get(path)
    [nonce] = re.findall(r"script-src 'self' 'nonce-([^']{16,})'(?:;|$)", answer["Content-Security-Policy"])
    scripts = Page(answer.content.decode()).root.all("script")
    inline = [script for script in scripts if "src" not in script.attributes]
    assert inline
    assert {script.attributes.get("nonce") for script in inline} == {nonce}


def test_only_reading_is_answered(client: Client) -> None:
    assert client.head("/").status_code == 200
    assert client.post("/courses").status_code == 405


def test_structured_data_describes_what_the_page_shows(client: Client) -> None:
    CourseFactory(title="Candles", weburlname="candles", offer_price_paise=0)
    [found] = get_page(client, "/courses/candles").structured
    assert (found["@type"], found["name"], found["offers"]["category"]) == ("Course", "Candles", "Free")
    kinds = [found["@type"] for found in get_page(client, "/").structured]
    assert kinds == ["EducationalOrganization", "WebSite"]


FOOTER_PAGES = [
    ("/courses", "Courses"),
    ("/live-mentorships", "Live mentorships"),
    ("/", "Webinars"),
    ("/", "FAQ"),
    ("/about-us", "About us"),
    ("/contact", "Contact"),
    ("/privacy-policy", "Privacy policy"),
    ("/terms&conditions", "Terms & conditions"),
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


def footer(client: Client, path: str) -> Element:
    return get_page(client, path).root.all("footer")[-1]


def test_the_footer_leads_to_every_page_it_has_to(client: Client) -> None:
    assert footer(client, "/pro").one("nav").links == FOOTER_PAGES


def test_the_footer_has_what_staff_saved(client: Client) -> None:
    SiteSettings(
        contact_phone="+91 22 1234 5678",
        contact_city="Pune",
        registration_number="INA000012345",
        youtube_url="https://example.in/youtube",
        telegram_url="",
    ).save()
    found = footer(client, "/")
    assert {"tel:+912212345678", "https://example.in/youtube"} <= set(found.urls)
    for words in (
        "Pune",
        "INA000012345",
        "9:00-18:00 Monday to Friday",
        "Investment in securities market are subject to market risks. "
        "Read all the related documents carefully before investing.",
    ):
        assert words in found.text
    assert "Telegram" not in found.text


def test_made_up_urls_leave_nothing_in_the_cache(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.get("/courses/none")
    keys: list[str] = []
    cache_set = cache.set
    monkeypatch.setattr(cache, "set", lambda key, *args: (keys.append(key), cache_set(key, *args)))
    for number in range(3):
        get_page(client, f"/courses/none-{number}", status=404)
        get_page(client, f"/nowhere/{number}", status=404)
    assert len(keys) <= 1, "the one page for all that is not found"


def test_a_file_that_is_not_there_is_no_page(client: Client) -> None:
    for path in ("/media/none.png", "/static/none.js"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert b"page-data" not in answer.content


@pytest.mark.parametrize("path", ["/login", "/signup"])
def test_the_login_pages_have_the_form_for_visitors_alone(member: Person, client: Client, path: str) -> None:
    main = get_page(client, path).main
    assert "Get alerts, market tips & course updates on WhatsApp" in main.text
    assert len(main.all("form")) == 1
    main = get_page(member.api, path).main
    assert "You are logged in." in main.text
    assert main.all("form") == []


def test_the_page_names_the_payment_provider_and_its_script(client: Client, settings: Any) -> None:
    payment = get_page(client, "/").data["payment"]
    assert payment == {"provider": "razorpay", "script": settings.RAZORPAY_CHECKOUT_SCRIPT}


def test_the_engagement_sdk_is_for_pages_whose_url_has_no_key(client: Client, settings: Any) -> None:
    assert {route.name for route in routes.table() if route.is_unlisted} == {
        "lost-number",
        "confirm-email",
        "certificate",
        "support-request",
    }
    assert get_page(client, "/courses").data["engagement"] is None
    settings.MOENGAGE_APP_ID = "APP"
    cache.clear()

    text = "Let Rally share which pages I open and what I choose with MoEngage"
    assert get_page(client, "/courses").data["engagement"]["consentText"].startswith(text)
    for path in ("/lost-number", "/confirm-email"):
        assert get_page(client, path).data["engagement"] is None
