"""
What the advertisement code of the regulator does not let an adviser say: word lists in English and Hindi.

The lists are in `advert_words.toml` and nowhere else; of Hindi they have Latin spellings as well. What they
find is a hint for a person, who has an approval or changes the text: 'no guaranteed returns' is not found,
since a negation shortly before it in its own clause denies it. 'No experience needed: guaranteed profits' is.
"""

import html
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db.models import TextChoices


class Claim(TextChoices):
    PROMISE = "promise", "Promise of return"
    SUPERLATIVE = "superlative", "Superlative"
    EARNINGS = "earnings", "Earnings claim"
    NO_WARNING = "no_warning", "Figure of a return without a warning"
    FRESH_PRICES = "fresh_prices", "Prices younger than 30 days"
    MARKET_HOURS = "market_hours", "Market hours, in which nothing takes place"


@dataclass(frozen=True, slots=True)
class Finding:
    claim: Claim
    where: str
    """The field, in words."""
    quote: str

    def __str__(self) -> str:
        return f"{self.claim.label} in {self.where}: “{self.quote}”"


@dataclass(frozen=True, slots=True)
class PublicText:
    where: str
    text: str
    is_part: bool = False
    """Whether it belongs to a row of its own, such as a topic of a course."""
    is_outside_market_hours: bool = False
    """Whether it is about something that takes place, and all of it before or after the exchange is open."""


def _english(*words: str) -> re.Pattern[str]:
    # '#1' does not start with a word character, so `\b` would not find it.
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


def _hindi(*words: str) -> re.Pattern[str]:
    # Vowel signs are no word characters, so `\b` would end a word in its middle.
    return re.compile(
        f"(?<![\u0900-\u0963\u0966-\u097f])(?:{'|'.join(words)})(?![\u0900-\u0963\u0966-\u097f])"
    )


def _read(path: Path) -> tuple[dict[str, str], list[tuple[Claim, re.Pattern[str], bool]]]:
    """The words by name; claims, their wordings and whether a sentence with the risk denies them."""
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    words: dict[str, str] = {}

    def filled(pattern: str) -> str:
        return re.sub("<([A-Z_]+)>", lambda name: words[name[1]], pattern)

    for name, pattern in given["words"].items():
        words[name] = filled(pattern)
    compiled = {"english": _english, "hindi": _hindi}
    return words, [
        (
            Claim(one["claim"]),
            compiled[one["language"]](*map(filled, one["patterns"])),
            one.get("is_denied_by_risk", False),
        )
        for one in given["wordings"]
    ]


_WORDS, _WORDINGS = _read(Path(__file__).with_suffix(".toml"))
_PROFIT, _PROFIT_HI = _WORDS["PROFIT"], _WORDS["PROFIT_HI"]

MARKET_HOURS = re.compile("market hours|(?:बाज\u093c?ार|मार्केट) के (?:समय|घंट)", re.IGNORECASE)
"""A quick question before the times of something are compared with those of the exchange."""

_RISK = re.compile(
    r"(?<!low )(?<!lower )(?<!no )(?<!zero )(?<!less )(?<!little )(?<!minimal )(?<!without )"
    r"\b(?:risk(?:s|y|ier)?\b(?![- ]free)|loss(?:es)?\b|lose\b|rare\b|scams?\b|frauds?\b|who promises?\b)"
    "|(?<!कम )(?<!बिना )(?<!ज\u093cीरो )(?:जोखिम|रिस्क|नुकसान|धोख[ाे]|ठग)",
    re.IGNORECASE,
)

_FIGURE = (
    re.compile(rf"\d{{1,4}}(?:\.\d{{1,2}})? ?%[^.!?\n]{{0,40}}\b{_PROFIT}\b", re.IGNORECASE),
    re.compile(rf"\b{_PROFIT}\b[^.!?\n\d]{{0,40}}\d{{1,4}}(?:\.\d{{1,2}})? ?%", re.IGNORECASE),
    re.compile(rf"[\d०-९]{{1,4}} ?(?:%|प्रतिशत|फ\u093c?ीसदी)[^.!?।\n]{{0,40}}{_PROFIT_HI}"),
)
_WARNING = re.compile(
    "market risks?|risk of loss|(?:can|may) lose|not (?:a )?guarantee|no guarantee|not indicative|not assured"
    "|बाज\u093c?ार (?:के )?जोखिम|जोखिमों? के अधीन|गारंटी नहीं|नुकसान (?:भी )?हो सकता",
    re.IGNORECASE,
)

