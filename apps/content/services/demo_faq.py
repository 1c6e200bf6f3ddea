"""
The demo's questions and its learners' words, all invented.

A topic that is there already is left as staff have made it, and so is the list of learners.
"""

from datetime import datetime
from decimal import Decimal

from apps.content.models import FaqArticle, FaqGroup, FaqTopic, Testimonial

_QUESTIONS: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {
    "Getting started": {
        "Your account": (
            (
                "How do I log in?",
                "<p>With your mobile number. We send a code of six digits, which is valid for five minutes. "
                "There is no password to remember or to lose.</p>",
            ),
            (
                "What does the free trial open?",
                "<p>For seven days it opens the courses marked 'Free with PRO'. It is for education: live "
                "sessions and advice are not part of it. Each number can have it once.</p>",
            ),
        ),
        "Where to begin": (
            (
                "I have never bought a share. What do I read first?",
                '<p>The first module of the <a href="/academy">academy</a>. It is free, and takes about half '
                "an hour.</p>",
            ),
        ),
    },
    "Courses and Webinar": {
        "Courses": (
            (
                "For how long does a course stay open?",
                "<p>Each course says its days of access beside its price. They are counted from the moment "
                "of payment. What is included in Pro stays open for as long as your Pro lasts.</p>",
            ),
            (
                "Is my progress kept?",
                "<p>Yes, on every device, also when your connection breaks in the middle of a film. It stays "
                "when access ends, and is there again when you come back.</p>",
            ),
        ),
        "Webinars": (
            (
                "When can I join a webinar?",
                "<p>From 15 minutes before it begins, on its own page and in My Learnings.</p>",
            ),
            (
                "Is there a recording?",
                "<p>Where the page of a webinar says so, the recording is there for those who booked it.</p>",
            ),
        ),
    },
    "Live trading": {
        "Sessions": (
            (
                "Can I change a booked session?",
                "<p>Until four hours before it starts you can swap it for another session of the same "
                "program or cancel it. A cancelled session is a credit for 90 days.</p>",
            ),
            (
                "Do you trade on my behalf?",
                "<p>No. You watch and practise. We never ask for your trading password or a one-time code, "
                "and nobody may do so in our name.</p>",
            ),
        ),
    },
    "Payments and refunds": {
        "Paying": (
            (
                "Which taxes are added?",
                "<p>GST of 18% on the price after any discount. You see the total before you pay.</p>",
            ),
            (
                "Where is my invoice?",
                "<p>Under Orders and receipts, as a PDF, for every purchase.</p>",
            ),
        ),
        "Getting money back": (
            (
                "When is a payment refunded?",
                '<p>The <a href="/refund-policy">refund policy</a> says when. Money goes back the way it '
                "came, and you receive a credit note.</p>",
            ),
        ),
    },
}

_LEARNERS = (
    (
        "Sneha Kulkarni",
        "@sneha.reads",
        "Pune",
        31,
        "5",
        "I finally know what each line of my contract note means. The pace is calm and nothing is sold in "
        "between.",
    ),
    (
        "Imran Shaikh",
        "@imran.s",
        "Bhopal",
        27,
        "4.5",
        "The chapter on position size changed how I begin a trade: with the stop and not with the amount.",
    ),
    (
        "Lakshmi Narayanan",
        "@lakshmin",
        "Chennai",
        44,
        "5",
        "I watch after work, on the train. It remembers where I was.",
    ),
    (
        "Gurpreet Kaur",
        "@gurpreet.k",
        "Ludhiana",
        36,
        "4",
        "Good on risk. I would like more courses in Punjabi.",
    ),
    (
        "Debashish Roy",
        "@debroy",
        "Kolkata",
        52,
        "4.5",
        "They told me why options are not for me. That saved me more than any course costs.",
    ),
    (
        "Ananya Hegde",
        "@ananyah",
        "Mangaluru",
        24,
        "4",
        "Clear and honest. The quizzes are harder than I expected.",
    ),
    (
        "Rakesh Yadav",
        "@rakesh.y",
        "Lucknow",
        39,
        "3.5",
        "The Hindi courses are good. Some films could be shorter.",
    ),
    (
        "Mary Thomas",
        "@marythomas",
        "Kochi",
        47,
        "5",
        "I asked a question in a live session and got an answer that I could check for myself.",
    ),
)


def seed(_now: datetime) -> str:
    known = set(FaqTopic.objects.values_list("title", flat=True))
    missing = [title for title in _QUESTIONS if title not in known]
    for title in missing:
        _plant_topic(title, position=list(_QUESTIONS).index(title) + 1)
    learners = 0 if Testimonial.objects.exists() else len(Testimonial.objects.bulk_create(_learners()))
    return f"{len(missing)} of {len(_QUESTIONS)} topics, {learners} of {len(_LEARNERS)} reviews added"


def _plant_topic(title: str, *, position: int) -> None:
    topic = FaqTopic.objects.create(title=title, position=position)
    for group_place, (group_title, articles) in enumerate(_QUESTIONS[title].items(), 1):
        group = FaqGroup.objects.create(topic=topic, title=group_title, position=group_place)
        FaqArticle.objects.bulk_create(
            FaqArticle(group=group, title=question, html=answer, position=place)
            for place, (question, answer) in enumerate(articles, 1)
        )


def _learners() -> list[Testimonial]:
    return [
        Testimonial(
            username=name,
            userhandle=handle,
            location=place,
            age=age,
            rating=Decimal(rating),
            review=review,
            position=position,
            is_published=True,
        )
        for position, (name, handle, place, age, rating, review) in enumerate(_LEARNERS, 1)
    ]
