"""What a query means: its words with their corrections and synonyms, and the filters that it names."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from apps.catalog.models.course import price_condition
from apps.catalog.search import synonyms
from apps.catalog.search.engines import engine
from apps.catalog.search.terms import Alternatives, Meaning, Term
from apps.catalog.states import Language, Level, Price
from apps.core import search_synonyms, search_tokens, spelling, tagged_cache
from apps.core.search_synonyms import Phrase, Synonyms, Words

CACHE_TAGS = ("catalog", *synonyms.CACHE_TAGS)

NamedValue = Language | Level | Price

_NAMES: Mapping[str, NamedValue] = {
    **{language.value.lower(): language for language in Language},
    **{level.value.lower(): level for level in Level},
    "free": Price.FREE,
}
"""Words that name a filter. Other names of these are synonyms: those in Hindi, and what staff enter."""

_GENERIC_WORD_LIST = """
class classes course courses lecture lectures lesson lessons tutorial tutorials video videos
क्लास कोर्स कोर्सेज कक्षा पाठ वीडियो
"""
_GENERIC_WORDS = frozenset(_GENERIC_WORD_LIST.split())
"""Words that every course could be called by; they filter nothing."""

_MIN_LENGTH_OF_BEGUN_WORD = 3
_MIN_LENGTH_OF_PREFIX = 4
"""Synonyms are often short, and 'fo' must not find 'following'."""


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word of a query, or a phrase that has synonyms."""

    typed: str
    alternatives: Alternatives
    """Empty if no course can contain the word, typos forgiven."""
    named: tuple[NamedValue, ...] = ()
    """The filter that it names. Then only a title is searched for the word itself."""
    guess: str | None = None
    """What was probably meant: the likeliest correction or, where none is close enough, a question."""
    is_generic: bool = False

    @property
    def is_known(self) -> bool:
        return bool(self.alternatives or self.named)

    @property
    def is_as_typed(self) -> bool:
        """Known, and not by a correction."""
        as_typed = [search_tokens.stem(word) for word in self.typed.split()]
        return bool(self.alternatives) and [term.word for term in self.alternatives[0]] == as_typed

    def named_condition(self) -> Q:
        condition = Q()
        for value in self.named:
            condition |= _condition(value)
        return condition


@dataclass(frozen=True, slots=True)
class Query:
    words: tuple[QueryWord, ...]
    is_generic: bool = False
    """It has only words such as 'courses', and every course matches."""

    @property
    def can_match(self) -> bool:
        return self.is_generic or (bool(self.words) and all(word.is_known for word in self.words))

    @property
    def named(self) -> tuple[NamedValue, ...]:
        return tuple(dict.fromkeys(value for word in self.words for value in word.named))

    @property
    def rest(self) -> str:
        """The words that name no filter."""
        return " ".join(word.typed for word in self.words if not word.named)

    @property
    def probable(self) -> str | None:
        """The query spelt right, and without the words that are unknown; None if it has none of these."""
        if all(word.is_known for word in self.words):
            return None
        likely = (word.guess or (word.typed if word.is_known else None) for word in self.words)
        return " ".join(filter(None, likely)) or None


def interpret(text: str) -> Query:
    """What the text asks of the catalogue. Takes one query for spellings, and the result is cached."""
    tokens = search_tokens.query_tokens(text)
    if not tokens:
        return Query(())
    return _interpret(tokens)


@tagged_cache.cached(tags=CACHE_TAGS, key=lambda tokens: f"query:{' '.join(tokens)}")
def _interpret(tokens: Sequence[str]) -> Query:
    known = synonyms.by_words()
    phrases = search_synonyms.phrases(tokens, synonyms=known)
    plain = [phrase.typed for phrase in phrases if not _has_meaning(phrase)]
    is_one = len(tokens) == 1
    prefixes, similar, names = _look_up(plain, is_one=is_one)
    words: list[QueryWord] = []
    for phrase in phrases:
        word, is_last = phrase.typed, phrase.words[-1] == tokens[-1]
        if _has_meaning(phrase):
            words.append(_meant(phrase))
        elif word in prefixes or (is_one and not spelling.allowed_edits(word)):
            words.append(_as_typed(word, is_last=is_last))
        elif is_last and _begins_generic_word(word):
            words.append(_generic(word))
        else:
            words.append(_corrected(word, similar.get(word, ()), known, names=names, is_one=is_one))
    specific = tuple(word for word in words if not word.is_generic)
    return Query(specific, is_generic=not specific)


