"""From the first topic of a free course to its certificate and the page on which it is checked."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from .learners import QUESTION, Learner, create_learner
from .page_checks import axe_findings
from .stack import Stack
from .tabs import NARROW, Tabs, path_of, visit

COURSE = "how-the-indian-stock-market-works"


_STARTED_AN_HOUR_AGO = """
from datetime import timedelta
from django.utils import timezone
from apps.accounts.models import User
from apps.catalog.models import Course, CourseStart
CourseStart.objects.create(
    person=User.objects.get(mobile="{mobile}"),
    course=Course.objects.get(weburlname="{course}"),
    started_at=timezone.now() - timedelta(hours=1),
)
"""


@pytest.fixture
def learner(stack: Stack) -> Learner:
    """For whom half the length of the videos has passed."""
    learner = create_learner(stack, COURSE)
    stack.shell(_STARTED_AN_HOUR_AGO.format(mobile=learner.mobile, course=COURSE))
    return learner


def complete_quiz(page: Page) -> None:
    """Any answers complete it."""
    check = page.get_by_role("button", name="Check answers")
    expect(check).to_be_visible()
    for question in page.get_by_role("main").get_by_role("group", name=QUESTION).all():
        question.get_by_role("radio").first.check()
    check.click()


def complete_topic(page: Page, kind: str) -> None:
    main = page.get_by_role("main")
    if kind == "video":
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_function("() => document.querySelector('video').currentTime > 0.5")
        page.keyboard.press("9")
    elif kind == "quiz":
        complete_quiz(page)
    else:
        main.get_by_role("button", name="Mark as read").click()
    expect(main.get_by_text("Completed", exact=True)).to_be_visible(timeout=30_000)


def test_from_the_first_topic_to_the_certificate(tabs: Tabs, learner: Learner) -> None:
    page = tabs.open(member=learner.mobile, width=NARROW, permissions=["clipboard-write"])
    main = page.get_by_role("main")
    visit(page, learner.path(learner.topics[0]))
    for topic in learner.topics:
        expect(main.get_by_role("heading", level=1, name=topic["title"])).to_be_visible()
        complete_topic(page, topic["ContentType"])
        if topic is not learner.topics[-1]:
            expect(main.get_by_role("link", name="Your certificate")).to_have_count(0)
            main.get_by_role("link", name="Next topic").click()

    main.get_by_role("link", name="Your certificate").click()

    expect(main.get_by_role("heading", level=1, name="You completed this course")).to_be_visible()
    certificate = main.get_by_role("region", name="Your certificate")
    issued = learner.call("GET", f"/api/course/certificate/{COURSE}")
    expect(certificate.get_by_text(issued["code"])).to_be_visible()
    expect(main.get_by_role("region", name="What you learned").get_by_role("listitem")).to_have_count(
        len(learner.course["whatYouWillLearn"])
    )
    expect(main.get_by_role("button", name="Write a review")).to_be_visible()
    expect(main.get_by_role("heading", name="What to learn next")).to_be_visible()
    assert axe_findings(page) == []

    with page.expect_download() as download:
        certificate.get_by_role("link", name="Download PDF").click()
    assert download.value.suggested_filename == f"certificate-{issued['code']}.pdf"
    [sheet] = PdfReader(BytesIO(download.value.path().read_bytes())).pages
    assert "Leela Iyer" in sheet.extract_text()
    certificate.get_by_role("button", name="Share").click()
    expect(certificate.get_by_text("Link copied.")).to_be_visible()

    certificate.get_by_role("link", name="See the public page").click()
    expect(main.get_by_role("heading", level=1, name="Certificate of completion")).to_be_visible()
    assert path_of(page) == issued["page"]
    for text in ("This certificate is valid.", "Leela Iyer", learner.course["title"], issued["code"]):
        expect(main.get_by_text(text, exact=True)).to_be_visible()


def test_before_half_of_the_videos_all_that_offers_it_says_so(tabs: Tabs, stack: Stack) -> None:
    learner = create_learner(stack, COURSE)
    finish(learner)
    page = tabs.open(member=learner.mobile, width=NARROW, allow=["409"])
    visit(page, learner.path(learner.topics[0]))
    main = page.get_by_role("main")

    expect(main.get_by_text("You completed this course")).to_be_visible()
    expect(main.get_by_role("link", name="Your certificate")).to_have_count(0)
    visit(page, "/my-learnings?kind=courses")
    main.get_by_role("link", name=re.compile("^Certificate from ")).click()
    expect(main.get_by_text(re.compile("^Your certificate is issued from "))).to_be_visible()


def test_my_learnings_links_to_it(tabs: Tabs, stack: Stack, learner: Learner) -> None:
    finish(learner)
    page = visit(tabs.open(member=learner.mobile), "/my-learnings?kind=courses")
    card = page.get_by_role("main").get_by_role("article")

    expect(card.get_by_role("link", name=re.compile("^Review"))).to_be_visible()
    card.get_by_role("link", name=re.compile("^Certificate")).click()

    expect(page.get_by_role("region", name="Your certificate").get_by_role("definition")).to_have_count(2)


def test_a_withdrawn_certificate_is_gone_and_can_be_issued_again(
    tabs: Tabs, stack: Stack, learner: Learner
) -> None:
    finish(learner)
    old = learner.call("GET", f"/api/course/certificate/{COURSE}")
    assert stack.get(old["page"]).status_code == 200
    page = visit(tabs.open(member=learner.mobile), f"/course/{COURSE}/completed")
    certificate = page.get_by_role("main").get_by_role("region", name="Your certificate")

    certificate.get_by_role("button", name="Withdraw").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw certificate").click()

    expect(certificate.get_by_text("Certificate withdrawn. Its link no longer works.")).to_be_visible()
    expect(certificate.get_by_role("heading")).to_be_focused()
    answer = stack.get(old["page"])
    assert answer.status_code == 404
    assert "Leela Iyer" not in answer.text

    certificate.get_by_role("button", name="Issue a new certificate").click()

    expect(certificate.get_by_text("Your certificate is ready.")).to_be_visible()
    again = learner.call("GET", f"/api/course/certificate/{COURSE}")
    assert again["code"] != old["code"]
    expect(certificate.get_by_text(again["code"])).to_be_visible()
    assert stack.get(again["page"]).status_code == 200


def finish(learner: Learner) -> None:
    """Complete all topics without the player."""
    person = learner.call("GET", "/api/user")["data"]["_id"]
    for topic in learner.topics:
        learner.call(
            "POST",
            "/api/course/progress/update",
            {
                "userId": person,
                "courseId": learner.course["_id"],
                "topicId": topic["_id"],
                "watchedDuration": topic["duration"],
                "isCompleted": True,
            },
        )
