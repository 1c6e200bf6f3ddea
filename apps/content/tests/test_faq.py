from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from apps.content import models
from apps.content.models import FaqArticle, FaqGroup, FaqTopic
from apps.content.services import demo_faq
from apps.core import business_constants

pytestmark = pytest.mark.django_db

PREVIEW = "/admin/content/faqarticle/preview/"
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def group():
    topic = FaqTopic.objects.create(title="Courses and Webinar")
    return FaqGroup.objects.create(topic=topic, title="Courses")


def create_article(group, title, **changes):
    return FaqArticle.objects.create(group=group, title=title, **{"html": "<p>Yes.</p>", **changes})


def create_testimonial(**changes):
    defaults = {"username": "Sneha", "location": "Pune", "rating": Decimal("4.5"), "review": "Calm."}
    return models.Testimonial.objects.create(**{**defaults, "is_published": True, **changes})


class TestFaq:
    def test_questions_are_grouped_and_in_order(self, api, group):
        second, first = (
            create_article(group, "Second?", position=2),
            create_article(group, "First?", position=1),
        )

        answer = api.get("/api/faq/")

        assert answer.status_code == 200
        assert answer.json() == {
            "data": [
                {
                    "_id": str(group.topic_id),
                    "topicTitle": "Courses and Webinar",
                    "groups": [
                        {
                            "_id": str(group.pk),
                            "title": "Courses",
                            "articles": [
                                {
                                    "_id": str(article.pk),
                                    "articleTitle": article.title,
                                    "articleBlogHTML": "<p>Yes.</p>",
                                }
                                for article in (first, second)
                            ],
                        }
                    ],
                }
            ]
        }
        assert api.get("/api/faq").json() == answer.json()

    def test_empty_and_unpublished_are_left_out(self, api, group):
        FaqTopic.objects.create(title="Empty")
        hidden = FaqTopic.objects.create(title="Hidden", is_published=False)
        create_article(FaqGroup.objects.create(topic=hidden, title="g"), "Hidden?")
        create_article(group, "Draft?", is_published=False)

        assert api.get("/api/faq/").json() == {"data": []}

    def test_answers_are_sanitised(self, api, group):
        article = create_article(group, "Evil?", html='<p onclick="x()">No</p><script>x()</script>')

        article.refresh_from_db()
        assert article.html == "<p>No</p>"

    def test_table_is_scrollable_and_focusable(self, api, group):
        create_article(group, "How much?", html="<p>See</p><table><tbody><tr><td>1</td></tr></tbody></table>")

        [topic] = api.get("/api/faq/").json()["data"]

        assert topic["groups"][0]["articles"][0]["articleBlogHTML"] == (
            '<p>See</p><div class="table" tabindex="0" role="group" aria-label="Table">'
            "<table><tbody><tr><td>1</td></tr></tbody></table></div>"
        )

    def test_saving_invalidates_the_cached_response(self, api, group, committed):
        api.get("/api/faq/")
        with committed():
            create_article(group, "New?")

        assert len(api.get("/api/faq/").json()["data"]) == 1

    @pytest.mark.parametrize("count", [1, 50])
    def test_query_count_is_constant(self, api, group, count, django_assert_num_queries):
        for number in range(count):
            create_article(group, f"Question {number}?")
        business_constants.version()  # each process has the GST rates at hand
        with django_assert_num_queries(3):
            api.get("/api/faq/")
        with django_assert_num_queries(0):
            api.get("/api/faq/")


class TestReviews:
    def test_review_is_complete(self, api):
        row = create_testimonial(userhandle="@sneha", age=31)

        assert api.get("/api/userreview").json() == {
            "reviews": [
                {
                    "_id": str(row.pk),
                    "image": None,
                    "username": "Sneha",
                    "location": "Pune",
                    "age": 31,
                    "userhandle": "@sneha",
                    "earnings": None,
                    "rating": 4.5,
                    "review": "Calm.",
                }
            ]
        }

    def test_earnings_are_shown_only_when_verified(self, api, committed):
        row = create_testimonial(earnings="₹10,000")
        assert api.get("/api/userreview").json()["reviews"][0]["earnings"] is None

        with committed():
            row.earnings_verified = True
            row.save()

        assert api.get("/api/userreview").json()["reviews"][0]["earnings"] == "₹10,000"

    def test_drafts_are_not_shown(self, api):
        create_testimonial(is_published=False)

        assert api.get("/api/userreview").json() == {"reviews": []}

    @pytest.mark.parametrize("rating", ["0", "0.4", "3.3", "5.5"])
    def test_rating_is_in_halves(self, rating):
        row = models.Testimonial(username="a", location="b", review="c", rating=Decimal(rating))

        with pytest.raises(ValidationError, match="in halves"):
            row.full_clean()

    def test_database_limits_rating_to_five(self):
        with pytest.raises(IntegrityError), transaction.atomic():
            create_testimonial(rating=Decimal("5.5"))

    @pytest.mark.parametrize("count", [1, 50])
    def test_query_count_is_constant(self, api, count, django_assert_num_queries):
        for _ in range(count):
            create_testimonial()
        with django_assert_num_queries(1):
            assert len(api.get("/api/userreview").json()["reviews"]) == count


