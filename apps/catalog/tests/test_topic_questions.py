"""Questions under a topic: who sees them, how many one may ask, the answers of staff."""

from datetime import UTC, datetime, timedelta

import pytest

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.catalog.models import TopicQuestion
from apps.catalog.services import topic_questions
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import TopicFactory
from apps.core.ids import new_id
from apps.core.testing.parallel import in_parallel
from apps.core.testing.schema_checks import assert_matches_schema
from apps.outbox.services import messages as outbox

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
ASKED = "2026-11-21T09:30:00Z"


@pytest.fixture
def topic(member, other_member):
    """A topic that both members may open."""
    topic = TopicFactory()
    for person in (member, other_member):
        give_access(person.user, topic.chapter.course, at=NOW)
    return topic


def url(topic):
    return f"/api/course/questions/{getattr(topic, 'pk', topic)}"


def ask(person, topic, text="Why is the average late?", **body):
    return person.api.post(url(topic), {"_id": str(new_id()), "text": text, **body})


def asked(person, topic):
    return person.api.get(url(topic)).json()


def answer(text="Because it looks back.", **fields):
    TopicQuestion.objects.update(answer=text, answered_at=NOW + timedelta(hours=1), **fields)


def test_a_question_is_seen_by_its_author_until_it_is_answered(member, other_member, topic):
    sent = ask(member, topic, "  Why is the\naverage late?  ")

    question = TopicQuestion.objects.get()
    own = {
        "_id": str(question.pk),
        "name": "Meera N.",
        "text": "Why is the\naverage late?",
        "askedAt": ASKED,
        "answer": None,
        "answeredAt": None,
        "isOwn": True,
    }
    assert sent.status_code == 201
    assert sent.json() == {"message": "Thank you. You will see the answer here.", "data": own}
    assert_matches_schema(sent.json(), path="course/questions/{topic_id}", method="post")
    assert asked(member, topic) == {"data": [own], "totalCount": 1}
    assert asked(other_member, topic) == {"data": [], "totalCount": 0}

    answer()

    answered = {"answer": "Because it looks back.", "answeredAt": "2026-11-21T10:30:00Z"}
    assert asked(member, topic)["data"] == [{**own, **answered}]
    assert asked(other_member, topic)["data"] == [{**own, **answered, "isOwn": False}]
    assert_matches_schema(asked(other_member, topic), path="course/questions/{topic_id}", method="get")


def test_a_hidden_question_is_seen_by_its_author_only(member, other_member, topic):
    ask(member, topic)
    answer(is_hidden=True)

    assert asked(member, topic)["totalCount"] == 1
    assert asked(other_member, topic)["totalCount"] == 0


def test_unanswered_ones_come_first_then_the_latest_answers(member, topic, clock):
    for text in ("first", "second", "third"):
        ask(member, topic, text)
        clock.shift(timedelta(minutes=1))
    for hours, text in ((2, "first"), (3, "second")):
        rows = TopicQuestion.objects.filter(text=text)
        rows.update(answer="So.", answered_at=NOW + timedelta(hours=hours))

    assert [line["text"] for line in asked(member, topic)["data"]] == ["third", "second", "first"]


def test_questions_of_other_topics_are_not_listed(member, topic):
    ask(member, topic)
    other = TopicFactory(chapter=topic.chapter)

    assert asked(member, other) == {"data": [], "totalCount": 0}


def test_the_number_of_queries_is_the_same_for_1_and_50_questions(
    member, other_member, topic, django_assert_num_queries
):
    def add(count):
        TopicQuestion.objects.bulk_create(
            TopicQuestion(
                topic=topic,
                person=other_member.user,
                question_id=new_id(),
                display_name="Asha R.",
                text="Why?",
                asked_at=NOW,
                answer="So.",
                answered_at=NOW,
            )
            for _ in range(count)
        )

    add(1)
    asked(member, topic)
    with django_assert_num_queries(2):
        assert asked(member, topic)["totalCount"] == 1
    add(119)
    with django_assert_num_queries(2):
        found = asked(member, topic)
    assert (found["totalCount"], len(found["data"])) == (120, 100)


def test_a_repeated_request_asks_once(member, topic):
    identity = str(new_id())
    first = ask(member, topic, _id=identity).json()

    assert ask(member, topic, "Something else", _id=identity).json() == first
    assert TopicQuestion.objects.count() == 1


def test_the_same_id_of_another_person_is_another_question(member, other_member, topic):
    identity = str(new_id())
    ask(member, topic, _id=identity)
    ask(other_member, topic, "Mine", _id=identity)

    assert sorted(TopicQuestion.objects.values_list("text", flat=True)) == [
        "Mine",
        "Why is the average late?",
    ]


def test_five_unanswered_questions_are_enough(member, topic):
    for _ in range(5):
        assert ask(member, topic).status_code == 201

    refused = ask(member, topic)

    assert refused.status_code == 409
    assert refused.json() == {
        "code": "too_many_questions",
        "message": "You have 5 unanswered questions here. Please wait for an answer.",
    }
    answer()
    assert ask(member, topic).status_code == 201


