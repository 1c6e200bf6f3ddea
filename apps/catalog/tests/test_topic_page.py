"""The admin pages of topics and reviews, and the preview of a course."""

from datetime import UTC, date, datetime

import pytest
import time_machine

from apps.catalog.models import Course, Option, Question, Review, Topic
from apps.catalog.tests.factories import (
    CourseFactory,
    QuestionFactory,
    ReviewFactory,
    TopicFactory,
    VideoFactory,
)
from apps.media.models import Asset
from apps.media.tests.factories import AssetFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(datetime(2026, 11, 21, 9, 30, tzinfo=UTC), tick=False):
        yield


def path(topic):
    return f"/admin/catalog/topic/{topic.pk}/change/"


def basics(topic, **changed):
    return {"title": topic.title, "duration_seconds": "1:00", "market_data_date": "", **changed}


def question_fields(number, *, answers, right, identity="", **changed):
    prefix = f"questions-{number}"
    fields = {
        f"{prefix}-id": identity,
        f"{prefix}-text": "Which?",
        f"{prefix}-explanation": "Because.",
        f"{prefix}-position": str(number + 1),
        f"{prefix}-answers-right": str(right),
    }
    fields |= {f"{prefix}-answers-{place}": text for place, text in enumerate(answers, start=1)}
    return fields | {f"{prefix}-{name}": value for name, value in changed.items()}


def quiz(topic, *questions, initial=0, **changed):
    form = {
        **basics(topic, duration_seconds="3:00"),
        "questions-TOTAL_FORMS": str(len(questions)),
        "questions-INITIAL_FORMS": str(initial),
        **changed,
    }
    for number, asked in enumerate(questions):
        form |= question_fields(number, **asked)
    return form


def test_article_is_sanitised_and_updates_the_duration(admin_client):
    topic = TopicFactory(chapter__course__duration_seconds=5)
    TopicFactory(chapter=topic.chapter, duration_seconds=30)

    response = admin_client.post(
        path(topic),
        basics(topic, text="<p>Text</p><script>x</script>", duration_seconds="2:30", is_free_preview="on"),
    )

    assert response.status_code == 302
    assert response["Location"] == (
        f"/admin/catalog/course/{topic.chapter.course_id}/curriculum/#topic-{topic.pk}"
    )
    topic.refresh_from_db()
    assert (topic.text, topic.duration_seconds, topic.is_free_preview) == ("<p>Text</p>", 150, True)
    assert Course.objects.get().duration_seconds == 180


@pytest.mark.parametrize(
    ("kind", "there", "missing"),
    [
        ("article", ["id_text"], ["id_asset", "questions-TOTAL_FORMS"]),
        ("video", ["id_asset", "id_captions"], ["id_text", "questions-TOTAL_FORMS"]),
        ("quiz", ["questions-TOTAL_FORMS"], ["id_text", "id_asset"]),
    ],
)
def test_page_has_the_fields_of_its_type(admin_client, kind, there, missing):
    topic = VideoFactory() if kind == "video" else TopicFactory(content_type=kind)

    page = admin_client.get(path(topic)).content.decode()

    assert all(name in page for name in there)
    assert not any(name in page for name in missing)
    assert "style=" not in page


def test_video_and_captions_are_chosen_by_kind(admin_client):
    topic = VideoFactory()
    video, captions = AssetFactory(duration_seconds=77), AssetFactory(kind="captions", file__filename="a.vtt")

    refused = admin_client.post(path(topic), basics(topic, asset=captions.pk))
    taken = admin_client.post(
        path(topic), basics(topic, asset=video.pk, captions=[captions.pk], duration_seconds="")
    )

    assert refused.status_code == 200
    assert "Select a valid choice" in refused.content.decode()
    assert taken.status_code == 302
    topic.refresh_from_db()
    assert (topic.asset, list(topic.captions.all()), topic.duration_seconds) == (video, [captions], 77)


def test_video_of_unknown_length_requires_it(admin_client):
    topic = VideoFactory()

    page = admin_client.post(path(topic), basics(topic, asset=topic.asset.pk, duration_seconds=""))

    assert "Enter the length of the video" in page.content.decode()


def test_file_choices_are_of_one_kind(admin_client):
    AssetFactory(title="A film")
    AssetFactory(title="A picture", kind="image", file__filename="a.png")

    found = admin_client.get(
        "/admin/autocomplete/?app_label=catalog&model_name=topic&field_name=poster&term=a"
    ).json()

    assert [one["text"] for one in found["results"]] == ["A picture"]


