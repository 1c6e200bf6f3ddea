import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.catalog.models import Course, Review, TopicProgress
from apps.catalog.selectors import reviews as shown
from apps.catalog.services import reviews
from apps.catalog.states import ReviewStatus
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory, ReviewFactory, TopicFactory
from apps.core.errors import NotLoggedIn
from apps.core.testing.parallel import in_parallel
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def finish(person, course, *, topics, of):
    """Complete `topics` of the `of` topics that the course gets, with access to it."""
    give_access(person, course, at=NOW)
    chapter = TopicFactory(chapter__course=course).chapter
    rows = [chapter.topics.get(), *TopicFactory.create_batch(of - 1, chapter=chapter)]
    TopicProgress.objects.bulk_create(
        TopicProgress(person=person, course=course, topic=topic, is_completed=number < topics, updated_at=NOW)
        for number, topic in enumerate(rows)
    )


def write(api, course, **body):
    return api.post("/api/course/review", {"courseId": str(course.pk), "rating": 4, "text": "Calm.", **body})


def as_read(*rows):
    """What staff have read, as the admin's page sends it."""
    return {row.pk: row.written_at for row in rows}


def test_review_is_pending_until_moderated(api, member):
    course = CourseFactory(rating=Decimal("4.6"))
    finish(member.user, course, topics=2, of=4)

    answer = write(member.api, course, text="  Calm and clear.  ")

    assert answer.status_code == 201
    assert answer.json() == {
        "message": "Thank you. Your review will be published once we have checked it.",
        "data": {"name": "Meera N.", "rating": 4, "text": "Calm and clear.", "status": "waiting"},
    }
    assert_matches_schema(answer.json(), path="course/review", method="post")
    review = Review.objects.get()
    assert (review.person, review.course, review.written_at) == (member.user, course, NOW)
    assert api.get(f"/api/course/users/{course.pk}").json()["data"]["reviews"] == []
    assert Course.objects.get().rating == Decimal("4.6")


@pytest.mark.parametrize(
    ("text", "saved"),
    [
        (" \u200b\u2060 ", ""),
        ("\u200d", ""),
        # Unicode had not assigned it when Python's tables were made, as is so with new emoji.
        ("\U0001fae8", "\U0001fae8"),
    ],
)
def test_invisible_characters_alone_are_no_text(api, member, text, saved):
    course = CourseFactory()
    finish(member.user, course, topics=2, of=4)

    answer = write(member.api, course, text=text)

    assert (answer.status_code, answer.json()["data"]["text"]) == (201, saved)
    assert Review.objects.get().text == saved


def test_the_author_finds_the_own_review_whatever_its_status(api, member, other_member):
    course = CourseFactory()
    chapter = TopicFactory(chapter__course=course).chapter
    for person in (member, other_member):
        give_access(person.user, course, at=NOW)
        TopicProgress.objects.create(
            person=person.user, course=course, topic=chapter.topics.get(), is_completed=True, updated_at=NOW
        )

    def own(caller):
        return caller.get(f"/api/course/users/{course.pk}").json()["data"]["ownReview"]

    assert own(member.api) is None
    write(member.api, course, rating=3, text="Calm.")
    assert own(member.api) == {"rating": 3, "text": "Calm.", "status": "waiting"}
    reviews.reject(read=as_read(Review.objects.get()))
    assert own(member.api)["status"] == "refused"
    assert (own(other_member.api), own(api)) == (None, None)


@pytest.mark.parametrize(
    ("topics", "of", "missing"),
    [(0, 1, "1 more topic"), (0, 3, "2 more topics"), (1, 3, "1 more topic"), (1, 4, "1 more topic")],
)
def test_too_early_says_how_many_topics_are_missing(member, topics, of, missing):
    course = CourseFactory()
    finish(member.user, course, topics=topics, of=of)

    answer = write(member.api, course)

    assert answer.status_code == 409
    assert answer.json() == {
        "code": "too_early",
        "message": f"You can review this course once you have finished half of it: {missing} to go.",
    }
    assert not Review.objects.exists()


