"""The names of filters in Hindi, and the synonyms that staff edit, tokenised as queries are."""

from collections.abc import Mapping

from apps.catalog.models import SearchSynonym
from apps.catalog.states import Language, Level, Price
from apps.core import search_tokens, tagged_cache
from apps.core.search_synonyms import Synonyms, Words

CACHE_TAGS = ("synonyms",)

_HINDI_NAMES: Mapping[Language | Level | Price, str] = {
    Price.FREE: "फ़्री, मुफ़्त, निःशुल्क, नि:शुल्क, निशुल्क",
    Level.BEGINNER: "शुरुआती, शुरूआती, बिगिनर",
    Level.INTERMEDIATE: "इंटरमीडिएट, इंटरमीडियट",
    Level.ADVANCED: "एडवांस्ड, एडवांस, एडवान्स्ड, एडवान्स",
    Language.ENGLISH: "अंग्रेज़ी, इंग्लिश",
    Language.HINDI: "हिंदी, हिन्दी, हिंग्लिश, Hinglish",
    Language.BENGALI: "बंगाली, बांग्ला",
    Language.GUJARATI: "गुजराती",
    Language.KANNADA: "कन्नड़",
    Language.MARATHI: "मराठी",
    Language.TAMIL: "तमिल",
    Language.TELUGU: "तेलुगु, तेलुगू",
}
"""Words that mean a filter whatever staff enter. 'Hinglish' would else be a typo of 'English'."""


@tagged_cache.cached(tags=CACHE_TAGS, key="by words")
def by_words() -> Synonyms:
    """The meanings of each word or phrase; from the cache, for every search needs them."""
    found: dict[Words, list[Words]] = {
        _words(name): [_words(value)] for value, names in _HINDI_NAMES.items() for name in names.split(",")
    }
    for word, stands_for in SearchSynonym.objects.order_by("pk").values_list("word", "stands_for"):
        meanings = (_words(meaning) for meaning in stands_for.split(","))
        found.setdefault(_words(word), []).extend(meaning for meaning in meanings if meaning)
    return {words: tuple(dict.fromkeys(meanings)) for words, meanings in found.items() if words}


def _words(text: str) -> Words:
    """Without stop words, which a query loses as well: 'F and O' is 'F&O'."""
    return tuple(search_tokens.query_tokens(text))
