"""Files of data: what they give, and what is said of a wrong one, with its file and line."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import pytest
from django.db.models import TextChoices

from apps.core import demo
from apps.core.data_files import DataFile, DataFileError, InvalidField, read, read_document

NOW = datetime(2026, 11, 28, tzinfo=UTC)


class Colour(TextChoices):
    RED = "red", "A red one"
    BLUE = "blue", "A blue one"


@dataclass(frozen=True, kw_only=True)
class Part:
    name: str
    size: Literal["small", "large"] = "small"


@dataclass(frozen=True, kw_only=True)
class Row:
    title: str
    count: int = 0
    price: Decimal = Decimal(0)
    is_new: bool = False
    day: date | None = None
    start: time = time(9, 0)
    colour: Colour = Colour.RED
    parts: tuple[Part, ...] = ()
    names: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.count > 10:
            raise InvalidField("count", "It is more than 10")


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "rows.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_values_have_the_types_of_the_shape(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "# A comment.\n\n- title: no\n  count: 7\n  price: 4.50\n  is_new: true\n  day: 2026-11-28\n"
        "  start: 18:30\n  colour: blue\n  parts: [{name: 12, size: large}]\n  names: {1: पहला}\n"
        "- title: >-\n    Two lines\n    in one\n  day: null\n...\n",
    )
    assert read(path, tuple[Row, ...]) == (
        Row(
            title="no",
            count=7,
            price=Decimal("4.50"),
            is_new=True,
            day=date(2026, 11, 28),
            start=time(18, 30),
            colour=Colour.BLUE,
            parts=(Part(name="12", size="large"),),
            names={1: "पहला"},
        ),
        Row(title="Two lines in one"),
    )


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("", "1: The last line is not '...', so the file is cut off"),
        ("---\n...\n", "2: A value is missing"),
        ("- title: One\n- title: Tw", "2: The last line is not '...', so the file is cut off"),
        ("- title: One\n- title: Two\n", "2: The last line is not '...', so the file is cut off"),
        ("- title: 'One\n...\n", "2: found unexpected document indicator"),
        ("- title: One\n  parts: [\n...\n", "3: did not find expected node content"),
        ("- title: One\n...\n- title: Two\n...\n", "3: did not find expected <document start>"),
        ("- title: One\n- title: \x01\n...\n", "2: control characters are not allowed"),
        ("- title: One\n- title: naïve\n...\n".encode("latin-1"), "2: This is not UTF-8"),
        ("- title: One\n...\n".encode("utf-16"), "1: This is not UTF-8"),
        ("title: One\n...\n", "1: Expected a list"),
        ("- One\n...\n", "1: Expected names with values"),
        ("- title: [One]\n...\n", "1: Expected one value"),
        ("- title:\n...\n", "1: A value is missing"),
        ("- title: One\n-\n...\n", "2: A value is missing"),
        ("- count: 1\n...\n", "1: Expected 'title' here"),
        ("- title: One\n  title: Two\n...\n", "2: There are two 'title'"),
        (
            "- title: One\n  colours: red\n...\n",
            "2: There is no 'colours' here. Known are 'colour', 'count', 'day', 'is_new', 'names', 'parts', "
            "'price', 'start', 'title'",
        ),
        ("- title: One\n  count: many\n...\n", "2: 'many' is not a whole number"),
        ("- title: One\n  price: much\n...\n", "2: 'much' is not a number"),
        ("- title: One\n  is_new: yes\n...\n", "2: 'yes' is not true or false"),
        ("- title: One\n  day: 2026-02-30\n...\n", "2: '2026-02-30' is not a date"),
        ("- title: One\n  start: 25:00\n...\n", "2: '25:00' is not a time"),
        ("- title: One\n  colour: green\n...\n", "2: 'green' is not one of 'blue', 'red'"),
        (
            "- title: One\n  parts:\n    - name: A\n      size: huge\n...\n",
            "4: 'huge' is not one of 'large', 'small'",
        ),
        ("- title: One\n  names: {first: A}\n...\n", "2: 'first' is not a whole number"),
        ("- title: One\n  count: 11\n...\n", "2: count: It is more than 10"),
        ("- title: !!python/object/apply:os.getcwd []\n...\n", "1: Expected one value"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(tmp_path: Path, content: str | bytes, error: str) -> None:
    path = written(tmp_path, content)
    with pytest.raises(DataFileError) as refused:
        read(path, tuple[Row, ...])
    assert str(refused.value) == f"{path}:{error}"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "rows.yaml"
    with pytest.raises(DataFileError) as refused:
        read(path, tuple[Row, ...])
    assert str(refused.value) == f"{path}:1: No such file or directory"


def test_a_file_is_read_once(tmp_path: Path) -> None:
    path = written(tmp_path, "- title: One\n...\n")
    file = DataFile(path, tuple[Row, ...])
    assert file.read() == (Row(title="One"),)
    path.unlink()
    assert file.read() == (Row(title="One"),)


def test_a_document_has_a_head_and_a_text(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text("title: One: two\nlead: Three\n---\n\nText\n\n---\n\nMore\n", encoding="utf-8")
    assert read_document(path, head=("title", "lead")) == {
        "title": "One: two",
        "lead": "Three",
        "text": "Text\n\n---\n\nMore",
    }


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "1: Expected 'lead', 'title' before '---'"),
        (b"title: One\n---\nText\n", "2: Expected 'lead' before '---'"),
        (b"title: One\nsummary: Two\n---\nText\n", "2: Expected 'lead' with a value"),
        (b"title: One\ntitle: Two\n---\nText\n", "2: Expected 'lead' with a value"),
        (b"title: \n", "1: Expected 'lead', 'title' with a value"),
        (b"title: One\nlead: Two\n", "3: Expected '---' and a text after it, so the file is cut off"),
        (b"title: One\nlead: Two\n---\n \n", "3: Expected '---' and a text after it, so the file is cut off"),
        (b"title: One\nlead: Two\n---\nna\xefve\n", "4: This is not UTF-8"),
    ],
)
def test_a_wrong_document_is_named_with_its_line(tmp_path: Path, content: bytes, error: str) -> None:
    path = tmp_path / "text.md"
    path.write_bytes(content)
    with pytest.raises(DataFileError) as refused:
        read_document(path, head=("title", "lead"))
    assert str(refused.value) == f"{path}:{error}"


def test_no_seeder_runs_if_any_file_is_wrong(tmp_path: Path, monkeypatch: Any) -> None:
    right = DataFile(written(tmp_path, "- title: One\n...\n"), tuple[Row, ...])
    (tmp_path / "cut.yaml").write_text("- title: One\n")
    ran: list[datetime] = []
    monkeypatch.setattr(demo, "_files", [right, DataFile(tmp_path / "cut.yaml", tuple[Row, ...])])
    monkeypatch.setattr(demo, "_seeders", {"rows": lambda now: ran.append(now) or "done"})
    with pytest.raises(DataFileError, match=r"cut\.yaml:1: "):
        list(demo.seed(now=NOW))
    assert ran == []

    monkeypatch.setattr(demo, "_files", [right])
    assert list(demo.seed(now=NOW)) == ["rows: done"]
    assert ran == [NOW]