@pytest.mark.parametrize(("topics", "of"), [(1, 1), (1, 2), (2, 3), (3, 3)])
def test_half_is_enough(member, topics, of):
    course = CourseFactory()
    finish(member.user, course, topics=topics, of=of)

    assert write(member.api, course).status_code == 201


def test_neither_others_topics_nor_other_courses_count(member, other_member):
    course, other = CourseFactory(), CourseFactory()
    finish(other_member.user, course, topics=2, of=2)
    finish(member.user, other, topics=2, of=2)

    assert write(member.api, course).json()["code"] == "too_early"


def test_course_without_topics_cannot_be_reviewed(member):
    assert write(member.api, CourseFactory()).json() == {
        "code": "too_early",
        "message": "You can review this course once you have finished half of it.",
    }


def rating_and_count(course):
    return Course.objects.values_list("rating", "review_count").get(pk=course.pk)


def test_second_review_replaces_the_first_and_is_pending(api, member, committed, clock):
    course = CourseFactory(rating=Decimal("4.6"))
    finish(member.user, course, topics=1, of=1)
    ReviewFactory.create_batch(5, course=course, rating=2)
    with committed():
        write(member.api, course, rating=5)
        reviews.publish(read=as_read(Review.objects.get(person=member.user)))
    assert rating_and_count(course) == (Decimal("2.5"), 6)

    clock.shift(timedelta(days=1))
    with committed():
        answer = write(member.api, course, rating=1, text="Later I thought otherwise.")

    assert answer.status_code == 201
    review = Review.objects.get(person=member.user)
    assert (review.rating, review.status) == (1, ReviewStatus.PENDING)
    assert review.written_at == NOW + timedelta(days=1)
    assert rating_and_count(course) == (Decimal("2.0"), 5)
    assert len(api.get(f"/api/course/users/{course.pk}").json()["data"]["reviews"]) == 5


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Meera Nair", "Meera N."),
        ("Harpreet Singh gill", "Harpreet G."),
        ("Meera", "Meera"),
        ("", "A learner"),
        ("   ", "A learner"),
        ("मीरा नायर", "मीरा न."),
        ("x" * 80, "x" * 76),
        ("x" * 77 + " ab", "x" * 76 + " A."),
    ],
)
def test_display_name_is_short(name, expected):
    assert reviews.display_name(User(name=name)) == expected
    assert len(expected) <= 80


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("courseId", 5),
        ("courseId", None),
        ("courseId", True),
        ("rating", 0),
        ("rating", 6),
        ("rating", -1),
        ("rating", 4.5),
        ("rating", 4.0),
        ("rating", "4"),
        ("rating", True),
        ("rating", None),
        ("rating", 10**30),
        ("text", 5),
        ("text", None),
        ("text", "x" * 1201),
        ("text", "\x00"),
    ],
)
def test_wrong_type_or_value_is_refused_by_name(member, field, value):
    course = CourseFactory()
    finish(member.user, course, topics=1, of=1)

    answer = write(member.api, course, **{field: value})

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]
    assert not Review.objects.exists()


def test_longest_text_is_taken_and_kept_as_it_is(member):
    course = CourseFactory()
    finish(member.user, course, topics=1, of=1)
    text = "<b>plain</b> " + "ज" * 1187

    assert write(member.api, course, text=text).json()["data"]["text"] == text


@pytest.mark.parametrize("key", ["none", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "", "\u0000x", "x" * 5000])
def test_unknown_or_malformed_course_is_not_found(member, key):
    answer = member.api.post("/api/course/review", {"courseId": key, "rating": 5})

    assert answer.status_code == 404


def test_unpublished_course_is_known_to_owners_only(member, other_member):
    course = CourseFactory(is_published=False)
    finish(member.user, course, topics=1, of=1)

    assert write(other_member.api, course).status_code == 404
    assert write(member.api, course).status_code == 201


