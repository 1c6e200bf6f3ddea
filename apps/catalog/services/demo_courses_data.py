"""The categories and courses of the demo."""

from dataclasses import dataclass

from apps.catalog.states import Icon, Language, Level

CATEGORIES = [
    ("Market Basics", Icon.BOOK, 215),
    ("Technical Analysis", Icon.CANDLES, 262),
    ("Fundamental Analysis", Icon.LINE, 312),
    ("Options and Futures", Icon.OPTIONS, 345),
    ("Mutual Funds and ETFs", Icon.PIE, 188),
    ("Risk and Psychology", Icon.SHIELD, 286),
    ("Personal Finance", Icon.COINS, 62),
    ("Global Markets", Icon.GLOBE, 238),
]


AFTER_MODULES = {
    "how-the-market-works": "reading-an-annual-report",
    "reading-charts": "trend-range-and-volume",
    "risk-and-derivatives": "options-rights-obligations-and-price",
}
"""The course that goes on from each module of the academy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoCourse:
    category: str
    title: str
    weburlname: str
    lead: str
    long_description: str
    learn: tuple[str, ...]
    requirements: tuple[str, ...] = ("No earlier knowledge of the market",)
    instructors: tuple[str, ...]
    level: Level = Level.BEGINNER
    language: Language = Language.ENGLISH
    rupees: int = 0
    markup_rupees: int | None = None
    is_pro: bool = False
    is_new: bool = False
    access_days: int = 365
    learners: int
    """How many of the demo's learners have it."""
    days_ago: int
    figure: tuple[str, str] = ("", "")
    """The figure of the cover, and its numbers."""


