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
]


@pytest.mark.parametrize(("text", "claim", "quote"), FOUND)
def test_a_claim_is_found_and_quoted(text: str, claim: Claim, quote: str) -> None:
    [finding] = find([PublicText("'title'", text)])
    assert (finding.claim, finding.where, finding.quote) == (claim, "'title'", quote)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No guaranteed returns. We do not promise profits.",
        "Registration does not guarantee the performance of anybody.",
        "There is no risk-free way.",
        "मुनाफ़े की गारंटी नहीं है",
        "The best bid and the best ask",
        "Backtest a plan, then size the position.",
        "The fund had 12% returns. Investments are subject to market risks.",
        "15 प्रतिशत का रिटर्न, बाज़ार जोखिमों के अधीन",
        "Expenses of 2% and what they cost",
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
