import time

import pytest

from apps.core.advert_words import Claim, PublicText, find

FOUND = [
    ("Guaranteed returns every month", Claim.PROMISE, "Guaranteed returns every month"),
    ("Profits are assured.", Claim.PROMISE, "Profits are assured."),
    ("A risk-free way to trade", Claim.PROMISE, "A risk-free way to trade"),
    ("Double your money in a year", Claim.PROMISE, "Double your money in a year"),
    ("गारंटीड रिटर्न पाएं", Claim.PROMISE, "गारंटीड रिटर्न पाएं"),
    ("मुनाफ़े की गारंटी", Claim.PROMISE, "मुनाफ़े की गारंटी"),
    ("बिना किसी जोखिम के", Claim.PROMISE, "बिना किसी जोखिम के"),
    ("India's leading course", Claim.SUPERLATIVE, "India's leading course"),
    ("THE BEST course", Claim.SUPERLATIVE, "THE BEST course"),
    ("सबसे अच्छा कोर्स", Claim.SUPERLATIVE, "सबसे अच्छा कोर्स"),
    ("Earn ₹5,000 a day", Claim.EARNINGS, "Earn ₹5,000 a day"),
    ("A passive income from options", Claim.EARNINGS, "A passive income from options"),
    ("रोज़ाना कमाई करें", Claim.EARNINGS, "रोज़ाना कमाई करें"),
    ("करोड़पति बनें", Claim.EARNINGS, "करोड़पति बनें"),
    ("The fund had 12% returns", Claim.NO_WARNING, "The fund had 12% returns"),
    ("15 प्रतिशत का रिटर्न", Claim.NO_WARNING, "15 प्रतिशत का रिटर्न"),
    ("Earn ₹5,000 daily", Claim.EARNINGS, "Earn ₹5,000 daily"),
    ("Make up to Rs. 50,000 monthly", Claim.EARNINGS, "Make up to Rs. 50,000 monthly"),
    ("Get sureshot calls", Claim.PROMISE, "Get sureshot calls"),
    ("India's #1 course", Claim.SUPERLATIVE, "India's #1 course"),
    ("#1 in India", Claim.SUPERLATIVE, "#1 in India"),
    ("Make 40% in a month", Claim.EARNINGS, "Make 40% in a month"),
    ("Find the next multibagger", Claim.PROMISE, "Find the next multibagger"),
    ("Calls with 95% accuracy", Claim.PROMISE, "Calls with 95% accuracy"),
    ("पाएं दोगुना पैसा", Claim.PROMISE, "पाएं दोगुना पैसा"),
    ("guar\u200banteed re\u00adturns", Claim.PROMISE, "guaranteed returns"),
    ("ｇｕａｒａｎｔｅｅｄ returns", Claim.PROMISE, "guaranteed returns"),
    ("गारं\u200dटीड रिटर्न", Claim.PROMISE, "गारंटीड रिटर्न"),
    ("Guaranteed\nreturns", Claim.PROMISE, "Guaranteed returns"),
    ("Guaranteed **returns**", Claim.PROMISE, "Guaranteed returns"),
    ("guaranteed <b>returns</b>", Claim.PROMISE, "guaranteed returns"),
    ("guar&shy;anteed&nbsp;returns", Claim.PROMISE, "guaranteed returns"),
    ("gu\u0430ranteed r\u0435turns", Claim.PROMISE, "guaranteed returns"),
    ("gu\u0301ar\u034fanteed\u3164returns", Claim.PROMISE, "guaranteed returns"),
    ("risk\u2011free", Claim.PROMISE, "risk-free"),
    ("Assured-return plans", Claim.PROMISE, "Assured-return plans"),
    ("Doubling your money", Claim.PROMISE, "Doubling your money"),
    ("10x returns", Claim.PROMISE, "10x returns"),
    ("Success rate of 90%", Claim.PROMISE, "Success rate of 90%"),
    ("पक्की कमाई", Claim.PROMISE, "पक्की कमाई"),
    ("गारंटी के साथ मुनाफ़ा", Claim.PROMISE, "गारंटी के साथ मुनाफ़ा"),
    ("ज़ीरो रिस्क", Claim.PROMISE, "ज़ीरो रिस्क"),
    ("भारत का नंबर-1", Claim.SUPERLATIVE, "भारत का नंबर-1"),
    ("बेस्ट कोर्स", Claim.SUPERLATIVE, "बेस्ट कोर्स"),
    ("Earn ₹5,000/day", Claim.EARNINGS, "Earn ₹5,000/day"),
    ("Earn 2-3% every day", Claim.EARNINGS, "Earn 2-3% every day"),
    ("Turn ₹10,000 into ₹1,00,000", Claim.EARNINGS, "Turn ₹10,000 into ₹1,00,000"),
    ("High returns", Claim.PROMISE, "High returns"),
    ("High returns with low risk", Claim.PROMISE, "High returns with low risk"),
    ("Lose nothing, and no risk. Huge profits!", Claim.PROMISE, "Lose nothing, and no risk. Huge profits!"),
    ("90% of our students are profitable", Claim.PROMISE, "90% of our students are profitable"),
    ("9 out of 10 learners trade in profit", Claim.PROMISE, "9 out of 10 learners trade in profit"),
    ("Sure gains", Claim.PROMISE, "Sure gains"),
    ("Assured 5% every month", Claim.PROMISE, "Assured 5% every month"),
    ("Fixed income every month", Claim.PROMISE, "Fixed income every month"),
    ("A strategy that never fails", Claim.PROMISE, "A strategy that never fails"),
    ("ज्यादा रिटर्न", Claim.PROMISE, "ज्यादा रिटर्न"),
    ("पक्का प्रॉफिट", Claim.PROMISE, "पक्का प्रॉफिट"),
    ("10 में से 9 छात्र मुनाफे में", Claim.PROMISE, "10 में से 9 छात्र मुनाफे में"),
    ("Pakka munafa", Claim.PROMISE, "Pakka munafa"),
    ("Bina risk ke", Claim.PROMISE, "Bina risk ke"),
    ("Paisa double", Claim.PROMISE, "Paisa double"),
    ("Sabse accha course", Claim.SUPERLATIVE, "Sabse accha course"),
    ("घर बैठे कमाएं", Claim.EARNINGS, "घर बैठे कमाएं"),
    ("घर बैठे हर महीने कमाई", Claim.EARNINGS, "घर बैठे हर महीने कमाई"),
    ("लाखों कमाएँ", Claim.EARNINGS, "लाखों कमाएँ"),
    ("अमीर बनें", Claim.EARNINGS, "अमीर बनें"),
    ("Ghar baithe paise kamao", Claim.EARNINGS, "Ghar baithe paise kamao"),
    ("Roz ₹5,000 kamaye", Claim.EARNINGS, "Roz ₹5,000 kamaye"),
    ("Lakhpati bane", Claim.EARNINGS, "Lakhpati bane"),
    ("Earn from home", Claim.EARNINGS, "Earn from home"),
    ("Make money every day", Claim.EARNINGS, "Make money every day"),
    ("Our students have made lakhs", Claim.EARNINGS, "Our students have made lakhs"),
    ("Profit in any market", Claim.EARNINGS, "Profit in any market"),
    ("I doubled my money", Claim.PROMISE, "I doubled my money"),
    ("My capital has almost doubled", Claim.PROMISE, "My capital has almost doubled"),
    ("They promised me monthly returns", Claim.PROMISE, "They promised me monthly returns"),
    ("मेरा पैसा 3 महीने में दोगुना हो गया", Claim.PROMISE, "मेरा पैसा 3 महीने में दोगुना हो गया"),
    ("मेरा पैसा ३ महीने में दोगुना", Claim.PROMISE, "मेरा पैसा ३ महीने में दोगुना"),
    ("Mera paisa 3 mahine mein double", Claim.PROMISE, "Mera paisa 3 mahine mein double"),
    ("5 lakh profit following their calls", Claim.EARNINGS, "5 lakh profit following their calls"),
    ("I earned three lakh", Claim.EARNINGS, "I earned three lakh"),
    ("₹3 lakh in 3 months", Claim.EARNINGS, "₹3 lakh in 3 months"),
    ("three lakh in three months", Claim.EARNINGS, "three lakh in three months"),
    ("Made Rs 50,000 in my first week", Claim.EARNINGS, "Made Rs 50,000 in my first week"),
    ("5 लाख का मुनाफ़ा", Claim.EARNINGS, "5 लाख का मुनाफ़ा"),
    ("मैंने ५ लाख कमाए", Claim.EARNINGS, "मैंने ५ लाख कमाए"),
    ("₹3 लाख 3 महीने में", Claim.EARNINGS, "₹3 लाख 3 महीने में"),
    ("Maine 5 lakh kamaye", Claim.EARNINGS, "Maine 5 lakh kamaye"),
    ("We read the day's index chart", Claim.FRESH_PRICES, "We read the day's index chart"),
    ("Today’s chart", Claim.FRESH_PRICES, "Today’s chart"),
    ("Practise on live charts", Claim.FRESH_PRICES, "Practise on live charts"),
    ("आज का चार्ट", Claim.FRESH_PRICES, "आज का चार्ट"),
]


