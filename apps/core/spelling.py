"""Typo correction: the words that a misspelt word may stand for."""

from collections.abc import Iterable

MAX_CORRECTIONS = 8
_MIN_LENGTH_FOR_A_GUESS = 4
_MIN_LENGTH_FOR_OTHER_INITIALS = 6


def allowed_edits(typed: str) -> int:
    """How many typos are corrected: none in numbers and short words, which resemble too many others."""
    length = 0 if any(letter.isdigit() for letter in typed) else len(typed)
    return 0 if length < 4 else 1 if length < 8 else 2


def corrections(typed: str, words: Iterable[str]) -> list[str]:
    """
    The words that are closest to the typed one, or start closest to it, within the allowed edits.

    People rarely mistype the first letter. So words with another first letter are considered only for longer
    words, and if no word with the same one is close.
    """
    candidates = list(words)
    closest = _closest(typed, [word for word in candidates if _has_similar_start(typed, word)])
    if closest or len(typed) < _MIN_LENGTH_FOR_OTHER_INITIALS:
        return closest
    return _closest(typed, candidates)


def guess(typed: str, words: Iterable[str]) -> str | None:
    """
    The word that was probably meant where nothing is close enough to be a correction: one typo more.

    Only a question to the person ('Did you mean ...'), so that it may be wrong, but not absurd: of the whole
    word, endings included, two letters in three are as typed.
    """
    if not allowed_edits(typed):
        return None
    limit = allowed_edits(typed) + 1
    distances = {
        word: _edits(typed, word)[-1]
        for word in words
        if len(word) >= _MIN_LENGTH_FOR_A_GUESS
        and abs(len(word) - len(typed)) <= limit
        and _has_similar_start(typed, word)
    }
    near = [
        (edits, len(word), word)
        for word, edits in distances.items()
        if edits <= min(limit, max(len(typed), len(word)) // 3)
    ]
    return min(near)[-1] if near else None


def _closest(typed: str, words: Iterable[str]) -> list[str]:
    limit = allowed_edits(typed)
    distances = {word: edit_distance(typed, word, limit=limit) for word in words}
    closest = min(distances.values(), default=limit + 1)
    if closest > limit:
        return []
    return sorted(word for word, edits in distances.items() if edits == closest)[:MAX_CORRECTIONS]


def _has_similar_start(typed: str, word: str) -> bool:
    """The same first letter, or the first two swapped."""
    return typed[0] == word[0] or typed[:2] == word[1::-1]


def edit_distance(typed: str, word: str, *, limit: int) -> int:
    """
    Damerau-Levenshtein distance (optimal string alignment) to the closest prefix of the word.

    A prefix, as people search while they type, and words have endings.
    """
    return min(_edits(typed, word[: len(typed) + limit]))


def _edits(typed: str, word: str) -> list[int]:
    """The distances to all prefixes of the word, from none of its letters to the whole."""
    before_previous: list[int] = []
    previous = list(range(len(word) + 1))
    for row, letter in enumerate(typed, start=1):
        current = [row]
        for column, other in enumerate(word, start=1):
            edits = min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == word[column - 2] and typed[row - 2] == other:
                edits = min(edits, before_previous[column - 2] + 1)
            current.append(edits)
        before_previous, previous = previous, current
    return previous