class TestDemo:
    def test_five_topics_and_eight_reviews_are_seeded_once(self, api):
        assert demo_faq.seed(NOW) == "5 of 5 topics, 8 of 8 reviews added"
        FaqTopic.objects.filter(title="Live trading").update(is_published=False)
        models.Testimonial.objects.filter(username="Mary Thomas").delete()

        assert demo_faq.seed(NOW) == "0 of 5 topics, 0 of 8 reviews added"
        titles = [topic["topicTitle"] for topic in api.get("/api/faq/").json()["data"]]
        assert titles == ["Getting started", "Courses and Webinar", "Pro", "Payments and refunds"]
        assert len(api.get("/api/userreview").json()["reviews"]) == 7

    def test_testimonials_are_valid_and_without_earnings(self):
        demo_faq.seed(NOW)

        for row in models.Testimonial.objects.all():
            row.full_clean()
            assert row.earnings == ""


def test_admin_pages_open(admin_client, group):
    row = create_article(group, "Why?")
    review = create_testimonial()
    for path in (
        "faqtopic/",
        f"faqtopic/{group.topic_id}/change/",
        "faqarticle/?q=why",
        f"faqarticle/{row.pk}/change/",
        "testimonial/",
        f"testimonial/{review.pk}/change/",
    ):
        assert admin_client.get(f"/admin/content/{path}").status_code == 200, path


class TestPreview:
    def test_it_renders_the_form_and_saves_nothing(self, admin_client, group):
        article = create_article(group, "Why?")
        fields = {"title": "Is GST <added>?", "html": "<p>Yes, <strong>18%</strong>.</p>"}

        page = admin_client.post(PREVIEW, fields).content.decode()

        assert "<h1>Is GST &lt;added&gt;?</h1>" in page
        assert "<p>Yes, <strong>18%</strong>.</p>" in page
        article.refresh_from_db()
        assert (article.title, article.html) == ("Why?", "<p>Yes.</p>")
        assert FaqArticle.objects.count() == 1

    def test_it_is_sanitised(self, admin_client):
        hostile = '<script>steal()</script><p onclick=steal()>x <a href="//evil.example">y</a></p>'

        page = admin_client.post(PREVIEW, {"title": "<script>steal()", "html": hostile}).content.decode()

        assert '<p>x <a rel="noopener noreferrer">y</a></p>' in page
        assert "<script>steal" not in page
        assert "onclick" not in page
        assert "evil.example" not in page

    @pytest.mark.parametrize("form", ["new", "old"])
    def test_form_has_preview_button(self, admin_client, group, form):
        place = "add" if form == "new" else f"{create_article(group, 'Why?').pk}/change"

        page = admin_client.get(f"/admin/content/faqarticle/{place}/").content.decode()

        assert f'formaction="{PREVIEW}" formtarget="_blank"' in page

    def test_it_is_post_only_and_for_staff(self, admin_client, member):
        assert admin_client.get(PREVIEW).status_code == 405
        assert member.api.post(PREVIEW, {"html": "x"}).status_code == 302

    @pytest.mark.parametrize(
        ("right", "status"),
        [("add_faqarticle", 200), ("change_faqarticle", 200), ("view_faqarticle", 403)],
    )
    def test_it_needs_permission_to_add_or_change(self, admin_client, staff, right, status):
        staff.user.is_superuser = False
        staff.user.save()
        staff.user.user_permissions.set(Permission.objects.filter(codename=right))

        assert admin_client.post(PREVIEW, {"html": "x"}).status_code == status
