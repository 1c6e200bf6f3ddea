from __future__ import annotations

from typing import Any

from apps.commerce.gateways.outcomes import Done, Outcome


def unwrap(outcome: Outcome[Any]) -> Any:
    assert isinstance(outcome, Done), outcome
    return outcome.value
