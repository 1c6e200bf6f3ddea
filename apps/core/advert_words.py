"""
What the advertisement code of the regulator does not let an adviser say: word lists in English and Hindi.

The lists are here and nowhere else; of Hindi they have Latin spellings as well. Gaps in them have a maximum,
so each pattern takes linear time. What they find is a hint for a person, who has an approval or changes the
text: 'no guaranteed returns' is not found, since a negation shortly before it in its own clause denies it.
'No experience needed: guaranteed profits' is.
"""

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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


_PROFIT = r"(?:returns?|profits?|gains?|income|earnings|wealth|munaf[ae]|kamai)"
_PROFIT_HI = "(?:रिटर्न|प्रॉफ\u093c?िट|मुनाफ\u093c?[ाे]|लाभ|फ\u093c?ायद[ाे]|कमाई|आय|आमदनी|इनकम)"

# The imperative 'earn'. In Latin letters as it is spelled by ear.
_EARN_HI = "कमा(?:एं|एँ|ओ|इए|इये)"
_EARN_LATIN = "kama(?:o|ye|yen|yein|iye|en)"
_LEARNERS = "(?:students|learners|members|clients|subscribers|followers)"

_RUPEES = r"(?:₹ ?|rs\.? ?|inr )"
_NUMBER = (
    r"(?:\d[\d,.]{0,14}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty"
    "|fifty|hundred|several|many|a few|ek|do|teen|char|paanch|panch|das)"
)
# '5 lakh learners' are no money.
_MONEY = (
    rf"(?:{_RUPEES}\d[\d,.]{{0,14}}(?: ?(?:k|thousand|lakhs?|lacs?|crores?|cr|million))?"
    rf"|{_NUMBER} ?(?:k|thousand|lakhs?|lacs?|crores?|million)(?: rupees)?"
    r"(?! (?:people|learners|students|investors|traders|users|members|accounts|shares|orders|times)\b))"
)
_BIG_MONEY = rf"(?:{_RUPEES}?{_NUMBER} ?(?:lakhs?|lacs?|crores?|million))"
_SAVED = "(?:money|capital|investments?|savings|corpus)"
# A sentence about a loss is a warning.
_BETWEEN = r"(?:(?!loss|lose|lost|mistake)[\w'%]{1,12} )"
_SPAN = r"(?:days?|weeks?|months?|years?)"
_NUMBER_HI = "(?:[\\d०-९][\\d०-९,.]{0,14}|एक|दो|तीन|चार|पांच|पाँच|छह|सात|आठ|नौ|दस|बीस|पचास|सौ|कई)"
_MONEY_HI = (
    f"(?:(?:₹ ?|रु\\.? ?){_NUMBER_HI}(?: ?(?:हज\u093c?ार|लाख|करोड\u093c?))?"
    f"|{_NUMBER_HI} ?(?:हज\u093c?ार|लाख|करोड\u093c?|रुपये|रुपए))"
)
_SAVED_HI = "(?:पैस[ाे]|पैसों|पूंजी|पूँजी|रकम|निवेश)"
_DOUBLED_HI = "(?:दोगुन[ाेी]|दुगुन[ाेी]|डबल|तिगुन[ाेी])"
_WORD_HI = "[^\\s.!?।,;:]{1,14}"
_UP_TO = r"(?:up to |upto |over |at least )?"


def _english(*words: str) -> re.Pattern[str]:
    # '#1' does not start with a word character, so `\b` would not find it.
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


def _hindi(*words: str) -> re.Pattern[str]:
    # Vowel signs are no word characters, so `\b` would end a word in its middle.
    return re.compile(
        f"(?<![\u0900-\u0963\u0966-\u097f])(?:{'|'.join(words)})(?![\u0900-\u0963\u0966-\u097f])"
    )