@pytest.mark.parametrize(("text", "claim", "quote"), FOUND)
def test_a_claim_is_found_and_quoted(text: str, claim: Claim, quote: str) -> None:
    [finding] = find([PublicText("'title'", text)])
    assert (finding.claim, finding.where, finding.quote) == (claim, "'title'", quote)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("No experience needed: guaranteed profits every month", Claim.PROMISE),
        ("No experience needed for guaranteed profits", Claim.PROMISE),
        ("No hidden fees and guaranteed profits", Claim.PROMISE),
        ("Not a tip - guaranteed profits", Claim.PROMISE),
        ("Without long hours at your screen you get assured income", Claim.PROMISE),
        ("Never worry again, assured income", Claim.PROMISE),
        ("Don't miss India's best trading course", Claim.SUPERLATIVE),
        ("Don’t miss the best course", Claim.SUPERLATIVE),
        ("Without a doubt the best course", Claim.SUPERLATIVE),
        ("Not only the best course", Claim.SUPERLATIVE),
        ("कोई भी पाए गारंटीड रिटर्न", Claim.PROMISE),
        ("No fees\nGuaranteed profits", Claim.PROMISE),
    ],
)
def test_a_negation_of_something_else_hides_no_claim(text: str, claim: Claim) -> None:
    [finding] = find([PublicText("'title'", text)])
    assert finding.claim == claim


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No one can promise you guaranteed returns",
        "We don’t offer any assured or guaranteed returns",
        "Trading is hard, and there is no such thing as assured income",
        "Beware of guaranteed returns",
        "कोई गारंटीड रिटर्न नहीं",
        "न गारंटीड रिटर्न, न पक्का मुनाफ़ा",
        "Make 2 weekly plans",
        "No guaranteed returns. We do not promise profits.",
        "Registration does not guarantee the performance of anybody.",
        "There is no risk-free way.",
        "मुनाफ़े की गारंटी नहीं है",
        "The best bid and the best ask",
        "Backtest a plan, then size the position.",
        "The fund had 12% returns. Investments are subject to market risks.",
        "15 प्रतिशत का रिटर्न, बाज़ार जोखिमों के अधीन",
        "Expenses of 2% and what they cost",
        "What an interest rate fixed\n\nIncome and expenses",
        "No guaranteed\nreturns",
        "2 x 75 shares a lot",
        "Why high returns mean high risk",
        "High-return products carry a high risk",
        "High returns on equity, and what a high profit margin says",
        "Anyone who promises high returns: ask for the registration number",
        "A consistent process, not consistent profits",
        "The risk-free rate and fixed income funds",
        "Make sure profits cover the costs",
        "SEBI: 9 out of 10 individual traders made losses",
        "90% of our students finish the course",
        "4 of 10 learners are not profitable in their first year",
        "How a broker makes money",
        "Income from dividends is taxed every year",
        "ज्यादा रिटर्न का मतलब ज्यादा जोखिम",
        "घर बैठे सीखें",
        "घर बैठे कमाने के वादों से बचें",
        "कंपनी पैसा कैसे कमाती है",
        "Ghar baithe seekhein",
        "Ghar baithe kamai ka vaada sach nahi",
        "Returns are never guaranteed",
        "Guaranteed returns are a warning sign",
        "No guaranteed returns",
        "Nobody can double your money in 3 months",
        "कोई आपका पैसा 3 महीने में दोगुना नहीं कर सकता",
        "Nobody made 5 lakh profit by following calls",
        "Paisa double nahi hota",
        "5 lakh learners in 3 years",
        "He made a loss of ₹5 lakh",
        "With best wishes and best regards",
        "A chart that is at least three months old",
        "Live webinars, and a mentor on past charts",
        "Last year it earned a profit of ₹1,20,00,000",
        "In market hours you may be at work",
    ],
)
def test_what_is_allowed_is_not_found(text: str) -> None:
    assert find([PublicText("'title'", text)]) == []