def test_quiz_is_saved_with_its_answers(admin_client):
    topic = TopicFactory(content_type="quiz")

    response = admin_client.post(
        path(topic), quiz(topic, {"answers": ["A", "B", " C ", "", "", ""], "right": 2})
    )

    assert response.status_code == 302
    options = Option.objects.order_by("position").values_list("text", "is_right")
    assert list(options) == [("A", False), ("B", True), ("C", False)]
    assert Question.objects.get().explanation == "Because."


def test_changed_answers_keep_their_ids(admin_client):
    question = QuestionFactory(options=["A", "B", "C"])
    first, second, third = question.options.order_by("position")

    response = admin_client.post(
        path(question.topic),
        quiz(
            question.topic,
            {"answers": ["A, better", "B"], "right": 1, "identity": question.pk},
            initial=1,
        ),
    )

    assert response.status_code == 302
    kept = Option.objects.order_by("position").values_list("pk", "text", "is_right")
    assert list(kept) == [(first.pk, "A, better", True), (second.pk, "B", False)]
    assert not Option.objects.filter(pk=third.pk).exists()


@pytest.mark.parametrize(
    ("answers", "right", "words"),
    [
        (["A"], 1, "Enter at least two answers."),
        (["", "", ""], 1, "Enter at least two answers."),
        (["A", "B"], 0, "Select the correct answer."),
        (["A", "B", ""], 3, "The answer marked as correct is empty."),
        (["A", "A"], 1, "Two answers are the same."),
        (["A", "x" * 301], 1, "An answer can have at most 300 characters."),
    ],
)
def test_invalid_answers_are_refused_and_input_is_kept(admin_client, answers, right, words):
    topic = TopicFactory(content_type="quiz")

    response = admin_client.post(path(topic), quiz(topic, {"answers": answers, "right": right}))

    page = response.content.decode()
    assert response.status_code == 200
    assert words in page
    assert all(f'value="{answer}"' in page for answer in answers)
    assert not Question.objects.exists()


def test_question_is_removed(admin_client):
    question = QuestionFactory()

    admin_client.post(
        path(question.topic),
        quiz(
            question.topic,
            {"answers": ["A", "B"], "right": 1, "identity": question.pk, "DELETE": "on"},
            initial=1,
        ),
    )

    assert not Question.objects.exists()
    assert not Option.objects.exists()


def test_page_of_a_long_quiz_takes_as_many_queries_as_one_of_a_short(admin_client, django_assert_num_queries):
    question = QuestionFactory()
    QuestionFactory.create_batch(20, topic=question.topic)
    admin_client.get("/admin/")

    # The authenticator twice, menu, topic, its owners, attachments, questions, options, the last change.
    with django_assert_num_queries(7):
        assert admin_client.get(path(question.topic)).status_code == 200


def test_topics_are_not_added_here(admin_client):
    assert admin_client.get("/admin/catalog/topic/add/").status_code == 403


def test_removing_a_topic_updates_the_duration(admin_client):
    topic = TopicFactory(duration_seconds=40)
    TopicFactory(chapter=topic.chapter, duration_seconds=2)

    admin_client.post(f"/admin/catalog/topic/{topic.pk}/delete/", {"post": "yes"})
    assert Course.objects.get().duration_seconds == 2

    other = TopicFactory(chapter=topic.chapter, duration_seconds=60)
    admin_client.post(
        "/admin/catalog/topic/",
        {"action": "delete_selected", "_selected_action": [other.pk], "post": "yes"},
    )
    assert Course.objects.get().duration_seconds == 2
    assert Topic.objects.count() == 1


def test_course_page_shows_the_length_and_links(admin_client):
    empty, full = CourseFactory(), TopicFactory(duration_seconds=125).chapter.course
    Course.objects.filter(pk=full.pk).update(duration_seconds=125)

    pages = [
        admin_client.get(f"/admin/catalog/course/{course.pk}/change/").content.decode()
        for course in (empty, full)
    ]

    assert 'name="duration_seconds"' in pages[0]
    assert 'name="duration_seconds"' not in pages[1]
    assert "2:05 (total of all topics)" in pages[1]
    for name in ("curriculum", "preview"):
        assert f"/admin/catalog/course/{full.pk}/{name}/" in pages[1]


def preview(client, topic):
    return client.get(
        f"/admin/catalog/course/{topic.chapter.course_id}/preview/?topic={topic.pk}"
    ).content.decode()


