"""
Splits text into search tokens, for indexed texts and for queries alike.

Both databases index these tokens, joined by spaces, so that they find the same: SQLite's own tokenizer
would end a word at a vowel sign of Devanagari.
"""

import unicodedata
from collections.abc import Iterable

MAX_QUERY_LENGTH = 200
"""The rest of a longer query is ignored."""

MAX_TOKENS = 8
MAX_TOKEN_LENGTH = 40

_STOP_WORD_LIST = """
a about an and are as at be by can do does for from how i in into is it its me my of on or our that the
these this to want we what when where which who why with you your
learn learning issue issues problem problems
का की के को और में से है हैं पर क्या कैसे मैं मुझे लिए होता होती होते करें सीखें सीखे सीखना
aur hai hain hota hoti hote ka kaise kaisa ke ki ko kya karen kare liye mein mujhe
seekhe seekhen seekhna seekho sikhe sikhen sikhna sikho
"""
_STOP_WORDS = frozenset(_STOP_WORD_LIST.split())
"""Ignored in a query that has other words."""


class _Characters(dict[int, str | None]):
    """A translation table: letters, marks and digits stay, everything else becomes a space."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = kept = character if unicodedata.category(character)[0] in "LMN" else " "
        return kept


_DROPPED = (
    *(ord(character) for character in "'’ʼ\u00ad\u200b\u200c\u200d\ufeff"),
    *range(0x0300, 0x0370),  # accents of Latin letters
    *(0x093C, 0x09BC, 0x0A3C, 0x0ABC, 0x0B3C, 0x0CBC),  # the dot below, which many leave out
)
_CHARACTERS = _Characters({**dict.fromkeys(_DROPPED), 0x0901: "\u0902"})


def tokenize(text: str) -> list[str]:
    """The words in their order, in lower case, without accents and dots below."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKD", plain).translate(_CHARACTERS))
    return [word[:MAX_TOKEN_LENGTH] for word in plain.split()]


def join_tokens(texts: Iterable[str]) -> str:
    """All tokens of these texts, each once, joined by spaces."""
    return " ".join(dict.fromkeys(token for text in texts for token in tokenize(text)))


def query_tokens(text: str) -> list[str]:
    """The first tokens of a query, each once; stop words only if there is nothing else."""
    typed = list(dict.fromkeys(tokenize(text[:MAX_QUERY_LENGTH])))
    return ([word for word in typed if word not in _STOP_WORDS] or typed)[:MAX_TOKENS]


def stem(word: str) -> str:
    """A prefix of the word's other forms too: the singular of an English plural."""
    is_plural = len(word) > 4 and word.isascii() and word[-1] == "s" and word[-2] not in "siu"
    return word[:-1] if is_plural else word
