"""The chapters and topics of the demo's courses. Names refer to files in `demo_files`."""

from dataclasses import dataclass
from datetime import date

from apps.catalog.states import ContentType, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What the courses of a category share: a first video, and an exercise and a quiz at the end."""

    first_chapter: str
    last_chapter: str
    video: str
    video_title: str
    practice: str
    practice_title: str
    practice_minutes: int
    quiz: str
    quiz_title: str = "Check what you learned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What is specific to a course: an article, and in some a middle chapter with a video or a PDF."""

    article_title: str
    article_summary: str
    middle_chapter: str = "Going further"
    video: str | None = None
    video_title: str = ""
    document: str | None = None
    document_title: str = ""
    market_data_date: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTopic:
    """A topic to create; `source` is the name of its video, article, PDF or quiz in `demo_files`."""

    title: str
    content_type: ContentType
    source: str
    summary: str = ""
    """Empty: the one that all topics of this source share."""
    minutes: int | None = None
    market_data_date: date | None = None


VIDEO_TITLES = {
    "candle": "One candle, four prices",
    "order": "Where an order goes",
    "risk": "Size before everything",
    "spread": "Spread it out",
    "range": "A price and a range",
    "gap": "A gap is a price that nobody traded",
    "book": "मार्केट ऑर्डर और लिमिट ऑर्डर",
    "sip": "एक जैसी क़िस्त, अलग-अलग यूनिट",
}

CAPTIONS = {
    "candle": ("en", "hi"),
    "order": ("en", "hi"),
    "spread": ("en", "hi"),
    "risk": ("en",),
    "range": ("en",),
    "gap": ("en",),
    "book": ("en", "hi"),
    "sip": ("en", "hi"),
}
DOCUMENT_TITLES = {"trade-plan": "Trade plan and journal"}
PREVIEWS = {
    "how-the-indian-stock-market-works": "loop-order",
    "candlesticks-from-the-first-principle": "loop-candles",
    "index-funds-and-etfs-in-india": "loop-spread",
}

SUMMARIES = {
    "order": "Follow one order from your phone to the exchange and back to your demat account.",
    "candle": "Name the four prices of any candle and say what happened between them.",
    "range": "See why a company has a range of values, and a price only one number.",
    "risk": "Work out how many shares to buy from the loss that you can bear.",
    "spread": "See what happens to the whole when one part of it falls.",
    "practice-market-basics": "Find every charge on a contract note of your own and add them up.",
    "practice-technical-analysis": "Describe thirty candles one at a time before you look at the next.",
    "practice-fundamental-analysis": "Answer five questions about one company from its annual report.",
    "practice-options-and-futures": "Draw six payoffs at expiry by hand and check their break-even.",
    "practice-mutual-funds-and-etfs": "Put two factsheets side by side and write down what differs.",
    "practice-risk-and-psychology": "Look back at ten decisions and separate the decision from its result.",
    "practice-personal-finance": "Write the one page that your family would need.",
    "practice-global-markets": "Keep ten numbers from abroad on one page and say what each moves.",
    "quiz": "Find out what stayed, with the reason for every answer.",
    "trade-plan": "A sheet to print: entry, stop, size and the reason, before the order.",
}
"""By source; quizzes have one in common."""

HINDI_SUMMARIES = {
    "order": "एक ऑर्डर के साथ फ़ोन से एक्सचेंज तक और वापस डीमैट खाते तक चलिए।",
    "spread": "देखिए कि एक हिस्सा गिरे तो पूरे का क्या होता है।",
    "abhyas-ek-panne-ki-yojana": "अपनी योजना एक पन्ने पर लिखिए, ताकि वह मुश्किल दिन में काम आए।",
    "quiz": "देखिए क्या याद रहा; हर जवाब के साथ कारण भी है।",
}
"""The same for courses in Hindi."""