_ENDS_OF_SENTENCES = re.compile(r"[.!?।\n;]")
# 'No experience needed for ...', 'no hidden fees and ...': what follows is not negated.
_ENDS_OF_CLAUSES = re.compile(
    r"[.!?।\n;:()–—]|,(?!\d)| - |\b(?:and|but|with|just|needed|required)\b", re.IGNORECASE
)
# 'Don't miss', 'no doubt' and 'not only' recommend what follows.
_NEGATION = re.compile(
    r"\b(?:no one|no|not|never|nobody|none|cannot|neither|nor|without|avoid|beware|myth"
    r"|(?:do|does|is|wo)n['’]t)\b"
    r"(?! (?:a )?(?:miss|wait|worry|hesitate|forget|delay|doubt|matter|wonder|only|just|merely)\b)"
    "|(?<![\u0900-\u097f])न(?![\u0900-\u097f])",
    re.IGNORECASE,
)
_NEGATED_AFTER = re.compile(
    r"(?:नहीं|मत|असंभव|(?:वाद|दाव)(?:े|ों) से|लालच|झा[ंँ]से)|\b(?:nahin?|do not exist|does not exist|is a myth"
    r"|(?:is|are) (?:a |an )?(?:warning sign|red flag|scam|fraud))\b",
    re.IGNORECASE,
)
_BEFORE, _AFTER, _AROUND, _SENTENCE = 40, 40, 30, 120

_MARKUP = re.compile(r"</?[a-z]{1,10}[1-6]?>|[*_~`]", re.IGNORECASE)
_UNSEEN = re.compile("[\u034f\ufe00-\ufe0f]")
_ACCENTS = re.compile("[\u0300-\u036f]")
# Cyrillic and Greek letters; then hyphens, and letters that are as blank as a space.
_LOOKALIKES = str.maketrans(
    "аеорсухіѕјοαΑΒΕΗΙΚΜΝΟΡΤΧАВЕКМНОРСТХ\u2010\u2011\u2012\u2212\u115f\u1160\u2800",
    "aeopcyxisjoaABEHIKMNOPTXABEKMHOPCTX----   ",
)
_MAX_WORDS_BETWEEN = 4
_MAX_FINDINGS = 20


def find(texts: Sequence[PublicText], *, beside: Sequence[PublicText] = ()) -> list[Finding]:
    """
    At most twenty, in the order of the texts.

    A warning in the texts beside them counts, too.
    """
    found = [finding for text in texts for finding in _in_text(text)]
    if not any(_WARNING.search(_normal(one.text)) for one in (*texts, *beside)):
        found += [finding for text in texts for finding in _figures(text)]
    return list(dict.fromkeys(found))[:_MAX_FINDINGS]


def restricted(texts: Sequence[PublicText]) -> list[PublicText]:
    """Those texts in which something is found."""
    found = [text for text in texts if any(True for _ in _in_text(text))]
    if not any(_WARNING.search(_normal(one.text)) for one in texts):
        found += [text for text in texts if any(True for _ in _figures(text))]
    return found


def _in_text(given: PublicText) -> Iterator[Finding]:
    text = _normal(given.text)
    # A page shows a line break of a paragraph as a space; a negation ends there all the same.
    lines = text.replace("\n", " ")
    for claim, pattern, is_denied_by_risk in _WORDINGS:
        if claim is Claim.MARKET_HOURS and not given.is_outside_market_hours:
            continue
        for match in pattern.finditer(lines):
            is_denied = is_denied_by_risk and _RISK.search(_sentence(text, match))
            if not is_denied and not _is_negated(text, match):
                yield Finding(claim, given.where, _quote(text, match))


def _figures(given: PublicText) -> Iterator[Finding]:
    text = _normal(given.text)
    for pattern in _FIGURE:
        match = pattern.search(text)
        if match is not None:
            yield Finding(Claim.NO_WARNING, given.where, _quote(text, match))


def _normal(text: str) -> str:
    """
    The text as it is read: without markup, in plain letters, and with one space between words.

    Letters with a nukta are two characters. Characters that nobody sees would split a word; Hindi uses some
    of them for its shapes alone. Letters that look like Latin ones are read as these.
    """
    shown = _MARKUP.sub("", html.unescape(text))
    visible = "".join(one for one in shown if unicodedata.category(one) != "Cf" and not _UNSEEN.match(one))
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", visible).translate(_LOOKALIKES))
    lines = unicodedata.normalize("NFKC", plain).splitlines()
    return "\n".join(" ".join(line.split()) for line in lines)


def _is_negated(text: str, match: re.Match[str]) -> bool:
    clause = _ENDS_OF_CLAUSES.split(text[max(0, match.start() - _BEFORE) : match.start()])[-1]
    after = _ENDS_OF_SENTENCES.split(text[match.end() : match.end() + _AFTER])[0]
    return bool(_NEGATED_AFTER.search(after)) or any(
        len(clause[negation.end() :].split()) <= _MAX_WORDS_BETWEEN for negation in _NEGATION.finditer(clause)
    )


def _sentence(text: str, match: re.Match[str]) -> str:
    before = _ENDS_OF_SENTENCES.split(text[max(0, match.start() - _SENTENCE) : match.start()])[-1]
    after = _ENDS_OF_SENTENCES.split(text[match.end() : match.end() + _SENTENCE])[0]
    return f"{before}{match.group()}{after}"


def _quote(text: str, match: re.Match[str]) -> str:
    """The words with a few around them, without half a word."""
    start, end = max(0, match.start() - _AROUND), min(len(text), match.end() + _AROUND)
    lead = text[start : match.start()]
    rest = text[match.end() : end]
    if start:
        lead = "… " + lead.partition(" ")[2]
    if end < len(text):
        rest = rest.rpartition(" ")[0] + " …"
    return " ".join(f"{lead}{match.group()}{rest}".split())
