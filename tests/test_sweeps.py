"""
A job that loops over rows lets each row fail alone.

Found are loops, in whatever tasks and commands run, that call an entry point (what commits) by themselves: it
belongs into `process_row` (`apps.core.row_processing`), as a `partial` or a lambda. A `while` that repeats a
step until nothing is left is not looked at.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.functional import cached_property

ROOT = Path(__file__).parents[1]
DEMO = ("seed_demo", "make_load")
"""Commands without rows of people."""

LOOPS = (ast.For, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
WHOLE = {"apps.catalog.services.search_documents.rebuild_documents calls _update_batch"}
"""It ends by deleting words that no course has, so it stops where a course fails."""

LATER = (ast.Lambda, ast.FunctionDef)
"""What these contain is not called where it is written."""


def called_here(node: ast.AST) -> Iterator[ast.Call]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, LATER):
            if isinstance(child, ast.Call):
                yield child
            yield from called_here(child)


def called_each_time(loop: ast.AST) -> Iterator[ast.Call]:
    """What it runs over is read once."""
    once = loop.iter if isinstance(loop, ast.For) else loop.generators[0].iter  # type: ignore[attr-defined]
    skipped = set(ast.walk(once))
    return (call for call in called_here(loop) if call not in skipped)


def commits(node: ast.FunctionDef) -> bool:
    """Whether it has a durable transaction of its own, as a decorator or a block."""
    blocks = [
        item.context_expr for part in ast.walk(node) if isinstance(part, ast.With) for item in part.items
    ]
    return any("atomic(durable=True)" in ast.unparse(each) for each in (*node.decorator_list, *blocks))


@dataclass
class Code:
    """Modules by their dotted names."""

    modules: dict[str, ast.Module]
    _imported: dict[str, dict[str, str]] = field(default_factory=dict)

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        return {
            f"{module}.{node.name}": node
            for module, tree in self.modules.items()
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
        }

    def imported(self, module: str) -> dict[str, str]:
        if module not in self._imported:
            self._imported[module] = {
                alias.asname or alias.name: f"{node.module}.{alias.name}"
                for node in ast.walk(self.modules[module])
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
            }
        return self._imported[module]

    def function(self, node: ast.AST, module: str) -> str | None:
        """The function that a name or an attribute of an imported module means."""
        match node:
            case ast.Name(id=name):
                found = self.imported(module).get(name, f"{module}.{name}")
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                found = f"{self.imported(module).get(name)}.{attr}"
            case _:
                return None
        return found if found in self.functions else None

    def named_in(self, node: ast.AST, module: str) -> set[str]:
        return {found for part in ast.walk(node) if (found := self.function(part, module))}

    def reached(self) -> set[str]:
        """What tasks and commands name, and what that names."""
        roots = [module for module in self.modules if module.endswith(".tasks") or ".commands." in module]
        waiting = [
            name
            for module in roots
            if module.rpartition(".")[2] not in DEMO
            for name in self.named_in(self.modules[module], module)
        ]
        reached: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += self.named_in(self.functions[name], name.rpartition(".")[0])
        return reached

    @cached_property
    def committing(self) -> set[str]:
        """Entry points, and whatever calls one."""
        found = {name for name, node in self.functions.items() if commits(node)}
        calls = {
            name: {self.function(call.func, name.rpartition(".")[0]) for call in called_here(node)}
            for name, node in self.functions.items()
        }
        while more := {name for name, called in calls.items() if name not in found and called & found}:
            found |= more
        return found

    def unguarded_loops(self) -> set[str]:
        return {
            f"{name} calls {called.rpartition('.')[2]}"
            for name in self.reached()
            for loop in ast.walk(self.functions[name])
            if isinstance(loop, LOOPS)
            for call in called_each_time(loop)
            if (called := self.function(call.func, name.rpartition(".")[0])) in self.committing and called
        }


TASK = "from apps.x import sweeps\ndef task():\n    sweeps.sweep()\n"
STEP = "@transaction.atomic(durable=True)\ndef _one(pk): ...\ndef _step(pk):\n    _one(pk)\n"


def found_in(body: str) -> set[str]:
    sources = {"apps.x.tasks": TASK, "apps.x.sweeps": f"{STEP}def sweep():\n    {body}\n"}
    return Code({name: ast.parse(source) for name, source in sources.items()}).unguarded_loops()


def test_a_loop_that_calls_an_entry_point_by_itself_is_found() -> None:
    assert found_in("return sum(_one(pk) for pk in rows)") == {"apps.x.sweeps.sweep calls _one"}
    assert found_in("for pk in rows:\n        _step(pk)") == {"apps.x.sweeps.sweep calls _step"}
    assert found_in("for pk in rows:\n        process_row(partial(_step, pk), name=pk)") == set()
    assert found_in("return [process_row(lambda: _one(pk), name=pk) for pk in rows]") == set()
    assert found_in("process_rows(rows, _step, name='row')") == set()
    assert found_in("for row in _step(1):\n        print(row)") == set()


def test_each_row_of_a_sweep_fails_alone() -> None:
    paths = [path.relative_to(ROOT) for path in (ROOT / "apps").rglob("*.py") if "tests" not in path.parts]
    code = Code(
        {".".join(path.with_suffix("").parts): ast.parse((ROOT / path).read_text()) for path in paths}
    )
    reached = code.reached()
    assert {
        "apps.commerce.services.expiry.expire_overdue_orders",
        "apps.live.services.waitlist._settle",
    } <= reached
    assert len(reached & code.committing) > 50
    assert code.unguarded_loops() == WHOLE
