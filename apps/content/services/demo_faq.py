"""
The demo's FAQ and testimonials, all invented.

A topic that exists already is left as it is, and so are existing testimonials.
"""

from datetime import datetime
from decimal import Decimal

from apps.content.models import FaqArticle, FaqGroup, FaqTopic, Testimonial

_QUESTIONS: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {
    "Getting started": {
        "Your account": (
            (
                "How do I log in?",
                "<p>With your mobile number. We send you a six-digit OTP, which is valid for {otp_validity}. "
                "There is no password to remember.</p>",
            ),
            (
                "What does the free trial include?",
                "<p>For {trial_length} you can open the courses marked 'Free with PRO'. It is for education: "
                "live sessions and advice are not included. Each mobile number can use it once.</p>",
            ),
        ),
        "Where to begin": (
            (
                "I have never bought a share. What should I read first?",
                '<p>The first module of the <a href="/academy">academy</a>. It is free and takes about half '
                "an hour.</p>",
            ),
        ),
    },
    "Courses and Webinar": {
        "Courses": (
            (
                "How long do I have access?",
                "<p>Each course shows its days of access next to its price. They start when you pay. "
                "Courses included in Pro are open for as long as you have Pro.</p>",
            ),
            (
                "Is my progress saved?",
                "<p>Yes, across your devices, even if your connection drops in the middle of a video. We "
                "keep it when your access ends, so it is there if you come back.</p>",
            ),
        ),
        "Webinars": (
            (
                "When can I join a webinar?",
                "<p>From {join_opens_before} before it starts, on its own page and in My Learnings.</p>",
            ),
            (
                "Is there a recording?",
                "<p>If the webinar's page says so, everybody who booked it can watch it there.</p>",
            ),
        ),
    },
    "Pro": {
        "Before you buy": (
            (
                "Does Pro renew by itself?",
                "<p>No. You pay once for the days you choose, and you are not charged again unless you buy "
                "again.</p>",
            ),
            (
                "I already have Pro. What if I buy another plan?",
                "<p>It starts when the Pro that you have ends, so you do not lose any days. The page of the "
                "plans shows you both dates.</p>",
            ),
            (
                "How does Pro differ from the free trial?",
                "<p>The trial opens the courses marked 'Free with PRO' for {trial_length}. Pro also makes "
                "live webinars free to book. If you buy Pro during the trial, it starts immediately and the "
                "trial ends.</p>",
            ),
        ),
        "When it ends": (
            (
                "What do I keep when my Pro ends?",
                "<p>Your progress and your certificates, and every course that you bought or that is free. "
                "Courses marked 'Free with PRO' and webinars booked with Pro open again when you have "
                "Pro.</p>",
            ),
        ),
    },
    "Live trading": {
        "Sessions": (
            (
                "Can I change a booked session?",
                "<p>Up to {change_deadline} before it starts, you can swap it for another session of the "
                "same program or cancel it. If you cancel, you get a credit that is valid for "
                "{credit_validity}.</p>",
            ),
            (
                "Do you trade on my behalf?",
                "<p>No. You watch and practise. We never ask for your trading password or an OTP, and nobody "
                "may ask for them in our name.</p>",
            ),
        ),
    },
    "Payments and refunds": {
        "Paying": (
            (
                "Which taxes do I pay?",
                "<p>{gst_rate} GST on the price after any discount. You see the total before you pay.</p>",
            ),
            (
                "Where is my invoice?",
                "<p>Under Orders and receipts. Every purchase has one as a PDF.</p>",
            ),
        ),
        "Refunds": (
            (
                "When is a payment refunded?",
                '<p>See the <a href="/refund-policy">refund policy</a>. Refunds go to your original payment '
                "method, and you receive a credit note.</p>",
            ),
        ),
    },
}

_TESTIMONIALS = (
    (
        "Sneha Kulkarni",
        "@sneha.reads",
        "Pune",
        31,
        "5",
        "I finally know what each line of my contract note means. The pace is calm, and nobody tries to sell "
        "me anything in between.",
    ),
    (
        "Imran Shaikh",
        "@imran.s",
        "Bhopal",
        27,
        "4.5",
        "The chapter on position size changed how I plan a trade: I start with the stop, not the amount.",
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
        "The Hindi courses are good. Some videos could be shorter.",
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
        _create_topic(title, position=list(_QUESTIONS).index(title) + 1)
    learners = 0 if Testimonial.objects.exists() else len(Testimonial.objects.bulk_create(_testimonials()))
    return f"{len(missing)} of {len(_QUESTIONS)} topics, {learners} of {len(_TESTIMONIALS)} reviews added"


def _create_topic(title: str, *, position: int) -> None:
    topic = FaqTopic.objects.create(title=title, position=position)
    for group_position, (group_title, articles) in enumerate(_QUESTIONS[title].items(), 1):
        group = FaqGroup.objects.create(topic=topic, title=group_title, position=group_position)
        FaqArticle.objects.bulk_create(
            FaqArticle(group=group, title=question, html=answer, position=place)
            for place, (question, answer) in enumerate(articles, 1)
        )


def _testimonials() -> list[Testimonial]:
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
        for position, (name, handle, place, age, rating, review) in enumerate(_TESTIMONIALS, 1)
    ]