_CLAIMS: dict[Claim, tuple[re.Pattern[str], ...]] = {
    Claim.PROMISE: (
        _english(
            # Fixed income is a kind of investment unless it comes every month.
            r"(?:guaranteed?|assured?|sure[- ]?(?:shot|fire)|fixed(?![- ]income(?! (?:every|each|per|a)\b))"
            rf"|certain|promised?|pakk[aie])[- ](?:\w{{1,15}} )?{_PROFIT}",
            rf"(?<!make )(?<!be )(?<!for )sure {_PROFIT}",
            r"(?:assured|guaranteed) (?:up to )?\d{1,3} ?%",
            rf"{_PROFIT} (?:is |are |will be )?(?:guaranteed|assured|certain|promised)",
            # The risk-free rate is a term.
            r"(?:risk[- ]free(?! (?:rate|asset)s?\b)|zero[- ]risk|no[- ]risk(?![- ]free)"
            "|without (?:any )?risk|bina (?:kisi )?(?:risk|jokhim))",
            r"(?:(?:no|zero)[- ]loss|loss[- ]free|100 ?% guaranteed)",
            r"(?:sure[- ]?shot|jackpot|can(?:'|’)?t lose|cannot lose|never lose)",
            rf"(?:guarantee[sd]?|promised?|assured?) {_BETWEEN}{{0,3}}{_PROFIT}",
            # Half lost has to double: that is arithmetic of risk.
            rf"(?:doubl|tripl|quadrupl)(?:e[sd]?|ing) (?:my|your|our|their|his|her|you) "
            rf"(?:\w{{1,12}} )?{_SAVED}",
            rf"(?:my|your|our|their|his|her) {_SAVED} {_BETWEEN}{{0,6}}(?:doubled?|doubles|tripled?|triples)",
            r"(?:multiply|\d{1,3} ?x) your (?:money|capital|investment|savings)",
            r"\d{1,3} ?x (?:returns?|profits?|gains?)",
            r"(?:dou?ble|dugn[ae]|dogun[ae]) pais[ae]",
            r"pais[ae] (?:(?!nahi)\w{1,12} ){0,5}(?:dou?ble|dugn[ae]|dogun[ae])",
            r"multi-?baggers?",
            "(?:strategy|system|method|setup|indicator|formula) that "
            "(?:always (?:works|wins)|never (?:fails|loses))",
            "fool-?proof (?:strategy|system|method|setup|formula)",
            "(?:[89]\\d|100) ?% winning trades",
            r"\d{2,3} ?% (?:accura(?:te|cy)|success(?: rate)?|win(?:ning)?[- ]rate)",
            r"(?:accuracy|success[- ]rate|win(?:ning)?[- ]rate) (?:of )?(?:over |up to )?\d{2,3} ?%",
        ),
        _hindi(
            f"(?:गारंटीड|गारंटीशुदा|गारंटी वाल[ाेी]|पक्क[ाेी]|निश्चित|सुनिश्चित|तय|शर्तिया) {_PROFIT_HI}",
            "100 ?% (?:गारंटी|गारन्टी)",
            "नुकसान नहीं होगा",
            f"(?:गारंटी|गारन्टी) (?:के साथ|से) {_PROFIT_HI}",
            f"{_PROFIT_HI} की (?:गारंटी|गारन्टी)",
            "(?:ज\u093c?ीरो|शून्य) (?:जोखिम|रिस्क)",
            "(?:बिना|बगैर) (?:किसी )?(?:जोखिम|रिस्क)",
            "(?:जोखिम|रिस्क)[- ](?:मुक्त|फ्री)",
            f"{_SAVED_HI} (?:{_WORD_HI} ){{0,5}}{_DOUBLED_HI}",
            f"{_DOUBLED_HI} (?:{_WORD_HI} ){{0,2}}{_SAVED_HI}",
        ),
    ),
    Claim.SUPERLATIVE: (
        _english(
            # A best price and a best practice are terms; 'at best' and 'best wishes' praise nobody.
            r"(?<!at )(?<!work )(?<!works )(?<!worked )best"
            r"(?! (?:bid|ask|offer|prices?|execution|practices?|suit(?:s|ed)|before|wishes|regards|of luck)"
            r"\b)",
            r"(?:no\.? ?1|number[- ](?:one|1)|#1|world[- ]class|top[- ]ra(?:nk|t)ed)",
            r"(?:greatest|finest|most (?:trusted|successful|accurate|reliable|profitable))",
            r"india(?:'|’)?s (?:leading|largest|top|favourite|favorite)",
            r"(?:unbeatable|unmatched|market leader)",
            "highest (?:accuracy|returns?|profits?)",
            "sabse (?:ac+h+[aie]|best|badhiya|behtar|bharosemand|safal|sat[ie]e?k)",
        ),
        _hindi(
            "(?:सर्वश्रेष्ठ|सर्वोत्तम|बेहतरीन|बेस्ट|बेजोड\u093c?)",
            "सबसे (?:अच्छ[ाेी]|बढ\u093c?िया|बेहतर|भरोसेमंद|सफल|सटीक|बड\u093c?[ाेी])",
            "(?:नंबर|नम्बर|नं\\.?)[- ]?(?:वन|एक|1)",
        ),
    ),
    Claim.EARNINGS: (
        _english(
            # What was lost must gain more: that is arithmetic.
            rf"(?<!must )(?:earn|make|gain|pocket) {_UP_TO}{_RUPEES}?\d[\d,.–-]{{0,14}}"
            r"(?: ?%| ?k| lakhs?| crores?| rupees|(?: a | per | every | ?/ ?)(?:day|week|month|year))",
            # 'Make 2 weekly plans' names no amount.
            rf"(?:earn {_UP_TO}{_RUPEES}?|(?:make|gain|pocket) {_UP_TO}{_RUPEES})\d[\d,.]{{0,14}}"
            r" (?:daily|weekly|monthly|yearly)",
            r"(?:daily|weekly|monthly|regular|passive|second) (?:income|profits?|earnings)",
            rf"(?<!it )(?:earn|make|gain|pocket|book)(?:s|ed|ing)? {_BETWEEN}{{0,3}}{_BIG_MONEY}",
            # 'Last year it earned ...': a company does.
            rf"(?<!it )(?:earned|made|gained|pocketed|won) {_BETWEEN}{{0,3}}{_MONEY}",
            rf"{_BIG_MONEY} (?:of |in |as )?{_BETWEEN}{{0,1}}(?:profits?|gains?|returns|income|earnings)",
            rf"{_BIG_MONEY} in {_BETWEEN}{{0,2}}(?:{_NUMBER} |a )?{_SPAN}",
            rf"{_MONEY} (?:\w{{1,12}} ){{0,3}}kama(?:ya|yi|ye|aye|e|liye)",
            rf"(?:turn|grow|convert) {_RUPEES}?\d[\d,.]{{0,14}}(?: ?k| lakhs?| crores?)? into {_RUPEES}?\d",
            r"(?:earn(?: money)?|make money) (?:daily|every (?:day|week|month)|from home|while you sleep)",
            "earn (?:in )?(?:lakhs|crores)",
            r"profits? (?:every day|in (?:any|every) market)",
            rf"{_LEARNERS} (?:have |are )?(?:made|make|making|earned|earn|earning) "
            "(?:in )?(?:lakhs|crores|money)",
            rf"ghar baithe?(?: \w{{1,12}}){{0,2}} (?:{_EARN_LATIN}|kamai|income)",
            "(?:roz|rozana|har (?:din|mahine|hafte)|lakho?n?|crores?|karodo?n?|pais[ae])"
            rf"(?: [\w₹][\w,.₹]{{0,12}}){{0,2}} (?:{_EARN_LATIN}|ki kamai)",
            r"(?:(?:lakh|crore|caror|karod)pati|ameer) ban(?:e|o|en|ein|iye|na)",
            r"(?:unlimited|side) income",
            r"quit your (?:day )?(?:job|9[- ]to[- ]5)",
            r"(?:financial freedom|get rich|become (?:a )?(?:rich|millionaire|crorepati))",
        ),
        _hindi(
            "(?:₹ ?|रु\\.? ?)?[\\d०-९][\\d०-९,.]{0,14} ?(?:%|रुपये|रुपए|हज\u093c?ार|लाख|करोड\u093c?)? "
            "(?:रोज\u093c?|रोज\u093c?ाना|हर (?:दिन|महीने|हफ\u093c?्ते)|प्रति (?:दिन|माह)|तक)? ?"
            "कमा(?:एं|एँ|ओ|इए|इये|ना|ने)",
            "(?:रोज\u093c?ाना|मासिक|नियमित|हर महीने|प्रतिदिन) (?:की )?(?:कमाई|आय|आमदनी|मुनाफ\u093c?ा)",
            f"घर बैठे (?:[^\\s.!?।]{{1,12}} ){{0,3}}(?:{_EARN_HI}|कमान[ाे]|कमाई)",
            "(?:लाखों|करोड\u093c?ों|हज\u093c?ारों|रोज\u093c?|रोज\u093c?ाना|प्रतिदिन|पैस[ाे]|"
            f"हर (?:दिन|महीने|हफ\u093c?्ते)) (?:रुपये |रुपए |पैस[ाे] )?{_EARN_HI}",
            f"{_MONEY_HI} (?:{_WORD_HI} ){{0,3}}कमा(?:ए|ये|या|यी| लिए| चुक[ाे])",
            f"{_MONEY_HI} (?:का|की|के) (?:{_WORD_HI} )?{_PROFIT_HI}",
            f"{_NUMBER_HI} ?(?:लाख|करोड\u093c?) (?:{_WORD_HI} )?{_NUMBER_HI} "
            "(?:दिन|हफ\u093c?्ते|महीने|महीनों|साल) में",
            "पैस[ाे] कमाने का (?:आसान )?(?:तरीक\u093c?ा|मौक\u093c?ा)",
            "(?:अतिरिक्त कमाई|पैसिव इनकम)",
            "(?:करोड\u093c?पति|लखपति|अमीर) (?:बनें|बनो|बनिए|बनिये|बनना)",
        ),
    ),
}

