import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.conf import settings

from apps.accounts.models import User
from apps.accounts.services import demo_people
from apps.catalog.models import Category, Chapter, Course, CourseOwner, Question, Review, Topic
from apps.catalog.selectors import topic_access, topics
from apps.catalog.services import demo_assets, demo_courses, demo_curriculum, demo_learners, demo_reviews
from apps.catalog.services.demo_courses import COURSES
from apps.catalog.services.demo_curriculum_data import CURRICULA
from apps.catalog.states import ContentType, Language, Price, ReviewStatus
from apps.content.services import demo_instructors
from apps.core.html import sanitise
from apps.media import mp4
from apps.media.models import Asset
from apps.media.states import AssetKind

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def catalogue():
    demo_instructors.seed(NOW)
    demo_courses.seed(NOW)


@pytest.fixture
def seeded(catalogue):
    demo_curriculum.seed(NOW)
    demo_learners.seed(NOW)
    demo_reviews.seed(NOW)


def test_demo_has_the_required_courses(catalogue):
    courses = Course.objects.published()
    prices = courses.with_price(Price.PAID).values_list("offer_price_paise", flat=True)

    assert courses.count() == 24
    assert Category.objects.count() == 8
    assert courses.with_price(Price.FREE).count() == 6
    assert courses.with_price(Price.PRO).count() == 8
    assert len(prices) == 10
    assert min(prices) < 200_000 < max(prices)
    assert courses.filter(language="Hindi").count() == 3
    assert 0 < courses.filter(is_new=True).count() < 24
    assert not courses.filter(teaching=None).exists()
    assert not Category.objects.filter(courses=None).exists()


def test_each_course_has_chapters_a_video_and_an_article(seeded):
    for course in Course.objects.all():
        rows = Topic.objects.filter(chapter__course=course)
        kinds = set(rows.values_list("content_type", flat=True))

        assert course.chapters.count() >= 2, course
        assert {ContentType.VIDEO, ContentType.ARTICLE, ContentType.QUIZ} <= kinds, course
        assert course.duration_seconds == sum(row.duration_seconds for row in rows), course
        assert all(row.duration_seconds > 0 for row in rows), course
    assert not Chapter.objects.filter(topics=None).exists()


def test_three_courses_are_longer_with_films_and_quizzes_of_their_own(seeded):
    for slug in CURRICULA.read().longer_courses:
        rows = Topic.objects.filter(chapter__course__weburlname=slug)
        kinds = Counter(rows.values_list("content_type", flat=True))

        assert 8 <= rows.count() <= 12, slug
        assert kinds[ContentType.VIDEO] >= 2, slug
        assert kinds[ContentType.QUIZ] == 2, slug
    hindi = Course.objects.filter(weburlname__in=CURRICULA.read().longer_courses, language=Language.HINDI)
    assert hindi.count() == 2
    assert all(
        course.review_count >= 5
        for course in Course.objects.filter(weburlname__in=CURRICULA.read().longer_courses)
    )


def test_demo_has_documents_captions_previews_and_free_previews(seeded):
    paid = Topic.objects.filter(is_free_preview=True, chapter__course__offer_price_paise__gt=0)

    assert Course.objects.exclude(preview_video="").count() == 3
    assert Topic.objects.filter(content_type=ContentType.PDF).count() == 3
    assert paid.count() == 10
    assert not Topic.objects.filter(content_type=ContentType.VIDEO, captions=None).exists()
    assert not Topic.objects.filter(content_type=ContentType.VIDEO, poster=None).exists()
    assert {"en", "hi"} == set(Asset.objects.filter(kind="captions").values_list("language", flat=True))
    for name in Course.objects.exclude(preview_video="").values_list("preview_video", flat=True):
        assert 0 < (settings.MEDIA_ROOT / name).stat().st_size < 150_000


def test_videos_are_small_and_have_the_stated_duration(seeded):
    videos = Asset.objects.filter(kind=AssetKind.VIDEO)

    assert videos.count() == 8
    for video in videos:
        with video.file.open("rb") as content:
            assert mp4.duration_seconds(content) == video.duration_seconds
        assert 20 <= video.duration_seconds <= 40
        assert video.size_bytes < 300_000
        # The moov atom comes first, so that it plays while it loads.
        with video.file.open("rb") as content:
            start = content.read(4096)
        assert b"moov" in start
    assert Asset.objects.get(kind="pdf").size_bytes < 200_000


def test_articles_are_long_enough_and_clean(seeded):
    for topic in Topic.objects.filter(content_type=ContentType.ARTICLE):
        words = re.sub(r"<[^>]+>", " ", topic.text).split()

        assert len(words) >= 120, topic
        assert sanitise(topic.text) == topic.text, topic
        assert topic.text == topic.text.strip() + "\n"


