"""How many examples are tried: all in `make proof`, which comes before a release; in other runs a tenth."""

import os
from collections.abc import Iterable
from typing import TypeVar

Example = TypeVar("Example")

IS_WHOLE = os.environ.get("PROOF") == "1"

_STEP = 11
"""Not ten: many of the lists repeat their kinds every two or five examples, and each kind should be met."""


def some(examples: Iterable[Example]) -> list[Example]:
    """The examples to try, always the same."""
    return list(examples)[:: 1 if IS_WHOLE else _STEP]


def count(examples: int) -> int:
    """How many examples a generator makes."""
    return examples if IS_WHOLE else max(2, examples // 10)