def test_rating_shows_from_the_fifth_published_review_on(api, committed):
    course = CourseFactory()
    rows = [ReviewFactory(course=course, rating=rating, status="waiting") for rating in (5, 4, 4, 3, 5)]

    def shown_numbers():
        data = api.get(f"/api/course/users/{course.pk}").json()["data"]
        [card] = api.post("/api/course/mobile", {}).json()["courses"]
        assert (card["rating"], card["reviewCount"]) == (data["rating"], data["reviewCount"])
        return data["rating"], data["reviewCount"], data["reviewCounts"], len(data["reviews"])

    assert shown_numbers() == (0, 0, [0, 0, 0, 0, 0], 0)
    with committed():
        assert reviews.publish(read=as_read(*rows[:4])).changed == 4
    assert shown_numbers() == (0, 4, [0, 0, 1, 2, 1], 4)
    with committed():
        assert reviews.publish(read=as_read(*rows)).changed == 1
    assert shown_numbers() == (4.2, 5, [0, 0, 1, 2, 2], 5)
    assert reviews.publish(read=as_read(*rows)) == reviews.Moderated(changed=0, rewritten=0)


def test_rejecting_a_pending_review_keeps_the_rating():
    course = CourseFactory(rating=Decimal("4.6"))
    review = ReviewFactory(course=course, status="waiting")

    assert reviews.reject(read=as_read(review)).changed == 1

    course.refresh_from_db()
    assert course.rating == Decimal("4.6")


def test_rejecting_a_published_review_updates_the_rating(api, committed):
    course = CourseFactory()
    good, bad = ReviewFactory.create_batch(5, course=course, rating=5), ReviewFactory(course=course, rating=1)
    with committed():
        reviews.reject(read=as_read(bad))

    data = api.get(f"/api/course/users/{course.pk}").json()["data"]
    assert (data["rating"], data["reviewCount"], len(data["reviews"])) == (5, 5, 5)
    with committed():
        reviews.reject(read=as_read(good[0]))
    data = api.get(f"/api/course/users/{course.pk}").json()["data"]
    assert (data["rating"], data["reviewCount"], len(data["reviews"])) == (0, 4, 4)


def moderated(admin_client, action, *selected, **fields):
    """The messages after staff send this action for these reviews, with these fields of the page."""
    answer = admin_client.post(
        "/admin/catalog/review/",
        {"action": action, "_selected_action": [str(review.pk) for review in selected], **fields},
        follow=True,
    )
    return [str(message) for message in answer.context["messages"]]


def hidden_fields(admin_client):
    """The fields that say which texts the admin's page shows."""
    page = admin_client.get("/admin/catalog/review/").content.decode()
    return dict(re.findall(r'name="(written-at-[^"]+)" value="([^"]+)"', page))


@pytest.mark.parametrize(
    ("action", "status", "done"),
    [("publish", ReviewStatus.PUBLISHED, "published"), ("reject", ReviewStatus.REJECTED, "rejected")],
)
def test_staff_moderate_only_the_text_they_have_read(
    admin_client, member, clock, committed, action, status, done
):
    course = CourseFactory()
    finish(member.user, course, topics=1, of=1)
    write(member.api, course, text="Calm and clear.")
    written, other = Review.objects.get(), ReviewFactory(status="waiting")
    page = hidden_fields(admin_client)
    clock.shift(timedelta(seconds=1))
    write(member.api, course, text="Call this number for sure profits.")

    with committed():
        assert moderated(admin_client, action, written, other, **page) == [
            f"1 {done}.",
            f"1 rewritten by the author since this page was loaded: not {done}. Read again.",
        ]

    assert Review.objects.get(pk=written.pk).status == ReviewStatus.PENDING
    assert Review.objects.get(pk=other.pk).status == status
    with committed():
        assert moderated(admin_client, action, written, **hidden_fields(admin_client)) == [f"1 {done}."]
    assert Review.objects.get(pk=written.pk).status == status


@pytest.mark.parametrize("value", [None, "", "yesterday", "2026-01-01T00:00:00", "9" * 5000, "\x00"])
def test_a_text_that_staff_have_not_seen_is_not_published(admin_client, value):
    review = ReviewFactory(status="waiting")

    told = moderated(
        admin_client, "publish", review, **({} if value is None else {f"written-at-{review.pk}": value})
    )

    assert told[0] == "0 published."
    assert len(told) == 2
    assert told[1].endswith((": not published.", ": not published. Read again."))
    assert Review.objects.get().status == ReviewStatus.PENDING


