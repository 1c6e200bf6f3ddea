"""Sessions and holidays from CSV: what is created, and what every wrong file or row is told."""

import json
from datetime import date, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.audit.models import AuditEntry
from apps.core import publishing
from apps.core.csv_rows import BadFile
from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from apps.live.models import ExchangeHoliday, LiveTrading, ProgramSession
from apps.live.selectors.publishing_facts import program_texts
from apps.live.services import session_imports
from apps.live.tests.factories import NOW, LiveTradingFactory, SessionFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db(transaction=True)]

HEADER = "program,name,date,start,minutes,price,seats,join_link"
ROW = "desk,Gap and range,2026-12-24,19:30,90,499,30,https://meet.example.in/a"
NEW_PRICE = "Desk, which is public: ₹499 is new."
PAGE = "/admin/live/programsession/import/"


@pytest.fixture(autouse=True)
def desk() -> LiveTrading:
    program: LiveTrading = LiveTradingFactory(title="Desk", weburlname="desk")
    return program


@pytest.fixture
def office(staff: Person) -> Client:
    client = Client()
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    return client


def rows(*lines: str, header: str = HEADER) -> bytes:
    return "\n".join((header, *lines)).encode()


def imported(content: bytes, **options: Any) -> Any:
    return session_imports.import_sessions(content=content, now=NOW, **options)


def test_a_session_for_each_row(desk: LiveTrading) -> None:
    LiveTrading.objects.update(free_confirmed=True)
    done = imported(b"\xef\xbb\xbf" + rows(ROW, "desk,Next,2026-12-26,09:00,60,0,,"))
    assert (done.added, done.errors) == (2, [])
    first, second = ProgramSession.objects.order_by("starts_at")
    assert (first.program, first.name, first.base_price_paise) == (desk, "Gap and range", 499_00)
    assert first.starts_at == datetime(2026, 12, 24, 19, 30, tzinfo=INDIA)
    assert first.ends_at == datetime(2026, 12, 24, 21, 0, tzinfo=INDIA)
    assert (first.capacity, first.join_url) == (30, "https://meet.example.in/a")
    assert (second.capacity, second.join_url) == (None, "")


def test_a_session_of_a_public_program_is_not_free_by_accident(desk: LiveTrading) -> None:
    free = ROW.replace(",499,", ",0,")
    assert imported(rows(free)).errors == ["Row 2, price: Tick 'Free for everybody?' of its program first."]
    LiveTrading.objects.update(is_published=False)
    assert imported(rows(free)).errors == []


def test_a_dry_run_keeps_nothing_and_names_holidays() -> None:
    ExchangeHoliday.objects.update_or_create(date=date(2026, 12, 24), defaults={"name": "Rest"})
    done = imported(rows(ROW), is_dry_run=True)
    assert (done.added, done.notes) == (
        1,
        [NEW_PRICE, "'Gap and range', Thu 24 Dec 2026, 7:30 to 9 PM: an exchange holiday, Rest."],
    )
    assert ProgramSession.objects.count() == 0


@pytest.mark.parametrize(
    ("row", "errors"),
    [
        (ROW.replace("desk", "nothing"), ["program"]),
        (ROW.replace("Gap and range", '"Gap and\r\nrange"'), ["name"]),
        (ROW.replace("Gap and range", "Gap \u202eand range"), ["name"]),
        (ROW.replace("2026-12-24", "24/12/2026"), ["date and start"]),
        (ROW.replace("2026-12-24", "9999-12-24"), ["date and start"]),
        (ROW.replace("2026-12-24", "2020-12-24"), ["date and start"]),
        (ROW.replace("19:30", "7:30 PM"), ["date and start"]),
        (ROW.replace("19:30", "19:30+01:00"), ["date and start"]),
        (ROW.replace(",90,", ",0,"), ["minutes"]),
        (ROW.replace(",90,", ",99999999999,"), ["minutes"]),
        (ROW.replace("499", "free"), ["price"]),
        (ROW.replace("499", "499.50"), ["price"]),
        (ROW.replace(",30,", ",0,"), ["seats"]),
        (ROW.replace(",30,", ",-1,"), ["seats", "seats"]),
        (ROW.replace("https://meet.example.in/a", "javascript:x"), ["join_link"]),
        (ROW.replace("Gap and range", "=cmd()"), ["name"]),
        (ROW.replace("Gap and range", ""), ["name"]),
        (ROW.replace("Gap and range", "x" * 121), ["name"]),
    ],
)
def test_a_wrong_row_is_named_and_nothing_is_kept(row: str, errors: list[str]) -> None:
    done = imported(rows(ROW.replace("24", "25"), row))
    assert [error.partition(":")[0] for error in done.errors] == [f"Row 3, {name}" for name in errors]
    assert ProgramSession.objects.count() == 0


