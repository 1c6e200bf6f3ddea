"""The synonyms that staff edit, tokenised as queries are."""

from apps.catalog.models import SearchSynonym
from apps.core import search_tokens, tagged_cache
from apps.core.search_synonyms import Synonyms, Words

CACHE_TAGS = ("synonyms",)


def by_words() -> Synonyms:
    """The meanings of each word or phrase; from the cache, for every search needs them."""
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="by words", make=_read)


def _read() -> dict[Words, tuple[Words, ...]]:
    found: dict[Words, list[Words]] = {}
    for word, stands_for in SearchSynonym.objects.order_by("pk").values_list("word", "stands_for"):
        meanings = (_words(meaning) for meaning in stands_for.split(","))
        found.setdefault(_words(word), []).extend(meaning for meaning in meanings if meaning)
    return {words: tuple(dict.fromkeys(meanings)) for words, meanings in found.items() if words}


def _words(text: str) -> Words:
    """Without stop words, which a query loses as well: 'F and O' is 'F&O'."""
    return tuple(search_tokens.query_tokens(text))
