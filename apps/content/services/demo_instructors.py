"""The demo's instructors, all invented."""

from datetime import datetime

from apps.content.models import Instructor

_PEOPLE = [
    (
        "meera-iyer",
        "Meera Iyer",
        "14 years",
        "Meera read charts for a proprietary desk in Mumbai before she started teaching. She cares about "
        "process: what you write down before a trade matters more than the trade.",
    ),
    (
        "arjun-deshmukh",
        "Arjun Deshmukh",
        "11 years",
        "Arjun traded index options through three market cycles. His lessons start with what can be lost.",
    ),
    (
        "farah-qureshi",
        "Farah Qureshi",
        "9 years",
        "Farah analysed consumer and pharma companies for a fund house. She teaches annual reports as "
        "stories with numbers.",
    ),
    (
        "nikhil-banerjee",
        "Nikhil Banerjee",
        "16 years",
        "Nikhil covered rates and currencies for a bank in Kolkata. He explains the economy in the order "
        "in which it affects your portfolio.",
    ),
    (
        "kavya-reddy",
        "Kavya Reddy",
        "8 years",
        "Kavya helps families in Hyderabad plan their money, from the first salary to retirement.",
    ),
    (
        "harpreet-singh-gill",
        "Harpreet Singh Gill",
        "12 years",
        "Harpreet managed risk at a brokerage. He teaches position size, margin and the art of doing "
        "nothing.",
    ),
    (
        "sudha-raman",
        "Dr. Sudha Raman",
        "21 years",
        "Sudha taught finance at a business school in Chennai and has written on how investors decide "
        "under stress.",
    ),
    (
        "rohit-saxena",
        "Rohit Saxena",
        "10 years",
        "Rohit teaches in Hindi and sticks to one idea per lesson. He started out as a sub-broker in Kanpur.",
    ),
]


def seed(_now: datetime) -> str:
    known = set(Instructor.objects.values_list("slug", flat=True))
    missing = [
        Instructor(slug=slug, name=name, experience=experience, bio=bio)
        for slug, name, experience, bio in _PEOPLE
        if slug not in known
    ]
    if missing:
        Instructor.objects.bulk_create(missing)
    return f"{len(missing)} of {len(_PEOPLE)} added"