def test_two_at_one_time_are_refused(desk: LiveTrading) -> None:
    start = datetime(2026, 12, 24, 19, 30, tzinfo=INDIA)
    SessionFactory(program=desk, name="Old", starts_at=start)
    again = ROW.replace("24", "25")
    assert imported(rows(ROW, again, again)).errors == [
        "Row 2, start: the program has a session then, 'Old'.",
        "Row 4, start: the program has a session then, in row 3.",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "Columns are missing: program, name, date, start, minutes, price."),
        (rows(), "The file has no rows below its header."),
        (rows(ROW).decode().encode("utf-16"), "The file is in UTF-16. Save it as 'CSV UTF-8'."),
        (rows("d,caf\u00e9").decode().encode("latin-1"), "Line 2 is not in UTF-8."),
        (rows("a\0b"), "The file contains NUL characters: it is no text."),
        (rows(ROW, header=HEADER + ",color"), "Unknown columns: color."),
        (rows("a,b"), "Row 2 has 2 cells, the header has 8."),
        (b"x" * (10 * 1024 * 1024 + 1), "The file is larger than 10 MiB. Split it."),
        (rows(*["a,b,c,d,e,f,g,h"] * 500_000), "The file has more than 5000 rows. Split it."),
    ],
)
def test_a_file_that_cannot_be_read(content: bytes, message: str) -> None:
    with pytest.raises(BadFile) as error:
        imported(content)
    assert error.value.message.startswith(message)


def test_the_number_of_queries_is_the_same_for_many() -> None:
    # What a price may be at most is cached.
    assert imported(rows(ROW.replace("2026-12-24", "2027-03-01"))).errors == []
    counts = []
    for month, days in (("01", 1), ("02", 28)):
        lines = [ROW.replace("2026-12-24", f"2027-{month}-{day:02d}") for day in range(1, days + 1)]
        with CaptureQueriesContext(connection) as context:
            assert imported(rows(*lines)).errors == []
        counts.append(len(context))
    assert counts[0] == counts[1]


@pytest.mark.postgresql
def test_two_imports_at_once_add_them_once() -> None:
    results = in_parallel(lambda _: imported(rows(ROW)).errors, times=2)
    assert sorted(map(str, results)) == [
        "[\"Row 2, start: the program has a session then, 'Gap and range'.\"]",
        "[]",
    ]
    assert ProgramSession.objects.count() == 1


# --- the page ---


def upload(client: Client, content: bytes) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("a.csv", content)})


def test_the_page_previews_then_imports_what_was_previewed(office: Client) -> None:
    assert PAGE in office.get("/admin/live/programsession/").content.decode()
    assert office.get(PAGE).status_code == 200
    preview = upload(office, rows(ROW))
    assert "1 program session is added." in preview.content.decode()
    assert "<li>Gap and range: Thu 24 Dec 2026, 7:30 PM</li>" in preview.content.decode()
    assert ProgramSession.objects.count() == 0
    form = {"text": preview.context["text"].replace("\n", "\r\n"), "confirmed": "Import 1"}
    done = office.post(PAGE, form, follow=True)
    assert "Imported 1 program session." in done.content.decode()
    entry = AuditEntry.objects.get(kind="action", object_type="live.programsession")
    assert (entry.object_type, entry.note) == ("live.programsession", "Imported from CSV: 1 program session")
    again = office.post(PAGE, form)
    assert "Row 2, start: the program has a session then" in again.content.decode()
    assert ProgramSession.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (rows("a,b"), "Row 2 has 2 cells"),
        (rows(ROW.replace("desk", "nothing")), "there is no program with this slug"),
        (rows(*["x,,,,,,,"] * 60), "more errors."),
        (b"\xff\xfe\x00", "UTF-16"),
        (b"", "Columns are missing"),
        (b"x" * (1024 * 1024 + 1), "larger than 1 MiB"),
    ],
)
def test_the_page_says_what_is_wrong(office: Client, content: bytes, message: str) -> None:
    page = upload(office, content)
    assert (page.status_code, message in page.content.decode()) == (200, True)
    assert 'name="confirmed"' not in page.content.decode()
    assert ProgramSession.objects.count() == 0