SUBJECTS = {
    "Market Basics": Subject(
        first_chapter="Follow the order",
        last_chapter="Check it yourself",
        video="order",
        video_title="Where an order goes",
        practice="practice-market-basics",
        practice_title="Exercise: your own contract note",
        practice_minutes=20,
        quiz="market-basics",
    ),
    "Technical Analysis": Subject(
        first_chapter="What a chart shows",
        last_chapter="On paper first",
        video="candle",
        video_title="One candle, four prices",
        practice="practice-technical-analysis",
        practice_title="Exercise: thirty candles, one at a time",
        practice_minutes=25,
        quiz="technical-analysis",
    ),
    "Fundamental Analysis": Subject(
        first_chapter="Behind the numbers",
        last_chapter="One company, one page",
        video="range",
        video_title="A price and a range",
        practice="practice-fundamental-analysis",
        practice_title="Exercise: five questions for a report",
        practice_minutes=30,
        quiz="fundamental-analysis",
    ),
    "Options and Futures": Subject(
        first_chapter="Rights and obligations",
        last_chapter="Draw it",
        video="risk",
        video_title="Size before everything",
        practice="practice-options-and-futures",
        practice_title="Exercise: draw the payoffs at expiry",
        practice_minutes=30,
        quiz="options-and-futures",
    ),
    "Mutual Funds and ETFs": Subject(
        first_chapter="What you own",
        last_chapter="Two schemes, side by side",
        video="spread",
        video_title="Spread it out",
        practice="practice-mutual-funds-and-etfs",
        practice_title="Exercise: two factsheets",
        practice_minutes=20,
        quiz="mutual-funds-and-etfs",
    ),
    "Risk and Psychology": Subject(
        first_chapter="How many before what",
        last_chapter="Ten decisions",
        video="risk",
        video_title="Size before everything",
        practice="practice-risk-and-psychology",
        practice_title="Exercise: your last ten decisions",
        practice_minutes=15,
        quiz="risk-and-psychology",
    ),
    "Personal Finance": Subject(
        first_chapter="One step at a time",
        last_chapter="Your plan on one page",
        video="spread",
        video_title="Spread it out",
        practice="practice-personal-finance",
        practice_title="Exercise: a page for the family",
        practice_minutes=20,
        quiz="personal-finance",
    ),
    "Global Markets": Subject(
        first_chapter="Beyond the share market",
        last_chapter="Ten numbers",
        video="spread",
        video_title="Spread it out",
        practice="practice-global-markets",
        practice_title="Exercise: a page of ten numbers",
        practice_minutes=25,
        quiz="global-markets",
    ),
}

HINDI_SUBJECTS = {
    category: Subject(
        first_chapter="शुरुआत",
        last_chapter="अभ्यास",
        video=video,
        video_title=title,
        practice="abhyas-ek-panne-ki-yojana",
        practice_title="अभ्यास: एक पन्ने की योजना",
        practice_minutes=20,
        quiz="hindi",
        quiz_title="कितना याद रहा?",
    )
    for category, video, title in (
        ("Market Basics", "order", "ऑर्डर कहाँ-कहाँ जाता है"),
        ("Mutual Funds and ETFs", "spread", "एक में नहीं, कई में"),
        ("Personal Finance", "spread", "एक में नहीं, कई में"),
    )
}


def get_subject(*, category: str, language: str) -> Subject:
    return HINDI_SUBJECTS[category] if language == Language.HINDI else SUBJECTS[category]


