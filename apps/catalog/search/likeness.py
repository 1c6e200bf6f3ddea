"""Which words somebody may have meant who mistyped one."""

from collections.abc import Iterable

MOST_MEANT = 8
_LONG = 6


def slips(typed: str) -> int:
    """How many slips are forgiven: none in a number or a short word, for too many others are alike."""
    length = 0 if any(letter.isdigit() for letter in typed) else len(typed)
    return 0 if length < 4 else 1 if length < 8 else 2


def meant(typed: str, words: Iterable[str]) -> list[str]:
    """
    Those of the words that are, or begin, closest to what was typed, as far as that is forgiven.

    People rarely slip at the first letter, and in a short word another one makes another word. So other
    beginnings are looked at only for a longer word, and if nothing that begins alike is close.
    """
    others = list(words)
    found = _closest(typed, [word for word in others if _begins_alike(typed, word)])
    return found or (_closest(typed, others) if len(typed) >= _LONG else [])


def _closest(typed: str, words: Iterable[str]) -> list[str]:
    limit = slips(typed)
    distances = {word: distance(typed, word, limit=limit) for word in words}
    closest = min(distances.values(), default=limit + 1)
    if closest > limit:
        return []
    return sorted(word for word, slipped in distances.items() if slipped == closest)[:MOST_MEANT]


def _begins_alike(typed: str, word: str) -> bool:
    """With the same letter, or with the first two swapped."""
    return typed[0] == word[0] or typed[:2] == word[1::-1]


def distance(typed: str, word: str, *, limit: int) -> int:
    """
    Letters to add, drop, change or swap with their neighbour until the word begins as typed.

    The word may go on: people search while they type, and words have endings.
    """
    word = word[: len(typed) + limit]
    before: list[int] = []
    above = list(range(len(word) + 1))
    for row, letter in enumerate(typed, start=1):
        line = [row]
        for column, other in enumerate(word, start=1):
            steps = min(above[column] + 1, line[-1] + 1, above[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == word[column - 2] and typed[row - 2] == other:
                steps = min(steps, before[column - 2] + 1)
            line.append(steps)
        before, above = above, line
    return min(above)