@pytest.mark.parametrize("text", ["", "\x00", "x", HEADER])
def test_a_confirmation_of_nonsense(office: Client, text: str) -> None:
    page = office.post(PAGE, {"text": text, "confirmed": "1"})
    assert (page.status_code, ProgramSession.objects.count()) == (200, 0)
    assert "Nothing has been imported" in page.content.decode()


# --- the commands ---


def command(name: str, path: Path, *options: str) -> Any:
    out = StringIO()
    call_command(name, str(path), "--json", *options, stdout=out)
    return json.loads(out.getvalue())


def test_the_command_reports_as_json_and_imports_once(tmp_path: Path) -> None:
    file = tmp_path / "sessions.csv"
    file.write_bytes(rows(ROW))
    expected = {"sessions": 1, "notes": [NEW_PRICE], "errors": []}
    assert command("import_sessions", file, "--dry-run") == expected
    assert ProgramSession.objects.count() == 0
    assert command("import_sessions", file) == expected
    with pytest.raises(CommandError, match=r"Nothing was imported: 1 errors\."):
        command("import_sessions", file)
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        command("import_sessions", tmp_path / "none.csv")


def test_holidays_by_command(tmp_path: Path) -> None:
    ExchangeHoliday.objects.all().delete()
    file = tmp_path / "holidays.csv"
    file.write_text("date,name\n2026-12-25,Christmas\n")
    expected = {"holidays": 1, "notes": ["1 added, 0 renamed, 0 unchanged."], "errors": []}
    assert command("import_holidays", file, "--dry-run") == expected
    assert ExchangeHoliday.objects.count() == 0
    assert command("import_holidays", file) == expected
    assert str(ExchangeHoliday.objects.get()) == "2026-12-25, Christmas"
    file.write_text("2026-12-26,Boxing day\n2026-13-01,None\n")
    with pytest.raises(CommandError, match=r"Nothing was imported: 1 errors\."):
        command("import_holidays", file)
    assert ExchangeHoliday.objects.count() == 1


def test_a_name_of_a_public_program_that_needs_an_approval_is_refused(desk: LiveTrading) -> None:
    named = ROW.replace("Gap and range", "Guaranteed returns")
    again = named.replace("19:30", "21:30")
    refusal = (
        f"name: '{desk}' is public. Change these texts, or archive it until Compliance has "
        "approved the new ones. "
        "Promise of return in a session: “Guaranteed returns”"
    )
    assert imported(rows(named, again)).errors == [f"Row 2, {refusal}", f"Row 3, {refusal}"]
    assert ProgramSession.objects.count() == 0
    SessionFactory(program=desk, name="Guaranteed returns")
    LiveTrading.objects.update(
        approval_number="A-1",
        approval_last_day=NOW.date(),
        approved_digest=publishing.digest(program_texts(desk)),
    )
    assert imported(rows(named, again)).errors == []


def test_names_are_looked_at_once_and_without_a_finding_not_queried(desk: LiveTrading) -> None:
    assert imported(rows(ROW.replace("2026-12-24", "2027-03-01"))).errors == []
    counts = []
    for size in (1, 20):
        lines = (
            ROW.replace("2026-12-24", f"2027-0{1 if size == 1 else 2}-{day:02d}")
            for day in range(1, size + 1)
        )
        with CaptureQueriesContext(connection) as context:
            assert imported(rows(*lines)).errors == []
        counts.append(len(context))
    assert counts[0] == counts[1]
