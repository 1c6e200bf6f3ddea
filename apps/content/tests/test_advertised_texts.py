"""Public texts without an approval of their own: testimonials are refused, others lead to a warning."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from apps.content import models
from apps.content.models import FaqArticle, Instructor
from apps.content.tests.factories import FaqArticleFactory, InstructorFactory
from apps.core.testing.fixtures import Person
from tests.staff.admin_pages import admin_url, errors, load_form

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


def quote(**values: Any) -> models.Testimonial:
    return models.Testimonial.objects.create(username="Asha", location="Pune", rating=5, **values)


def save(client: Client, row: Any, **values: str) -> Any:
    form = load_form(client, admin_url(row))
    return client.post(admin_url(row), {**form, **{name: [value] for name, value in values.items()}})


@pytest.mark.parametrize(
    "review", ["Guaranteed returns every month", "The best course", "I earned ₹50,000 with it", "12% returns"]
)
def test_a_testimonial_with_a_claim_is_not_published(admin_client: Client, review: str) -> None:
    row = quote(is_published=False, review="Clear and calm.")
    response = save(admin_client, row, review=review, is_published="on")
    assert review in str(errors(response))
    assert models.Testimonial.objects.get().review == "Clear and calm."
    assert save(admin_client, row, review=review).status_code == 302, "a draft may say anything"


def test_earnings_are_published_with_proof(admin_client: Client) -> None:
    row = quote(is_published=False, review="Clear.", earnings="")
    texts = {"review": "I earned ₹50,000 with it", "earnings": "₹50,000 a month", "is_published": "on"}
    assert errors(save(admin_client, row, **texts))
    assert save(admin_client, row, **texts, earnings_verified="on").status_code == 302


def test_what_is_public_already_can_be_edited(admin_client: Client) -> None:
    row = quote(is_published=True, review="The best course")
    assert save(admin_client, row, position="7").status_code == 302
    assert models.Testimonial.objects.get().position == 7


def warnings(response: Any) -> list[str]:
    return [str(one) for one in get_messages(response.wsgi_request) if one.level_tag == "warning"]


def test_an_answer_with_a_claim_is_saved_with_a_warning(admin_client: Client) -> None:
    row = FaqArticleFactory(is_published=True)
    [warning] = warnings(save(admin_client, row, html="<p>Our course is the <b>best</b>.</p>"))
    assert "Superlative in the answer" in warning
    assert "best" in FaqArticle.objects.get().html
    assert warnings(save(admin_client, row, position="7")) == []


def test_a_portrait_of_a_teacher_with_a_claim_is_saved_with_a_warning(admin_client: Client) -> None:
    row = InstructorFactory()
    [warning] = warnings(save(admin_client, row, bio="She made guaranteed profits."))
    assert "Promise of return in 'bio'" in warning
    assert Instructor.objects.get().bio == "She made guaranteed profits."
