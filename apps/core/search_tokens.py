"""
Text taken apart into words, the same way for what is searched and for what is typed.

Both databases are given these words, joined by blanks, so that they find the same and none has to know
what a letter is: to SQLite a vowel sign of Devanagari would end a word.
"""

import unicodedata
from collections.abc import Iterable

LONGEST_SEARCH = 200
"""Characters of a search that are looked at."""

MOST_WORDS = 8
LONGEST_WORD = 40

_LITTLE = """
a an and are as at be by for from how in into is it its of on or the to what with your
का की के को और में से है पर
"""
_LITTLE_WORDS = frozenset(_LITTLE.split())
"""Words that nearly every text has, and that tell nothing while there are others."""


class _Characters(dict[int, str | None]):
    """What becomes of each character: letters, marks and digits stay, all else parts words."""

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


def split(text: str) -> list[str]:
    """The words in their order, in small letters, without accents and dots below."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKD", plain).translate(_CHARACTERS))
    return [word[:LONGEST_WORD] for word in plain.split()]


def joined(texts: Iterable[str]) -> str:
    """All words of these texts, each once."""
    return " ".join(dict.fromkeys(word for text in texts for word in split(text)))


def sought(text: str) -> list[str]:
    """The words a search is for: the first few, each once; little words only when there are no others."""
    typed = list(dict.fromkeys(split(text[:LONGEST_SEARCH])))
    return ([word for word in typed if word not in _LITTLE_WORDS] or typed)[:MOST_WORDS]


def beginning(word: str) -> str:
    """What other forms of the word begin with as well: of an English plural the singular."""
    is_plural = len(word) > 4 and word.isascii() and word[-1] == "s" and word[-2] not in "siu"
    return word[:-1] if is_plural else word