def _has_meaning(phrase: Phrase) -> bool:
    return bool(phrase.meanings) or _name_of(phrase.words) is not None or phrase.typed in _GENERIC_WORDS


def _meant(phrase: Phrase) -> QueryWord:
    """A word with its meanings, one of which may be a filter."""
    if phrase.typed in _GENERIC_WORDS and not phrase.meanings:
        return _generic(phrase.typed)
    meanings = (phrase.words, *phrase.meanings)
    named = dict.fromkeys(value for words in meanings if (value := _name_of(words)) is not None)
    return QueryWord(
        phrase.typed, tuple(dict.fromkeys(_terms(words) for words in meanings)), named=tuple(named)
    )


def _generic(typed: str) -> QueryWord:
    return QueryWord(typed, (), is_generic=True)


def _as_typed(word: str, *, is_last: bool) -> QueryWord:
    """Short words must match whole, except the one still being typed."""
    return QueryWord(word, ((Term(search_tokens.stem(word), is_prefix=is_last or len(word) > 2),),))


def _corrected(
    typed: str, similar: Collection[str], known: Synonyms, *, names: Collection[str], is_one: bool
) -> QueryWord:
    """
    The word by its likely spellings, among which are those of synonyms and filters.

    A generic word is one of them beside other words only: alone it would find every course. A name is no
    guess, since any word resembles one.
    """
    candidates = {*similar, *_NAMES, *(words[0] for words in known if len(words) == 1)}
    spelt = spelling.corrections(typed, candidates if is_one else candidates | _GENERIC_WORDS)
    meant = [_spelt(word, known) for word in spelt]
    if meant and all(word.is_generic for word in meant):
        return _generic(typed)
    if not meant:
        return QueryWord(typed, (), guess=spelling.guess(typed, candidates.difference(names)))
    return QueryWord(
        typed,
        tuple(dict.fromkeys(meaning for word in meant for meaning in word.alternatives)),
        named=tuple(dict.fromkeys(value for word in meant for value in word.named)),
        guess=spelling.guess(typed, spelt),
    )


def _spelt(word: str, known: Synonyms) -> QueryWord:
    phrase = Phrase((word,), known.get((word,), ()))
    if _has_meaning(phrase):
        return _meant(phrase)
    return QueryWord(word, ((Term(search_tokens.stem(word)),),))


def _terms(words: Words) -> Meaning:
    return tuple(
        Term(search_tokens.stem(word), is_prefix=len(word) >= _MIN_LENGTH_OF_PREFIX) for word in words
    )


def _begins_generic_word(typed: str) -> bool:
    """Somebody who types 'options cour' is not shown an empty list before the last letters."""
    is_long_enough = len(typed) >= _MIN_LENGTH_OF_BEGUN_WORD
    return is_long_enough and any(word.startswith(typed) for word in _GENERIC_WORDS)


def _name_of(words: Words) -> NamedValue | None:
    if len(words) > 1:
        return None
    return _NAMES.get(words[0]) or _NAMES.get(search_tokens.stem(words[0]))


def _condition(value: NamedValue) -> Q:
    match value:
        case Language():
            return Q(language=value)
        case Level():
            return Q(level=value)
        case Price():
            return price_condition(value, use_index=False)


def _look_up(typed: Sequence[str], *, is_one: bool) -> tuple[set[str], dict[str, list[str]], set[str]]:
    """
    The typed words that are prefixes of indexed words, and words similar to each of the others.

    The last are those of the similar words that only names of people and categories have.
    """
    correctable = {word for word in typed if spelling.allowed_edits(word)}
    # A short word cannot be corrected; whether it is known matters beside others only.
    wanted = [word for word in typed if word in correctable or not is_one]
    prefixes: set[str] = set()
    similar: dict[str, list[str]] = {}
    names: set[str] = set()
    pairs = [(word, search_tokens.stem(word)) for word in wanted]
    rows = engine().prefixes_or_similar(pairs, correctable=correctable) if pairs else ()
    for word, other, is_name in rows:
        if other is None:
            prefixes.add(word)
            continue
        similar.setdefault(word, []).append(other)
        if is_name:
            names.add(other)
    return prefixes, similar, names