def test_preview_plays_the_video_of_a_draft(admin_client):
    topic = VideoFactory(chapter__course__is_published=False, poster=AssetFactory(file__filename="a.jpg"))
    topic.captions.add(AssetFactory(kind="captions", language="en", file__filename="en.vtt"))

    page = preview(admin_client, topic)

    assert '<track kind="captions"' in page
    source = page.partition('preload="metadata" src="')[2].partition('"')[0]
    assert b"".join(admin_client.get(source).streaming_content) == b"0123456789"


def test_preview_shows_articles_quizzes_and_held_back_topics(admin_client):
    article = TopicFactory(text="<p>Words of an article</p>", market_data_date=date(2026, 11, 20))
    question = QuestionFactory(topic__chapter=article.chapter, options=["Wrong", "Right one"])

    shown = preview(admin_client, article)
    assert "<p>Words of an article</p>" in shown
    assert "Learners can open it from 20 Dec 2026." in shown
    shown = preview(admin_client, question.topic)
    assert question.text in shown
    assert "Right one <strong>(correct)</strong>" in shown


def test_preview_of_anything_else_shows_the_first_topic_or_none(admin_client):
    topic = TopicFactory(title="The first one")
    empty = CourseFactory()
    base = f"/admin/catalog/course/{topic.chapter.course_id}/preview/"

    for asked in ("", "?topic=none", f"?topic={TopicFactory().pk}"):
        assert "<h2>The first one</h2>" in admin_client.get(base + asked).content.decode()
    assert (
        "no published topics"
        in admin_client.get(f"/admin/catalog/course/{empty.pk}/preview/").content.decode()
    )


def test_staff_publish_and_reject_reviews(admin_client, committed):
    review = ReviewFactory(status="waiting", rating=4)
    ReviewFactory.create_batch(4, course=review.course, rating=4)

    def choose(action):
        with committed():
            response = admin_client.post(
                "/admin/catalog/review/",
                {
                    "action": action,
                    "_selected_action": [review.pk],
                    f"written-at-{review.pk}": review.written_at.isoformat(),
                },
                follow=True,
            )
        review.refresh_from_db()
        return response.content.decode(), review.status, float(Course.objects.get().rating)

    page, status, rating = choose("publish")
    assert ("1 published." in page, status, rating) == (True, "published", 4.0)
    page, status, rating = choose("reject")
    assert ("1 rejected." in page, status, rating) == (True, "refused", 0.0)


def test_nobody_writes_a_review_for_another(admin_client):
    review = ReviewFactory()

    assert admin_client.get("/admin/catalog/review/add/").status_code == 403
    assert admin_client.get(f"/admin/catalog/review/{review.pk}/delete/").status_code == 403
    admin_client.post(f"/admin/catalog/review/{review.pk}/change/", {"text": "Changed", "rating": 5})
    assert Review.objects.get().text == "Clear and calm."


def test_files_are_uploaded_and_listed(admin_client):
    video = AssetFactory().file

    response = admin_client.post(
        "/admin/media/asset/add/",
        {
            "title": "Reading a candle",
            "kind": "video",
            "file": video.open("rb"),
            "duration_seconds": "30",
            "provider": "local",
        },
    )

    assert response.status_code == 302
    asset = Asset.objects.get(title="Reading a candle")
    assert (asset.size_bytes, asset.duration_seconds) == (10, 30)
    assert "Reading a candle" in admin_client.get("/admin/media/asset/?q=candle").content.decode()
    page = admin_client.get(f"/admin/media/asset/{asset.pk}/change/").content.decode()
    assert "film.mp4, 10\xa0bytes" in page
    assert "/media/" not in page.replace("/admin/media/", "")


def test_file_of_the_wrong_kind_is_refused(admin_client):
    response = admin_client.post(
        "/admin/media/asset/add/",
        {
            "title": "One",
            "kind": "captions",
            "file": AssetFactory().file.open("rb"),
            "duration_seconds": "0",
            "provider": "local",
        },
    )

    assert "Allowed file extensions for this kind: vtt." in response.content.decode()


def test_file_of_a_topic_cannot_be_deleted(admin_client):
    topic = VideoFactory()

    page = admin_client.post(
        f"/admin/media/asset/{topic.asset.pk}/delete/", {"post": "yes"}, follow=True
    ).content.decode()

    assert "Used by 1 topic, so it cannot be deleted." in page
    assert Asset.objects.count() == 1