_CLAIMS[Claim.FRESH_PRICES] = (
    _english(
        r"(?:today|the day|tonight|yesterday|this (?:morning|week))(?:['’]s)? (?:\w{1,12} ){0,3}charts?",
        r"(?:live|real[- ]time) (?:market |price |index |stock )?(?:charts?|prices|quotes|data)",
    ),
    _hindi(f"(?:आज|कल|दिन|लाइव) (?:के |का |की )?(?:{_WORD_HI} ){{0,2}}चार्ट"),
)
_CLAIMS[Claim.MARKET_HOURS] = (
    _english(r"(?<!after )(?<!outside )(?<!beyond )(?<!before )(?:live )?market hours"),
    _hindi("(?:बाज\u093c?ार|मार्केट) के (?:समय|घंट(?:े|ों))(?! के बाद)"),
)

MARKET_HOURS = re.compile("market hours|(?:बाज\u093c?ार|मार्केट) के (?:समय|घंट)", re.IGNORECASE)
"""A quick question before the times of something are compared with those of the exchange."""

# Claims in an advertisement, and words of any lesson on risk: a sentence that names the risk makes none.
_CLAIMS_WITHOUT_RISK: dict[Claim, tuple[re.Pattern[str], ...]] = {
    Claim.PROMISE: (
        _english(
            r"(?:high|huge|massive|handsome|consistent)[- ](?:returns?|profits?|gains?)"
            # Terms: a return on equity, a profit margin.
            r"(?! (?:on (?:equity|capital|assets|net worth)|margins?|ratios?)\b)",
            rf"(?:\d{{1,3}} ?%|\d{{1,2}} (?:out of|in|of) \d{{1,3}}) (?:of )?(?:our |my )?{_LEARNERS}"
            r"(?: (?!not\b)\w{1,12}){0,4} (?:in profits?|profitabl[ey])",
        ),
        _hindi(
            "(?:ज\u093c?्यादा|ऊंच[ाे]|ऊँच[ाे]|उच्च|हाई|भारी|मोट[ाी]) (?:रिटर्न|मुनाफ\u093c?[ाे]|प्रॉफ\u093c?िट|कमाई)",
            "[\\d०-९]{1,3} ?(?:%|प्रतिशत|फ\u093c?ीसदी|में से [\\d०-९]{1,3}) "
            "(?:छात्र|विद्यार्थी|सदस्य|स्टूडेंट)(?: (?:मुनाफ\u093c?े|फ\u093c?ायदे|प्रॉफ\u093c?िट) में)",
        ),
    ),
}
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
    for claim, patterns in _CLAIMS.items():
        if claim is Claim.MARKET_HOURS and not given.is_outside_market_hours:
            continue
        for pattern in patterns:
            for match in pattern.finditer(lines):
                if not _is_negated(text, match):
                    yield Finding(claim, given.where, _quote(text, match))
    for claim, patterns in _CLAIMS_WITHOUT_RISK.items():
        for pattern in patterns:
            for match in pattern.finditer(lines):
                if not _is_negated(text, match) and not _RISK.search(_sentence(text, match)):
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
