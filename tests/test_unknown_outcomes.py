"""
What the provider did not answer is unknown: no code reads it as 'no' or 'none'.

An outcome is Done, Refused or Unknown (`apps.commerce.gateways.outcomes`). Whoever asks only whether it is
Done must not go on with an empty value in the other case.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

COMMERCE = Path(__file__).parents[1] / "apps" / "commerce"


def is_empty(node: ast.expr) -> bool:
    """A literal that means nothing, such as [], (), {}, 0 or False. None may mean unknown."""
    match node:
        case ast.Constant(value=value):
            return value is not None and not value
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def unknowns_read_as_none(source: str) -> Iterator[int]:
    """Line numbers of conditional expressions that are empty unless an outcome is Done."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.IfExp) and ", Done)" in ast.unparse(node.test):
            values = (node.body, node.orelse)
            if any(is_empty(value) for value in values):
                yield node.lineno


def test_an_unknown_that_is_read_as_none_is_found() -> None:
    assert list(unknowns_read_as_none("rows += result.value if isinstance(result, Done) else []")) == [1]
    assert list(unknowns_read_as_none("rows = 0 if not isinstance(result, Done) else 1")) == [1]
    assert list(unknowns_read_as_none("row = result.value if isinstance(result, Done) else None")) == []


def test_nothing_that_is_unknown_is_read_as_none() -> None:
    folders = ("flows", "gateways", "services")
    paths = [path for folder in folders for path in (COMMERCE / folder).rglob("*.py")]
    assert len(paths) > 60
    found = {path.name: lines for path in paths if (lines := list(unknowns_read_as_none(path.read_text())))}
    assert found == {}