def test_sanitising_changes_no_demo_text():
    for file in (demo_assets.DEMO_FILES / "articles").iterdir():
        text = file.read_text(encoding="utf-8")
        assert sanitise(text) == text, file.name


def test_quizzes_have_one_right_answer_and_an_explanation(seeded):
    questions = Question.objects.prefetch_related("options")

    assert questions.count() >= 60
    for question in questions:
        rights = [option for option in question.options.all() if option.is_right]
        assert len(rights) == 1, question
        assert len(question.options.all()) >= 3, question
        assert question.explanation, question
        question.full_clean()


def test_no_demo_topic_is_held_back(seeded):
    assert list(Topic.objects.exclude(market_data_date=None).values_list("market_data_date", flat=True)) == [
        date(2020, 3, 31)
    ]
    for topic in Topic.objects.exclude(market_data_date=None):
        assert topic_access.release_date(topic) < NOW.date()


def test_every_demo_file_exists_with_its_stated_type(seeded):
    for asset in Asset.objects.all():
        assert (settings.MEDIA_ROOT / asset.file.name).stat().st_size == asset.size_bytes > 0
        asset.full_clean()


def test_a_visitor_sees_the_free_preview_of_a_paid_course(seeded, api):
    topic = Topic.objects.filter(is_free_preview=True, chapter__course__offer_price_paise__gt=0).first()

    page = topics.topic_page(
        course_key=topic.chapter.course.weburlname, topic_id=str(topic.pk), person=None, now=NOW
    )

    assert page["media"]["mime"] == "video/mp4"
    assert page["media"]["captions"][0]["label"] == "English"


def test_every_lesson_belongs_to_a_course_of_the_demo():
    assert set(CURRICULA.read().lessons) == {course.weburlname for course in COURSES.read()}


def test_every_demo_course_could_be_saved_by_staff(seeded):
    for row in (*Course.objects.all(), *Chapter.objects.all(), *Topic.objects.all()):
        row.full_clean()


def test_reviews_of_a_few_courses_make_their_rating(seeded):
    assert Review.objects.published().count() == 39
    assert Review.objects.filter(status=ReviewStatus.PENDING).count() == 1
    assert (
        User.objects.filter(mobile__in=[learner.mobile for learner in demo_people.LEARNERS.read()]).count()
        == 14
    )
    numbers = {
        name: numbers
        for name, *numbers in Course.objects.values_list(
            "weburlname", "total_learners", "review_count", "rating"
        )
    }
    assert numbers["candlesticks-from-the-first-principle"] == [14, 8, Decimal("4.4")]
    assert numbers["mutual-fund-aur-sip"] == [10, 6, Decimal("4.3")]
    # Too few for a rating.
    assert numbers["money-in-order"] == [11, 2, 0]
    assert numbers["investing-abroad-from-india"] == [1, 0, 0]


def test_seeding_again_changes_nothing(seeded, django_assert_num_queries):
    def everything():
        models = (Course, Chapter, Topic, Question, Asset, Review)
        return [list(model.objects.order_by("pk").values()) for model in models]

    before = everything()

    # Two of the transaction, two for what exists, and three as no course follows a module here.
    with django_assert_num_queries(7):
        demo_courses.seed(NOW + timedelta(days=1))
    with django_assert_num_queries(4):
        assert demo_curriculum.seed(NOW + timedelta(days=1)) == "0 files and the contents of 0 courses added"
    with django_assert_num_queries(3):
        demo_reviews.seed(NOW + timedelta(days=1))

    assert everything() == before


def test_seeding_keeps_staff_changes(seeded):
    CourseOwner.objects.all().delete()
    course = Course.objects.get(weburlname="money-in-order")
    course.chapters.last().delete()
    video = Asset.objects.get(title="Spread it out")
    video.title = "Renamed by staff"
    video.save()
    Review.objects.filter(course__weburlname="mutual-fund-aur-sip").update(status=ReviewStatus.REJECTED)

    demo_courses.seed(NOW)
    demo_curriculum.seed(NOW)
    demo_reviews.seed(NOW)

    assert course.chapters.count() == 1
    assert Asset.objects.get(pk=video.pk).title == "Renamed by staff"
    assert Review.objects.published().filter(course__weburlname="mutual-fund-aur-sip").count() == 0
    assert Asset.objects.count() == 30


def test_seeding_restores_missing_rows(seeded):
    CourseOwner.objects.all().delete()
    Course.objects.filter(weburlname="money-in-order").delete()
    video = Asset.objects.get(title="Spread it out")
    video.file.storage.delete(video.file.name)

    demo_courses.seed(NOW)
    told = demo_curriculum.seed(NOW)

    assert told == "1 files and the contents of 1 courses added"
    assert Course.objects.count() == 24
    assert Course.objects.get(weburlname="money-in-order").chapters.count() == 2
    video.refresh_from_db()
    assert video.file.storage.exists(video.file.name)