def test_twenty_questions_a_day_are_enough(member, topic, clock):
    for _ in range(20):
        ask(member, topic)
        answer()

    assert (
        ask(member, topic).json()["message"]
        == "You have asked 20 questions today. Please ask again tomorrow."
    )
    clock.shift(timedelta(days=1, seconds=1))
    assert ask(member, topic).status_code == 201


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", ""),
        ("text", " \n "),
        ("text", "\u200b\u2060"),
        ("text", None),
        ("text", 5),
        ("text", "x" * 1201),
        ("text", "\x00"),
        ("_id", ""),
        ("_id", "5"),
        ("_id", None),
        ("_id", 5),
    ],
)
def test_wrong_type_or_value_is_refused_by_name(member, topic, field, value):
    refused = ask(member, topic, **{field: value})

    assert refused.status_code == 400
    assert list(refused.json()["errors"]) == [field]
    assert not TopicQuestion.objects.exists()


def test_markup_is_kept_as_text(member, topic):
    text = "<b>why</b> " + "ज" * 1189

    assert ask(member, topic, text).json()["data"]["text"] == text


@pytest.mark.parametrize("key", ["none", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "x" * 500])
def test_unknown_topics_are_not_found(member, key):
    assert member.api.get(url(key)).status_code == 404
    assert ask(member, key).status_code == 404


def test_an_archived_topic_is_not_found(member, topic, committed):
    with committed():
        topic.is_published = False
        topic.save()

    assert ask(member, topic).status_code == 404


def test_without_access_nothing_is_read_or_asked(member, topic):
    other = TopicFactory()

    assert ask(member, other).json()["code"] == "no_access"
    assert member.api.get(url(other)).json()["code"] == "no_access"


def form_fields(admin_client, question, **changes):
    page = admin_client.get(f"/admin/catalog/topicquestion/{question.pk}/change/")
    form = page.context["adminform"].form
    return {"_loaded": form.loaded_input.partition('value="')[2].partition('"')[0], "answer": "", **changes}


def test_staff_answer_hide_and_take_an_answer_back(admin_client, member, other_member, topic, clock):
    ask(member, topic)
    question = TopicQuestion.objects.get()
    path = f"/admin/catalog/topicquestion/{question.pk}/change/"
    assert (
        "Why is the average late?"
        in admin_client.get("/admin/catalog/topicquestion/?answered=no").content.decode()
    )
    clock.shift(timedelta(minutes=5))

    admin_client.post(path, form_fields(admin_client, question, answer="It looks back."))

    [line] = asked(other_member, topic)["data"]
    assert (line["answer"], line["answeredAt"]) == ("It looks back.", "2026-11-21T09:35:00Z")
    admin_client.post(path, form_fields(admin_client, question, answer="It looks back, always."))
    assert asked(other_member, topic)["data"][0]["answeredAt"] == "2026-11-21T09:35:00Z"
    admin_client.post(path, form_fields(admin_client, question, answer="It looks back.", is_hidden="on"))
    assert asked(other_member, topic)["totalCount"] == 0
    admin_client.post(path, form_fields(admin_client, question, answer=" "))
    assert asked(member, topic)["data"][0]["answer"] is None
    question.refresh_from_db()
    assert (question.answer, question.answered_at) == ("", None)


@pytest.mark.parametrize(
    ("email", "can_whatsapp", "channels"),
    [("meera@example.in", True, ["mail"]), ("", True, ["whatsapp"]), ("", False, [])],
)
def test_who_asked_is_told_of_the_answer_once(
    admin_client, member, topic, sent, email, can_whatsapp, channels
):
    User.objects.filter(pk=member.user.pk).update(email=email, can_whatsapp=can_whatsapp)
    ask(member, topic)
    question = TopicQuestion.objects.get()
    path = f"/admin/catalog/topicquestion/{question.pk}/change/"
    for text in ("It looks back.", "It looks back, always."):
        admin_client.post(path, form_fields(admin_client, question, answer=text))
    for _ in range(2):
        outbox.sweep(now=NOW + timedelta(minutes=1))
    assert [line["channel"] for line in sent()] == channels
    for line in sent():
        assert line["template"] == "question_answered"
        assert line["params"]["topic"] == topic.title
        assert line["params"]["link"].endswith(f"/course/{topic.chapter.course_id}/topic/{topic.pk}")


def test_staff_write_no_questions(admin_client, member, topic):
    ask(member, topic)

    assert admin_client.get("/admin/catalog/topicquestion/add/").status_code == 403
    question = TopicQuestion.objects.get()
    path = f"/admin/catalog/topicquestion/{question.pk}/change/"
    admin_client.post(path, form_fields(admin_client, question, text="Changed", answer="So."))
    question.refresh_from_db()
    assert (question.text, question.answer) == ("Why is the average late?", "So.")


def test_export_and_erasure_know_questions(member, other_member, topic, committed):
    ask(member, topic)
    ask(other_member, topic, "Another")
    answer()

    assert personal_data.export(person=member.user)["questions"] == [
        {
            "course": topic.chapter.course.title,
            "topic": topic.title,
            "shownName": "Meera N.",
            "text": "Why is the average late?",
            "at": ASKED,
            "answer": "Because it looks back.",
            "answeredAt": "2026-11-21T10:30:00Z",
        }
    ]
    with committed():
        personal_data.erase(person=member.user, at=NOW)

    assert list(TopicQuestion.objects.values_list("text", flat=True)) == ["Another"]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_concurrent_questions_stay_within_the_limit(member):
    topic = TopicFactory(is_free_preview=True)

    done = in_parallel(
        lambda number: topic_questions.ask(
            person=member.user, topic_id=str(topic.pk), question_id=new_id(), text=str(number), at=NOW
        ),
        times=8,
    )

    assert sum(isinstance(one, TopicQuestion) for one in done) == topic_questions.MAX_UNANSWERED
    assert sum(isinstance(one, topic_questions.TooManyQuestions) for one in done) == 3
