"""Fault rules set by tests: for the next requests or webhook events, or for a random share of them."""

import itertools
import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

REQUEST_FAULTS = ("latency", "timeout", "status", "html", "cut_json", "rate_limit", "lost_handler")
EVENT_FAULTS = ("drop", "duplicate", "reorder", "delay", "tamper")
ANY = "*"


@dataclass(frozen=True)
class InjectedFault:
    """One application of a rule. `random_number` is from 0 to 1."""

    kind: str
    seconds: float
    status: int
    is_after_effect: bool
    random_number: float


@dataclass
class Rule:
    """For requests or events named `target`. Without `times` and `probability` it always applies."""

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
        self._random = random.Random(self.seed)  # noqa: S311 - repeatable tests

    def apply_to(self, name: str) -> InjectedFault | None:
        is_used_up = self.times is not None and self.strikes >= self.times
        if is_used_up or self.target not in (ANY, name):
            return None
        if self.probability is not None and self._random.random() >= self.probability:
            return None
        self.strikes += 1
        return InjectedFault(
            self.kind, self.seconds, self.status, self.is_after_effect, self._random.random()
        )

    def as_json(self) -> Mapping[str, object]:
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


def add_rule(rule: Rule) -> None:
    with _lock:
        _rules.append(rule)


def clear_rules() -> None:
    with _lock:
        _rules.clear()


def list_rules() -> list[Mapping[str, object]]:
    with _lock:
        return [rule.as_json() for rule in _rules]


def for_request(name: str, *, kinds: tuple[str, ...] = REQUEST_FAULTS[:-1]) -> InjectedFault | None:
    """The fault of the first rule that applies to this request."""
    with _lock:
        rules = (rule for rule in _rules if rule.kind in kinds)
        return next((fault for rule in rules if (fault := rule.apply_to(name))), None)


def for_event(name: str) -> list[InjectedFault]:
    """All faults that apply to this event."""
    with _lock:
        rules = [rule for rule in _rules if rule.kind in EVENT_FAULTS]
        return [fault for rule in rules if (fault := rule.apply_to(name))]