@pytest.mark.parametrize(
    ("ratings", "mean"),
    [
        ([], "0"),
        ([5] * 4, "0"),
        ([5] * 5, "5.0"),
        ([4, 5] * 3, "4.5"),
        ([4] * 13 + [5] * 7, "4.4"),
        ([1, 2, 2] * 2, "1.7"),
    ],
)
def test_mean_is_rounded_half_up(ratings, mean):
    course = CourseFactory()
    for rating in ratings:
        ReviewFactory(course=course, rating=rating)

    assert shown.review_stats(course.pk).rating == Decimal(mean)


def test_export_and_erasure_know_reviews_and_progress(member, other_member, committed):
    course = CourseFactory(title="Candles")
    finish(member.user, course, topics=1, of=1)
    finish(other_member.user, course, topics=0, of=1)
    ReviewFactory(course=course, person=member.user, rating=1, text="My own words.")
    ReviewFactory(course=course, person=other_member.user, rating=5)

    found = personal_data.export(person=member.user)

    assert found["reviews"] == [
        {
            "course": "Candles",
            "shownName": "Meera N.",
            "rating": 1,
            "text": "My own words.",
            "status": "published",
            "at": "2026-01-01T00:00:00Z",
        }
    ]
    assert [(row["course"], row["completed"]) for row in found["progress"]] == [("Candles", True)]

    with committed():
        personal_data.erase(person=member.user, at=NOW)

    assert list(Review.objects.values_list("person", flat=True)) == [other_member.user.pk]
    assert list(TopicProgress.objects.values_list("person", flat=True)) == [other_member.user.pk]
    assert rating_and_count(course) == (0, 1)


def test_a_review_under_way_while_its_author_erases_the_account_is_not_saved(member, committed):
    course = CourseFactory()
    finish(member.user, course, topics=2, of=4)
    author = User.objects.get(pk=member.user.pk)
    with committed():
        personal_data.erase(person=member.user, at=NOW)
        User.objects.filter(pk=member.user.pk).update(erased_at=NOW)

    with pytest.raises(NotLoggedIn):
        reviews.submit(person=author, course_key=str(course.pk), rating=4, text="My own words.", at=NOW)

    assert Review.objects.count() == 0


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_concurrently_published_reviews_all_count():
    course = CourseFactory()
    rows = [ReviewFactory(course=course, rating=number % 5 + 1, status="waiting") for number in range(10)]

    in_parallel(lambda number: reviews.publish(read=as_read(rows[number])), times=10)

    course.refresh_from_db()
    assert course.rating == Decimal("3.0")


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_concurrent_reviews_of_one_person_are_one(member):
    course = CourseFactory()
    finish(member.user, course, topics=1, of=1)

    done = in_parallel(
        lambda number: reviews.submit(
            person=member.user, course_key=str(course.pk), rating=number + 1, text="", at=NOW
        ),
        times=5,
    )

    assert all(isinstance(one, Review) for one in done)
    assert Review.objects.count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_review_rewritten_while_staff_publish_it_is_never_published_unread(member):
    course = CourseFactory()
    finish(member.user, course, topics=1, of=1)

    def race(at):
        """Publish the text that stands there while its author writes another."""
        read = as_read(
            reviews.submit(person=member.user, course_key=str(course.pk), rating=4, text="Old", at=at)
        )

        def job(number):
            if number:
                return reviews.publish(read=read)
            rewritten_at = at + timedelta(seconds=1)
            return reviews.submit(
                person=member.user, course_key=str(course.pk), rating=1, text="New", at=rewritten_at
            )

        return in_parallel(job, times=2)

    for round_number in range(8):
        rewritten, published = race(NOW + timedelta(minutes=round_number))

        assert isinstance(rewritten, Review)
        assert isinstance(published, reviews.Moderated)
        review = Review.objects.get()
        assert (review.text, review.status) == ("New", ReviewStatus.PENDING)
        assert rating_and_count(course) == (Decimal("0.0"), 0)