COURSES = [
    DemoCourse(
        category="Market Basics",
        title="How the Indian Stock Market Works",
        weburlname="how-the-indian-stock-market-works",
        lead="What exchanges, brokers, depositories and the regulator each do with your order.",
        long_description=(
            "Follow one order from your phone to the exchange and back to your demat account. You learn "
            "who handles it, what they may charge, and whom to ask when something goes wrong."
        ),
        learn=(
            "Tell the exchange, the broker and the depository apart",
            "Read a contract note line by line",
            "Know the charges and taxes on a delivery trade",
            "Use the investor grievance route",
        ),
        instructors=("kavya-reddy",),
        learners=13,
        days_ago=410,
        figure=("order-book", "500, 501"),
    ),
    DemoCourse(
        category="Market Basics",
        title="शेयर बाज़ार की पहली सीढ़ी",
        weburlname="share-bazaar-ki-pehli-seedhi",
        lead="डीमैट खाते से पहले ऑर्डर तक, आसान हिंदी में।",
        long_description=(
            "यह कोर्स बिल्कुल शुरुआत करने वालों के लिए है: शेयर क्या है, दाम कैसे बनता है, ऑर्डर कितने "
            "प्रकार के होते हैं, और किन वादों से बचना चाहिए। हर पाठ में एक ही विचार, धीरे-धीरे।"
        ),
        learn=(
            "शेयर, सूचकांक और डीमैट खाते का मतलब",
            "मार्केट और लिमिट ऑर्डर का फ़र्क",
            "कॉन्ट्रैक्ट नोट पढ़ना",
            "झूठे 'टिप्स' को पहचानना",
        ),
        requirements=("पहले से कोई जानकारी ज़रूरी नहीं",),
        instructors=("rohit-saxena",),
        language=Language.HINDI,
        is_new=True,
        learners=12,
        days_ago=18,
    ),
    DemoCourse(
        category="Market Basics",
        title="Reading Market News Without Noise",
        weburlname="reading-market-news-without-noise",
        lead="Separate what moves prices from what only fills columns, in twenty minutes a day.",
        long_description=(
            "Most headlines explain yesterday. This course builds a short daily routine: which releases "
            "matter, where to find them at the source, and how to write down what would change your mind."
        ),
        learn=(
            "Go to filings and releases instead of summaries",
            "Keep a one-page market diary",
            "Recognise paid promotion",
        ),
        instructors=("nikhil-banerjee", "farah-qureshi"),
        rupees=799,
        learners=5,
        days_ago=150,
    ),
    DemoCourse(
        category="Technical Analysis",
        title="Candlesticks from the First Principle",
        weburlname="candlesticks-from-the-first-principle",
        lead="What a candle records, what it leaves out, and how to read a few of them together.",
        long_description=(
            "A candle is four prices and a period of time, nothing more. Start there, and patterns stop "
            "being a list to memorise. Examples use Indian index charts that are at least three months old."
        ),
        learn=(
            "Explain any candle in one sentence",
            "Read candles in the context of range and volume",
            "Test a pattern on old charts before trusting it",
        ),
        instructors=("meera-iyer",),
        learners=14,
        days_ago=520,
        figure=("one-candle", "500, 520, 490, 515"),
    ),
    DemoCourse(
        category="Technical Analysis",
        title="Trend, Range and Volume: A Working Method",
        weburlname="trend-range-and-volume",
        lead="Three questions to ask of every chart before you think about a trade.",
        long_description=(
            "Is it trending, how wide does it swing, and who is taking part? The course turns these "
            "questions into a checklist, applies it to forty charts and counts how often it was wrong."
        ),
        learn=(
            "Mark trend and range the same way every time",
            "Use volume as a question, not as a signal",
            "Keep a record of failed readings",
        ),
        requirements=("Candlestick basics",),
        instructors=("meera-iyer", "harpreet-singh-gill"),
        level=Level.INTERMEDIATE,
        rupees=2499,
        markup_rupees=3999,
        learners=9,
        days_ago=240,
    ),
    DemoCourse(
        category="Technical Analysis",
        title="Moving Averages and Their Limits",
        weburlname="moving-averages-and-their-limits",
        lead="What smoothing shows, what it hides, and why every average lags.",
        long_description=(
            "Compute averages by hand once, then use them with care. You compare simple, weighted and "
            "exponential averages over the same years and see where each one lags."
        ),
        learn=(
            "Choose a length for a reason",
            "Measure lag and false turns",
            "Combine an average with a range filter",
        ),
        requirements=("Candlestick basics",),
        instructors=("meera-iyer",),
        level=Level.INTERMEDIATE,
        is_pro=True,
        learners=8,
        days_ago=130,
    ),
    DemoCourse(
        category="Fundamental Analysis",
        title="Reading an Annual Report in One Evening",
        weburlname="reading-an-annual-report",
        lead="Where to find the facts, in which order to read them, and what the notes say quietly.",
        long_description=(
            "Two hundred pages, of which thirty matter. Work through one complete report: the auditor's "
            "report, the cash flow, the notes on related parties and, last of all, the chairman's letter."
        ),
        learn=(
            "Find the thirty pages that matter",
            "Tie profit to cash",
            "Read related-party and contingent-liability notes",
        ),
        instructors=("farah-qureshi",),
        rupees=1499,
        markup_rupees=2499,
        learners=8,
        days_ago=300,
    ),
    DemoCourse(
        category="Fundamental Analysis",
        title="Valuation: From Cash Flows to a Range",
        weburlname="valuation-from-cash-flows-to-a-range",
        lead="Build a small model, stress its assumptions, and end with a range instead of a number.",
        long_description=(
            "A valuation is an argument in numbers. You build one in a plain spreadsheet, change one "
            "assumption at a time, and learn to state how wrong you may be."
        ),
        learn=(
            "Set up a three-statement model",
            "Choose and defend a discount rate",
            "Present a range with its reasons",
        ),
        requirements=("Reading a balance sheet", "A spreadsheet program"),
        instructors=("farah-qureshi", "sudha-raman"),
        level=Level.ADVANCED,
        rupees=4999,
        markup_rupees=6999,
        access_days=540,
        learners=4,
        days_ago=95,
    ),
    DemoCourse(
        category="Fundamental Analysis",
        title="Sectors of the Indian Economy",
        weburlname="sectors-of-the-indian-economy",
        lead="How banks, software, consumer goods, energy and pharma make money, and which numbers to watch.",
        long_description=(
            "Each sector has a few numbers of its own. For each one you learn how the money comes in, how "
            "the cycle runs, and which ratio to check first."
        ),
        learn=(
            "Name the two key ratios of eight sectors",
            "See where a company is in its cycle",
            "Compare like with like",
        ),
        requirements=("Reading a profit and loss statement",),
        instructors=("farah-qureshi",),
        level=Level.INTERMEDIATE,
        is_pro=True,
        is_new=True,
        learners=2,
        days_ago=12,
    ),
    DemoCourse(
        category="Options and Futures",
        title="Options: Rights, Obligations and Price",
        weburlname="options-rights-obligations-and-price",
        lead="What you buy, what you owe, and why most option buyers lose their premium.",
        long_description=(
            "Start with the contract and its settlement on Indian exchanges. You draw payoffs by hand "
            "before any strategy gets a name, and every lesson ends with the worst case in rupees."
        ),
        learn=(
            "Draw the payoff of any single option",
            "Explain time value and implied volatility",
            "Work out margin and the worst case before entry",
        ),
        requirements=("How orders work",),
        instructors=("arjun-deshmukh",),
        level=Level.INTERMEDIATE,
        rupees=1999,
        markup_rupees=2999,
        learners=11,
        days_ago=210,
        figure=("option-payoff", "500, 12"),
    ),
    DemoCourse(
        category="Options and Futures",
        title="Hedging a Share Portfolio with Index Options",
        weburlname="hedging-a-share-portfolio",
        lead="What protection costs, what it covers, and when holding less is the better hedge.",
        long_description=(
            "Measure your holdings against the index, price their protection for different periods, and "
            "compare the cost with simply holding less. The examples use past quarters and real "
            "settlement rules."
        ),
        learn=(
            "Estimate a portfolio's beta and its error",
            "Compare puts, collars and cash",
            "Roll or close a hedge by rule",
        ),
        requirements=("Single options and their payoffs",),
        instructors=("arjun-deshmukh", "harpreet-singh-gill"),
        level=Level.ADVANCED,
        rupees=5999,
        markup_rupees=7999,
        learners=2,
        days_ago=60,
    ),
    DemoCourse(
        category="Options and Futures",
        title="The Greeks, One Evening Each",
        weburlname="the-greeks-one-evening-each",
        lead="Delta, gamma, theta and vega: four ways to look at a position.",
        long_description=(
            "Five short evenings. Each Greek gets a picture, a calculation, and one mistake that people "
            "often make with it near expiry."
        ),
        learn=(
            "Read a position's Greeks in rupees",
            "See how they change near expiry",
            "Set limits in Greeks, not in lots",
        ),
        requirements=("Single options and their payoffs",),
        instructors=("arjun-deshmukh",),
        level=Level.ADVANCED,
        is_pro=True,
        learners=6,
        days_ago=175,
    ),
    DemoCourse(
        category="Mutual Funds and ETFs",
        title="Mutual Funds from the Factsheet Up",
        weburlname="mutual-funds-from-the-factsheet-up",
        lead="Costs, categories and rolling returns, read from the fund's own documents.",
        long_description=(
            "Learn the categories as the regulator defines them, find the costs, and compare funds over "
            "rolling years instead of chasing last year's winners."
        ),
        learn=(
            "Read a factsheet and a scheme document",
            "Compare direct and regular plans in rupees",
            "Use rolling returns and drawdowns",
        ),
        instructors=("kavya-reddy",),
        learners=13,
        days_ago=365,
    ),
    DemoCourse(
        category="Mutual Funds and ETFs",
        title="म्यूचुअल फंड और SIP: सोच-समझकर",
        weburlname="mutual-fund-aur-sip",
        lead="SIP क्या करती है, क्या नहीं करती, और खर्च कहाँ छिपे होते हैं।",
        long_description=(
            "फैक्टशीट, खर्च अनुपात और जोखिम-मापक को एक-एक करके समझिए। अलग-अलग बाज़ारों में SIP के असली "
            "आँकड़े देखिए, बिना किसी वादे के।"
        ),
        learn=(
            "फंड की श्रेणियाँ और उनका जोखिम",
            "डायरेक्ट और रेगुलर प्लान का फ़र्क",
            "लक्ष्य के हिसाब से अवधि चुनना",
        ),
        requirements=("पहले से कोई जानकारी ज़रूरी नहीं",),
        instructors=("rohit-saxena", "kavya-reddy"),
        language=Language.HINDI,
        is_pro=True,
        learners=10,
        days_ago=88,
    ),
    DemoCourse(
        category="Mutual Funds and ETFs",
        title="Index Funds and ETFs in India",
        weburlname="index-funds-and-etfs-in-india",
        lead="Tracking difference, liquidity and tax: what matters once you have chosen the index.",
        long_description=(
            "Passive is simple, not automatic. Compare funds and ETFs on the same index, measure how far "
            "they stray from it, and plan how you will buy and exit."
        ),
        learn=(
            "Measure tracking difference",
            "Judge an ETF's liquidity before buying",
            "Plan a rebalancing day",
        ),
        instructors=("kavya-reddy",),
        rupees=999,
        markup_rupees=1499,
        learners=6,
        days_ago=70,
    ),
    DemoCourse(
        category="Risk and Psychology",
        title="Position Size Before Everything",
        weburlname="position-size-before-everything",
        lead="Decide how much before you decide what: the arithmetic of staying in the game.",
        long_description=(
            "Losses and gains are not symmetrical. You simulate hundreds of honest and dishonest track "
            "records and see what position size alone does to each."
        ),
        learn=(
            "Size a position from a loss you can accept",
            "Understand drawdown arithmetic",
            "Write your own risk rules on one page",
        ),
        instructors=("harpreet-singh-gill",),
        learners=12,
        days_ago=280,
        figure=("position-size", "400, 390, 2000"),
    ),
    DemoCourse(
        category="Risk and Psychology",
        title="Deciding Under Pressure",
        weburlname="deciding-under-pressure",
        lead="What stress does to judgement, and the few habits that help.",
        long_description=(
            "From loss aversion to the urge to get even, each lesson pairs a well-tested finding with one "
            "habit you can try for a week, and tells you how strong the evidence is."
        ),
        learn=(
            "Spot four costly habits in your own record",
            "Use pre-commitment and checklists",
            "Review a bad day calmly",
        ),
        instructors=("sudha-raman",),
        is_pro=True,
        learners=9,
        days_ago=140,
        figure=("recovery", "50"),
    ),
    DemoCourse(
        category="Risk and Psychology",
        title="The Trading Journal Workshop",
        weburlname="the-trading-journal-workshop",
        lead="Keep a record that can prove you wrong.",
        long_description=(
            "Build a journal in a spreadsheet, fill it with twenty past decisions, and ask it questions. "
            "The aim is a review that takes an hour a month."
        ),
        learn=(
            "Record reasons before results",
            "Separate luck from process",
            "Review by question, not by mood",
        ),
        requirements=("A spreadsheet program",),
        instructors=("harpreet-singh-gill", "sudha-raman"),
        level=Level.INTERMEDIATE,
        rupees=1299,
        learners=3,
        days_ago=45,
    ),
    DemoCourse(
        category="Personal Finance",
        title="Money in Order: A Plan for the First Salary",
        weburlname="money-in-order",
        lead="Emergency fund, insurance and debts first; investing after that.",
        long_description=(
            "A step-by-step plan with worksheets: what to insure, how much to keep in hand, which debts to "
            "clear first, and only then what to invest."
        ),
        learn=(
            "Build a monthly plan that survives a bad month",
            "Choose term and health cover by need",
            "Rank debts by cost",
        ),
        instructors=("kavya-reddy",),
        is_new=True,
        learners=11,
        days_ago=25,
    ),
    DemoCourse(
        category="Personal Finance",
        title="Tax for Investors and Traders",
        weburlname="tax-for-investors-and-traders",
        lead="Capital gains, business income and the documents to keep, with examples for salaried people.",
        long_description=(
            "How gains on shares, funds and derivatives are classified, which forms they go into, and which "
            "mistakes bring tax notices. This is general education; your own return may need a "
            "professional."
        ),
        learn=(
            "Tell capital gains from business income",
            "Set off and carry forward losses",
            "Prepare the documents for your return",
        ),
        requirements=("A demat account, or plans to open one",),
        instructors=("kavya-reddy", "nikhil-banerjee"),
        level=Level.INTERMEDIATE,
        rupees=1799,
        markup_rupees=2199,
        learners=7,
        days_ago=35,
    ),
    DemoCourse(
        category="Personal Finance",
        title="रिटायरमेंट की योजना, आज से",
        weburlname="retirement-ki-yojana",
        lead="महँगाई, अवधि और जोखिम: तीन सवालों से योजना बनाइए।",
        long_description=(
            "कितना चाहिए, कब तक चाहिए और कितना उतार-चढ़ाव सह सकते हैं। NPS, EPF और म्यूचुअल फंड की तुलना, "
            "साफ़ मान्यताओं के साथ।"
        ),
        learn=(
            "महँगाई को ध्यान में रखकर लक्ष्य तय करना",
            "NPS, EPF और PPF की तुलना",
            "साल में एक बार योजना की समीक्षा",
        ),
        requirements=("पहले से कोई जानकारी ज़रूरी नहीं",),
        instructors=("rohit-saxena",),
        language=Language.HINDI,
        is_pro=True,
        learners=7,
        days_ago=110,
    ),
    DemoCourse(
        category="Global Markets",
        title="Rates, Rupee and Oil: Macro for Investors",
        weburlname="rates-rupee-and-oil",
        lead="Three prices from outside the stock market that affect every portfolio.",
        long_description=(
            "How policy rates, the rupee and crude feed into company earnings and share prices, how long "
            "it takes, and why forecasts of them deserve little weight."
        ),
        learn=(
            "Read a monetary policy statement",
            "Trace the rupee and crude through to earnings",
            "Keep one page of ten macro numbers",
        ),
        instructors=("nikhil-banerjee",),
        level=Level.INTERMEDIATE,
        is_pro=True,
        learners=4,
        days_ago=160,
    ),
    DemoCourse(
        category="Global Markets",
        title="Investing Abroad from India: Rules and Costs",
        weburlname="investing-abroad-from-india",
        lead="Limits, routes, tax and currency risk before the first dollar leaves.",
        long_description=(
            "The remittance scheme and its limits, funds of funds and direct accounts, tax collected at "
            "source, and how the currency adds to your risk."
        ),
        learn=(
            "Compare the legal routes and their costs",
            "Account for currency in returns",
            "Keep the records you need for tax",
        ),
        requirements=("Basics of shares and funds",),
        instructors=("nikhil-banerjee",),
        level=Level.ADVANCED,
        rupees=3499,
        learners=1,
        days_ago=8,
        is_new=True,
    ),
    DemoCourse(
        category="Global Markets",
        title="Why Markets Move Together",
        weburlname="why-markets-move-together",
        lead="Correlation explained with five crises and no formula longer than a line.",
        long_description=(
            "When world markets fall, most things fall. Look at five episodes across markets, measure how "
            "the links tightened, and see what diversification did and did not do."
        ),
        learn=(
            "Read correlation without over-trusting it",
            "See what diversified in past crises",
            "Ask better questions about your portfolio",
        ),
        instructors=("nikhil-banerjee", "sudha-raman"),
        level=Level.INTERMEDIATE,
        is_pro=True,
        learners=3,
        days_ago=5,
    ),
]
