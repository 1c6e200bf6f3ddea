"""Public texts without an approval of their own: testimonials are refused, others lead to a warning."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from apps.content import models
from apps.content.models import FaqArticle, Instructor
from apps.content.tests.factories import AcademyChapterFactory, FaqArticleFactory, InstructorFactory
from tests.staff.admin_pages import admin_url, errors, load_form

pytestmark = pytest.mark.django_db


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
    texts = {"review": "I earned ₹50,000 with it", "earnings": "₹50,000 a month"}
    assert errors(save(admin_client, row, **texts, is_published="on", earnings_verified="on"))
    save(admin_client, row, **texts, earnings_verified="on")
    row.refresh_from_db()
    assert (row.review, row.earnings_verified) == ("I earned ₹50,000 with it", False)

    models.Testimonial.objects.update(earnings_verified=True)
    assert save(admin_client, row, is_published="on").status_code == 302
    assert errors(save(admin_client, row, review="I earned ₹90,000 with it"))
    unpublished = load_form(admin_client, admin_url(row)) | {"is_published": [], "location": ["Delhi"]}
    admin_client.post(admin_url(row), unpublished)
    row.refresh_from_db()
    assert (row.is_published, row.location, row.earnings_verified) == (False, "Delhi", False)


def test_what_is_public_already_can_be_edited(admin_client: Client) -> None:
    row = quote(is_published=True, review="The best course")
    assert save(admin_client, row, position="7").status_code == 302
    assert models.Testimonial.objects.get().position == 7


def warnings(response: Any) -> list[str]:
    return [str(one) for one in get_messages(response.wsgi_request) if one.level_tag == "warning"]


def test_an_answer_with_a_claim_is_saved_with_a_warning(admin_client: Client) -> None:
    row = FaqArticleFactory(is_published=True)
    [warning] = warnings(save(admin_client, row, html="<p>Our course is the <b>best</b>.</p>"))
    assert "Superlative in 'answer'" in warning
    assert "best" in FaqArticle.objects.get().html
    assert warnings(save(admin_client, row, position="7")) == []


def test_a_portrait_of_a_teacher_with_a_claim_is_saved_with_a_warning(admin_client: Client) -> None:
    row = InstructorFactory()
    [warning] = warnings(save(admin_client, row, bio="She made guaranteed profits."))
    assert "Promise of return in 'bio'" in warning
    assert Instructor.objects.get().bio == "She made guaranteed profits."


@pytest.mark.parametrize(
    ("make", "field", "refused", "known"),
    [
        (FaqArticleFactory, "html", "<p>{nonsense}</p>", "Known are {"),
        (FaqArticleFactory, "title", "{Credit Validity}?", "Known are {"),
        (AcademyChapterFactory, "text", "A {nonsense}.", "This text has none."),
        (AcademyChapterFactory, "summary", "{credit_validity}", "This text has none."),
    ],
)
def test_an_unknown_placeholder_is_refused_with_those_that_are_known(
    admin_client: Client, make: Any, field: str, refused: str, known: str
) -> None:
    row = make()
    before = getattr(row, field)
    [error] = errors(save(admin_client, row, **{field: refused}))[field]
    assert error.startswith("There is no placeholder {")
    assert known in error
    row.refresh_from_db()
    assert getattr(row, field) == before
    # What was saved before is not in the way of another change.
    type(row).objects.filter(pk=row.pk).update(**{field: refused})
    assert save(admin_client, row, position="7").status_code == 302


def test_a_known_figure_is_saved(admin_client: Client) -> None:
    assert save(admin_client, FaqArticleFactory(), html="<p>{credit_validity}</p>").status_code == 302
