"""The demo's mentorships with their meetings, in days from today and in Indian time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from apps.catalog.states import Language
from apps.core.indian_time import INDIA


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoMentorship:
    weburlname: str
    title: str
    host: str
    category: str
    description: str
    agenda: tuple[str, ...]
    meetings: tuple[str, ...]
    """What each is about. They are a week apart."""
    hue: int
    day: int
    """The first meeting is on the first such weekday from this day on."""
    weekday: int
    language: Language = Language.ENGLISH
    start: time = time(18, 30)
    minutes: int = 90
    rupees: int = 0
    markup_rupees: int | None = None
    capacity: int | None = None
    moved: int | None = None
    """The meeting that was moved to the next day."""
    cancelled: int | None = None
    reason: str = ""

    def spans(self, *, today: date) -> Iterator[tuple[datetime, datetime]]:
        first = today + timedelta(days=self.day)
        first += timedelta(days=(self.weekday - first.weekday()) % 7)
        for number in range(len(self.meetings)):
            day = first + timedelta(weeks=number, days=1 if number == self.moved else 0)
            starts_at = datetime.combine(day, self.start, tzinfo=INDIA)
            yield starts_at, starts_at + timedelta(minutes=self.minutes)


MENTORSHIPS = [
    DemoMentorship(
        weburlname="first-year-in-the-market",
        title="Your First Year in the Market",
        host="kavya-reddy",
        category="Market Basics",
        description=(
            "Eight weeks from your first account to a written plan, in a group that meets once a week."
        ),
        agenda=("A plan on one page", "Reading costs", "A review routine"),
        meetings=(
            "Accounts and costs",
            "What a fund holds",
            "What a share is",
            "Reading a fact sheet",
            "Your reserves",
            "Your goals",
            "Writing the plan",
            "Reviewing the plan",
        ),
        hue=62,
        day=-70,
        weekday=5,
        start=time(11, 0),
        rupees=3999,
    ),
    DemoMentorship(
        weburlname="chart-reading-mentorship",
        title="Chart Reading with Meera Iyer",
        host="meera-iyer",
        category="Technical Analysis",
        description="Six weeks of weekly reviews. You bring notes on old charts, and the group asks why.",
        agenda=("Trend and range", "Volume", "A journal that can prove you wrong"),
        meetings=(
            "Trend and how it ends",
            "Trend on your own charts",
            "Ranges and false starts",
            "Ranges on your own charts",
            "Volume and your method",
            "Your method, reviewed",
        ),
        hue=262,
        day=-20,
        weekday=2,
        start=time(19, 0),
        rupees=8999,
        markup_rupees=11999,
        capacity=25,
        moved=4,
    ),
    DemoMentorship(
        weburlname="hindi-market-circle",
        title="मार्केट मंडली: हिंदी में सीखिए",
        host="rohit-saxena",
        language=Language.HINDI,
        category="Market Basics",
        description="चार हफ़्ते, हर हफ़्ते एक घंटा। बुनियादी बातें और आपके सवाल।",
        agenda=("ऑर्डर और खर्च", "फंड और शेयर", "जोखिम"),
        meetings=("शुरुआत", "फंड", "शेयर", "जोखिम"),
        hue=188,
        day=5,
        weekday=6,
        start=time(11, 0),
        minutes=60,
        rupees=1499,
    ),
    DemoMentorship(
        weburlname="risk-rules-mentorship",
        title="Writing Your Risk Rules",
        host="harpreet-singh-gill",
        category="Risk and Psychology",
        description="Five evenings that end with one page: how much, how often, and when to stop.",
        agenda=("Position size", "Drawdown", "Rules for bad days"),
        meetings=(
            "Position size",
            "Size and stop distance",
            "Drawdown",
            "Drawdown on paper trades",
            "Your page",
        ),
        hue=286,
        day=9,
        weekday=4,
        start=time(19, 0),
        rupees=4999,
        markup_rupees=5999,
        capacity=12,
    ),
    DemoMentorship(
        weburlname="reading-companies-together",
        title="Reading Companies Together",
        host="farah-qureshi",
        category="Fundamental Analysis",
        description="Eight weeks, four annual reports. Each week, one member presents.",
        agenda=("The thirty pages that matter", "Cash against profit", "Notes and related parties"),
        meetings=(
            "The thirty pages that matter",
            "Cash against profit",
            "The first report",
            "The second report",
            "The third report",
            "The fourth report",
            "Notes and related parties",
            "Presentations",
        ),
        hue=312,
        day=16,
        weekday=3,
        rupees=12999,
        capacity=20,
        cancelled=5,
        reason="Farah is travelling that week. We read the fourth report in the meeting after it.",
    ),
    DemoMentorship(
        weburlname="a-household-plan",
        title="A Household Plan in Six Weeks",
        host="kavya-reddy",
        category="Personal Finance",
        description="Goals, reserves, insurance and funds, written down so that two people can stick to it.",
        agenda=("What money is for", "Reserves before risk", "A review twice a year"),
        meetings=("Goals", "Goals in rupees", "Reserves", "Insurance", "Funds", "Your plan on a page"),
        hue=74,
        day=20,
        weekday=5,
        start=time(11, 30),
        rupees=2999,
        capacity=35,
    ),
    DemoMentorship(
        weburlname="options-with-limits",
        title="Options with Limits: Eight Guided Weeks",
        host="arjun-deshmukh",
        category="Options and Futures",
        description="Eight weeks on paper: write the plan, stick to it, review it with the group.",
        agenda=("Payoffs and margin", "Greeks in rupees", "Review of every expiry"),
        meetings=(
            "Contracts",
            "Margin",
            "Payoffs",
            "Hedged positions",
            "Greeks in rupees",
            "An expiry, day by day",
            "Reviewing your plan",
            "Reviewing your limits",
        ),
        hue=345,
        day=27,
        weekday=1,
        start=time(20, 0),
        rupees=14999,
        markup_rupees=17999,
        capacity=40,
    ),
]
