"""What tests make go wrong: rules for the next calls or events, or for a seeded share of them."""

import itertools
import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

CALL_FAULTS = ("latency", "timeout", "status", "html", "cut_json", "rate_limit", "lost_handler")
EVENT_FAULTS = ("drop", "duplicate", "reorder", "delay", "tamper")
ANY = "*"


@dataclass(frozen=True)
class Turn:
    """One strike of a rule; `chance` is a number from 0 to 1 drawn for it."""

    kind: str
    seconds: float
    status: int
    is_after_effect: bool
    chance: float


@dataclass
class Rule:
    """For calls or events of the name `target`; without `times` and `probability` it always strikes."""

    target: str
    kind: str
    seconds: float = 0.0
    status: int = 500
    is_after_effect: bool = False
    times: int | None = None
    probability: float | None = None
    seed: int = 0
    strikes: int = 0
    number: int = field(default_factory=itertools.count(1).__next__)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311 - repeatable on purpose

    def strike(self, name: str) -> Turn | None:
        is_over = self.times is not None and self.strikes >= self.times
        if is_over or self.target not in (ANY, name):
            return None
        if self.probability is not None and self._random.random() >= self.probability:
            return None
        self.strikes += 1
        return Turn(self.kind, self.seconds, self.status, self.is_after_effect, self._random.random())

    def told(self) -> Mapping[str, object]:
        return {
            "id": self.number,
            "target": self.target,
            "fault": self.kind,
            "times": self.times,
            "probability": self.probability,
            "strikes": self.strikes,
        }


_lock = threading.Lock()
_rules: list[Rule] = []


def add(rule: Rule) -> None:
    with _lock:
        _rules.append(rule)


def clear() -> None:
    with _lock:
        _rules.clear()


def listed() -> list[Mapping[str, object]]:
    with _lock:
        return [rule.told() for rule in _rules]


def of_call(name: str, *, kinds: tuple[str, ...] = CALL_FAULTS[:-1]) -> Turn | None:
    """The first rule that strikes this call."""
    with _lock:
        rules = (rule for rule in _rules if rule.kind in kinds)
        return next((turn for rule in rules if (turn := rule.strike(name))), None)


def of_event(name: str) -> list[Turn]:
    """Everything that befalls this event."""
    with _lock:
        rules = [rule for rule in _rules if rule.kind in EVENT_FAULTS]
        return [turn for rule in rules if (turn := rule.strike(name))]