def test_a_warning_in_one_text_counts_for_all() -> None:
    figure = PublicText("'title'", "The fund had 12% returns")
    assert find([figure, PublicText("'description'", "You can lose money.")]) == []


def test_a_quote_has_whole_words_around_it() -> None:
    text = f"{'before ' * 20}guaranteed profit{' after' * 20}"
    [finding] = find([PublicText("'title'", text)])
    assert finding.quote == "… before before before before guaranteed profit after after after after …"
    assert str(finding) == f"Promise of return in 'title': “{finding.quote}”"


def test_a_long_text_gives_twenty_findings() -> None:
    texts = [PublicText(f"text {number}", "Guaranteed profit") for number in range(50)]
    assert len(find(texts)) == 20


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("Watch a mentor in market hours", True),
        ("बाज़ार के समय में अभ्यास", True),
        ("After market hours, on past charts", False),
        ("बाज़ार के समय के बाद", False),
    ],
)
def test_market_hours_are_a_claim_where_nothing_takes_place_in_them(text: str, is_found: bool) -> None:
    found = find([PublicText("'title'", text, is_outside_market_hours=True)])
    assert [one.claim for one in found] == ([Claim.MARKET_HOURS] if is_found else [])
    assert find([PublicText("'title'", text)]) == []


@pytest.mark.parametrize(
    "part",
    [
        "made a a a a a ",
        "my money a a a a a a ",
        "पैसा 3 महीने में ",
        "5 lakh in 5 lakh of ",
        "guarantee a a a ",
        "₹1,2,3,4,5 ",
        "1" * 50,
    ],
)
def test_a_hundred_kilobytes_take_a_bounded_time(part: str) -> None:
    """In the time of the process, as another one may take the processor."""
    text = part * (100_000 // len(part))
    started = time.process_time()
    find([PublicText("'text'", text)])
    assert time.process_time() - started < 5