LESSONS = {
    "how-the-indian-stock-market-works": Lesson(
        article_title="Reading a contract note",
        article_summary="Read every line of a contract note and know who was paid what.",
    ),
    "share-bazaar-ki-pehli-seedhi": Lesson(
        article_title="मार्केट और लिमिट ऑर्डर",
        article_summary="मार्केट और लिमिट ऑर्डर में फ़र्क समझिए और सही वाला चुनिए।",
    ),
    "reading-market-news-without-noise": Lesson(
        article_title="Four questions for a headline",
        article_summary="Ask four questions of any headline before you believe it.",
        middle_chapter="What a price is",
        video="range",
        video_title="A price and a range",
    ),
    "candlesticks-from-the-first-principle": Lesson(
        article_title="What a candle keeps and forgets",
        article_summary="Know what a candle leaves out before you read meaning into it.",
    ),
    "trend-range-and-volume": Lesson(
        article_title="Trend or range? Decide in writing",
        article_summary="Decide by rules that you wrote down whether a price trends or ranges.",
        middle_chapter="Before your first order",
        video="risk",
        video_title="Size before everything",
        document="trade-plan",
        document_title="The plan on one page",
    ),
    "moving-averages-and-their-limits": Lesson(
        article_title="Why an average is always late",
        article_summary="Calculate how late an average is, and choose its length knowingly.",
    ),
    "reading-an-annual-report": Lesson(
        article_title="Read it from the back",
        article_summary="Start where the notes are and find what the first pages leave out.",
    ),
    "valuation-from-cash-flows-to-a-range": Lesson(
        article_title="Exact arithmetic, uncertain assumptions",
        article_summary="Turn cash flows into a range, and see which assumption moves it most.",
        middle_chapter="More than one company",
        video="spread",
        video_title="Spread it out",
    ),
    "sectors-of-the-indian-economy": Lesson(
        article_title="Six sectors and what moves them",
        article_summary="Name what moves the profits of six sectors.",
    ),
    "options-rights-obligations-and-price": Lesson(
        article_title="Two unequal sides",
        article_summary="Tell what the buyer and the seller of an option may do and must do.",
    ),
    "hedging-a-share-portfolio": Lesson(
        article_title="What a hedge costs",
        article_summary="Work out what a hedge costs a year, and what it leaves open.",
        middle_chapter="What diversification does first",
        video="spread",
        video_title="Spread it out",
    ),
    "the-greeks-one-evening-each": Lesson(
        article_title="Four slopes",
        article_summary="Read delta, gamma, theta and vega as slopes of one curve.",
    ),
    "mutual-funds-from-the-factsheet-up": Lesson(
        article_title="Two pages, and how to read them",
        article_summary="Find cost, risk and holdings on the two pages of a factsheet.",
    ),
    "mutual-fund-aur-sip": Lesson(
        article_title="SIP क्या करती है, क्या नहीं", article_summary="जानिए SIP क्या करती है, और किससे नहीं बचाती।"
    ),
    "index-funds-and-etfs-in-india": Lesson(
        article_title="Index fund or ETF",
        article_summary="Choose between an index fund and an ETF by cost and by how you buy.",
    ),
    "position-size-before-everything": Lesson(
        article_title="The one formula",
        article_summary="Use one formula for the number of shares in every trade.",
        middle_chapter="Keep it on your desk",
        document="trade-plan",
        document_title="Trade plan to print",
    ),
    "deciding-under-pressure": Lesson(
        article_title="Four mistakes and what helps",
        article_summary="Recognise four mistakes in yourself, with one habit against each.",
    ),
    "the-trading-journal-workshop": Lesson(
        article_title="One line per trade",
        article_summary="Write one line for each trade that is still useful a year later.",
        middle_chapter="Your journal sheet",
        document="trade-plan",
        document_title="Plan and journal to print",
    ),
    "money-in-order": Lesson(
        article_title="Six steps, in the right order",
        article_summary="Put savings, insurance and investments in the order that protects you.",
    ),
    "tax-for-investors-and-traders": Lesson(
        article_title="Which kind of income is each trade?",
        article_summary="Sort each trade into capital gain or business income.",
    ),
    "retirement-ki-yojana": Lesson(
        article_title="तीन कदम, तीन साधन",
        article_summary="तीन कदमों में अपना लक्ष्य निकालिए और तीन साधनों में बाँटिए।",
    ),
    "rates-rupee-and-oil": Lesson(
        article_title="Three prices from outside the market",
        article_summary="Follow how rates, rupee and oil reach the profits of companies.",
    ),
    "investing-abroad-from-india": Lesson(
        article_title="Rule book, currency, paperwork",
        article_summary="Know the rules, the currency and the papers before you send money abroad.",
        middle_chapter="How an order travels",
        video="order",
        video_title="Where an order goes",
    ),
    "why-markets-move-together": Lesson(
        article_title="Five episodes",
        article_summary="See five times when markets fell together, and what still helped.",
        market_data_date=date(2020, 3, 31),
    ),
}

