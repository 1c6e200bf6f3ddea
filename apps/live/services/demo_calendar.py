"""The demo's webinars and programs, in days from today and in Indian time."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from apps.catalog.states import Language
from apps.core.indian_time import INDIA


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoEvent:
    weburlname: str
    title: str
    host: str
    category: str
    description: str
    agenda: tuple[str, ...]
    hue: int
    day: int
    language: Language = Language.ENGLISH
    start: time = time(18, 30)
    minutes: int = 90
    rupees: int = 0
    markup_rupees: int | None = None
    capacity: int | None = None
    is_running: bool = False

    def span(self, *, now: datetime, today: date) -> tuple[datetime, datetime]:
        """The start and end. A running event started an hour ago and lasts 8 hours."""
        if self.is_running:
            started = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=1)
            return started, started + timedelta(hours=8)
        start = datetime.combine(today + timedelta(days=self.day), self.start, tzinfo=INDIA)
        return start, start + timedelta(minutes=self.minutes)


WEBINARS = [
    DemoEvent(
        weburlname="what-an-order-book-shows",
        title="What an Order Book Shows, and What It Hides",
        host="harpreet-singh-gill",
        category="Market Basics",
        description="We look at depth, spread and impact cost on a recorded exchange session.",
        agenda=("Depth and spread", "Impact cost of a large order", "Questions"),
        hue=262,
        day=-21,
    ),
    DemoEvent(
        weburlname="budget-reading-for-investors",
        title="Reading the Union Budget as an Investor",
        host="nikhil-banerjee",
        category="Personal Finance",
        description=(
            "Which pages of the Budget documents matter to a household portfolio, and which are theatre."
        ),
        agenda=("Receipts and borrowing", "Taxes that affect investors", "Questions"),
        hue=238,
        day=-10,
        rupees=499,
    ),
    DemoEvent(
        weburlname="first-look-at-a-balance-sheet",
        title="A First Look at a Balance Sheet",
        host="farah-qureshi",
        category="Fundamental Analysis",
        description="One company's balance sheet, line by line, in an hour and a half.",
        agenda=("What it owns", "What it owes", "What the notes add", "Questions"),
        hue=312,
        day=-4,
    ),
    DemoEvent(
        weburlname="open-house-ask-about-charts",
        title="Open House: Ask About Charts",
        host="meera-iyer",
        category="Technical Analysis",
        description=(
            "Come and go as you like. Bring a chart that is at least three months old and a question."
        ),
        agenda=("Your charts, one by one", "A short break every hour", "What we would write down"),
        hue=215,
        day=0,
        is_running=True,
    ),
    DemoEvent(
        weburlname="sip-questions-answered",
        title="SIP: आपके सवाल, सीधे जवाब",
        host="rohit-saxena",
        language=Language.HINDI,
        category="Mutual Funds and ETFs",
        description="SIP से जुड़े आम सवालों पर हिंदी में बातचीत। कोई सिफ़ारिश नहीं, केवल शिक्षा।",
        agenda=("SIP क्या है और क्या नहीं", "खर्च और कर", "सवाल-जवाब"),
        hue=188,
        day=1,
        start=time(19, 0),
        minutes=75,
    ),
    DemoEvent(
        weburlname="chart-clinic-in-a-small-group",
        title="Chart Clinic in a Small Group",
        host="meera-iyer",
        category="Technical Analysis",
        description=(
            "Two people, four charts, and time for every question. We review your method, not your trades."
        ),
        agenda=("Your method in five minutes", "Two charts each", "One change to try"),
        hue=286,
        day=2,
        start=time(17, 0),
        rupees=499,
        markup_rupees=799,
        capacity=2,
    ),
    DemoEvent(
        weburlname="insurance-before-investing",
        title="Insurance Before Investing",
        host="kavya-reddy",
        category="Personal Finance",
        description="How much term and health cover a household needs, and how to compare policies.",
        agenda=("Cover by need", "Reading exclusions", "Questions"),
        hue=62,
        day=4,
    ),
    DemoEvent(
        weburlname="option-margins-explained",
        title="Option Margins Explained with Past Expiries",
        host="arjun-deshmukh",
        category="Options and Futures",
        description="SPAN, exposure and delivery margin on three past expiries, worked out in rupees.",
        agenda=("Three kinds of margin", "A position through expiry week", "Worst cases", "Questions"),
        hue=345,
        day=6,
        rupees=999,
        markup_rupees=1499,
        capacity=200,
    ),
    DemoEvent(
        weburlname="how-scores-and-smart-odr-work",
        title="Your Rights: SCORES and SMART ODR",
        host="kavya-reddy",
        category="Market Basics",
        description="Where a complaint goes, how long each step may take, and which documents to keep.",
        agenda=("Before you complain", "SCORES step by step", "SMART ODR", "Questions"),
        hue=215,
        day=9,
        minutes=60,
    ),
    DemoEvent(
        weburlname="how-rate-decisions-travel",
        title="How Rate Decisions Travel to Your Portfolio",
        host="nikhil-banerjee",
        category="Global Markets",
        description="From the policy rate to deposits, bonds and shares, with the time lags in the data.",
        agenda=("The policy statement", "Bonds and deposits", "Shares", "Questions"),
        hue=238,
        day=13,
        rupees=799,
    ),
    DemoEvent(
        weburlname="keeping-calm-in-a-falling-market",
        title="Keeping Calm in a Falling Market",
        host="sudha-raman",
        category="Risk and Psychology",
        description=(
            "What past falls felt like from the inside, and a page of rules to write before the next one."
        ),
        agenda=("Five past falls", "What people did", "Your own page of rules"),
        hue=286,
        day=20,
        capacity=500,
    ),
    DemoEvent(
        weburlname="valuation-workshop",
        title="Valuation Workshop: One Company, Three Ranges",
        host="farah-qureshi",
        category="Fundamental Analysis",
        description=(
            "A long evening with a spreadsheet. You leave with a model that you can change and defend."
        ),
        agenda=("Reading the filings", "Building the model", "Three ranges and their reasons", "Review"),
        hue=312,
        day=27,
        start=time(17, 30),
        minutes=180,
        rupees=2499,
        markup_rupees=2999,
        capacity=60,
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoProgram:
    weburlname: str
    title: str
    host: str
    category: str
    description: str
    agenda: tuple[str, ...]
    hue: int
    start: time
    minutes: int
    rupees: int
    topics: dict[int, str]
    """What each weekday's session is about, Monday being 0."""
    seats: dict[int, int]
    """Seats of a weekday's session, where there is a limit."""
    language: Language = Language.ENGLISH


PROGRAMS = [
    DemoProgram(
        weburlname="after-the-bell",
        title="After the Bell: Past Charts, Day by Day",
        host="meera-iyer",
        category="Technical Analysis",
        description=(
            "A quiet hour and a half after market hours, on past charts. We go through one day of the index "
            "that is at least three months old, write down what you could have known at the time, and "
            "compare it with the plans that you make before we move on."
        ),
        agenda=(
            "One past day in three charts",
            "Plans versus what happened",
            "Three things to write down",
        ),
        hue=262,
        start=time(15, 45),
        minutes=90,
        rupees=499,
        topics={0: "Gap and range", 1: "Breadth", 2: "Volume", 3: "An old expiry", 4: "A past week"},
        seats={},
    ),
    DemoProgram(
        weburlname="options-desk",
        title="Options Desk: Structure and Risk",
        host="arjun-deshmukh",
        category="Options and Futures",
        description=(
            "Two evenings a week on option structures, with margin and worst case worked out before "
            "anything else. All positions are on paper."
        ),
        agenda=("One structure a session", "Margin and worst case", "Adjusting by rule"),
        hue=345,
        start=time(18, 30),
        minutes=90,
        rupees=799,
        topics={1: "Building a structure", 3: "Managing to expiry"},
        seats={1: 40, 3: 40},
    ),
    DemoProgram(
        weburlname="swing-planning",
        title="Swing Planning Sessions",
        host="harpreet-singh-gill",
        category="Risk and Psychology",
        description=(
            "Three evenings a week to write, size and review a plan on charts that are at least three months "
            "old. No calls, no tips: you bring the idea, and the group tests the plan."
        ),
        agenda=("Write the plan", "Size it", "Review it"),
        hue=188,
        start=time(19, 0),
        minutes=60,
        rupees=399,
        topics={0: "Plan", 2: "Size", 4: "Review"},
        seats={0: 60, 2: 60, 4: 60},
    ),
    DemoProgram(
        weburlname="hindi-chart-lab",
        title="चार्ट लैब: हिंदी में अभ्यास",
        host="rohit-saxena",
        language=Language.HINDI,
        category="Technical Analysis",
        description="पुराने चार्ट पर हिंदी में अभ्यास। शुक्रवार की कक्षा छोटी है: केवल तीन लोग।",
        agenda=("चार्ट पढ़ना", "नोट लिखना", "सवाल-जवाब"),
        hue=45,
        start=time(15, 45),
        minutes=90,
        rupees=299,
        topics={2: "अभ्यास", 4: "छोटा समूह"},
        seats={4: 3},
    ),
]