LONGER_COURSES = {
    "candlesticks-from-the-first-principle": {
        "Between two days": [
            DemoTopic(
                title="A gap is a price that nobody traded",
                content_type=ContentType.VIDEO,
                source="gap",
                summary="See how a gap opens overnight, and what it does to an order that waited inside it.",
            ),
            DemoTopic(
                title="Gaps, and what they mean",
                content_type=ContentType.ARTICLE,
                source="gaps-and-what-they-mean",
                summary="Ask three questions of a gap before you believe what people say about it.",
            ),
        ],
        "How many took part": [
            DemoTopic(
                title="Volume beside the candle",
                content_type=ContentType.ARTICLE,
                source="volume-beside-the-candle",
                summary="Compare a day's volume with its neighbours, and know what it cannot tell you.",
            ),
            DemoTopic(
                title="Gaps and volume: what stayed?",
                content_type=ContentType.QUIZ,
                source="gaps-and-volume",
            ),
        ],
    },
    "share-bazaar-ki-pehli-seedhi": {
        "खाते और ऑर्डर": [
            DemoTopic(
                title="डीमैट खाता और ट्रेडिंग खाता",
                content_type=ContentType.ARTICLE,
                source="demat-khata-aur-trading-khata",
                summary="जानिए कौन-सा खाता क्या करता है और शेयर किसके नाम पर रहते हैं।",
            ),
            DemoTopic(
                title="मार्केट ऑर्डर और लिमिट ऑर्डर",
                content_type=ContentType.VIDEO,
                source="book",
                summary="ऑर्डर बुक में देखिए कि दोनों ऑर्डर के साथ क्या होता है।",
            ),
        ],
        "पूरा ख़र्च": [
            DemoTopic(
                title="ख़र्च जो दिखते नहीं",
                content_type=ContentType.ARTICLE,
                source="kharch-jo-dikhte-nahin",
                summary="कॉन्ट्रैक्ट नोट की हर रकम पहचानिए और बराबरी का दाम निकालिए।",
            ),
            DemoTopic(
                title="पहला ऑर्डर: क्या याद रहा?", content_type=ContentType.QUIZ, source="hindi-pehla-order"
            ),
        ],
    },
    "mutual-fund-aur-sip": {
        "क़िस्त और यूनिट": [
            DemoTopic(
                title="एक जैसी क़िस्त, अलग-अलग यूनिट",
                content_type=ContentType.VIDEO,
                source="sip",
                summary="छह महीने की क़िस्तों में देखिए कि औसत ख़रीद कैसे बनती है।",
            ),
            DemoTopic(
                title="ख़र्च का अनुपात और दो प्लान",
                content_type=ContentType.ARTICLE,
                source="expense-ratio-aur-plan",
                summary="वह अंक ढूँढिए जो हर साल कटता है, और डायरेक्ट व रेगुलर का फ़र्क समझिए।",
            ),
        ],
        "जब बाज़ार गिरे": [
            DemoTopic(
                title="SIP रोकें या चलाएँ",
                content_type=ContentType.ARTICLE,
                source="sip-rokna-ya-chalana",
                summary="चार सही वजहें पहचानिए और अपना नियम लिखकर रखिए।",
            ),
            DemoTopic(title="SIP: क्या याद रहा?", content_type=ContentType.QUIZ, source="hindi-sip"),
        ],
    },
}
"""Further chapters of three courses, before their last one."""
