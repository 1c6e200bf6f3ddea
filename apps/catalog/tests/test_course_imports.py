"""Courses from CSV: what is created, and what every wrong file or row is told."""

import html
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.catalog.course_csv import CourseRows
from apps.catalog.models import Chapter, Course, Topic
from apps.catalog.services import course_imports
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.core.csv_rows import BadFile
from apps.core.testing.pages import parse

pytestmark = pytest.mark.django_db

HEADER = "slug,title,category,price,chapter,topic,type,minutes,free,text"
GOOD = "\n".join(
    (
        HEADER,
        "gaps,Gaps,Options,1999.50,Basics,What is a gap?,article,5,yes,<p>A gap.<script>x</script></p>",
        "gaps,,,,Basics,Kinds,,,,",
        "gaps,,,,Practice,Check,quiz,,no,",
        '"rays","Rays, and more",Options,0,One,Start,,,,',
    )
)


@pytest.fixture(autouse=True)
def _category() -> None:
    CategoryFactory(title="Options")


def rows(*lines: str, header: str = HEADER) -> bytes:
    return "\n".join((header, *lines)).encode()


def counts() -> tuple[int, int, int]:
    return Course.objects.count(), Chapter.objects.count(), Topic.objects.count()


def test_courses_chapters_and_topics_are_created_unpublished() -> None:
    done = course_imports.import_courses(content=b"\xef\xbb\xbf" + GOOD.encode())

    assert (done.added, done.chapters, done.topics, done.errors) == (2, 3, 4, [])
    course = Course.objects.get(weburlname="gaps")
    assert (course.title, course.offer_price_paise, course.is_published) == ("Gaps", 1_999_50, False)
    topics = Topic.objects.filter(chapter__course=course).in_order()
    assert list(topics.values_list("chapter__title", "title", "content_type", "duration_seconds")) == [
        ("Basics", "What is a gap?", "article", 300),
        ("Basics", "Kinds", "article", 0),
        ("Practice", "Check", "quiz", 0),
    ]
    assert (topics[0].text, topics[0].is_free_preview) == ("<p>A gap.</p>", True)


def test_a_dry_run_counts_and_keeps_nothing() -> None:
    done = course_imports.import_courses(content=GOOD.encode(), is_dry_run=True)
    assert (done.added, done.chapters, done.topics) == (2, 3, 4)
    assert counts() == (0, 0, 0)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "Columns are missing: slug, title, category, price, chapter, topic."),
        (HEADER.encode(), "The file has no rows below its header."),
        (GOOD.encode("utf-16"), "The file is in UTF-16. Save it as 'CSV UTF-8'."),
        (
            rows("g,caf\u00e9").decode().encode("latin-1"),
            "Line 2 is not in UTF-8. Save the file as 'CSV UTF-8'.",
        ),
        (b"PK\x03\x04", "This is a spreadsheet (XLSX or ODS). Save it as 'CSV UTF-8'."),
        (rows("a\0b"), "The file contains NUL characters: it is no text."),
        (GOOD.replace(",", ";").encode(), "The columns are separated by ';'. Save the file with commas."),
        (
            rows("x", header="slug,slug,title,category,price,topic,color"),
            "Columns are missing: chapter. Unknown columns: color. Columns that are there twice: slug.",
        ),
        (rows("gaps,Gaps"), "Row 2 has 2 cells, the header has 10."),
        (rows('gaps,"Gaps'), "Line 2 is not valid CSV: unexpected end of data."),
        (rows(f"gaps,{'x' * 200_001}"), "Line 2 is not valid CSV: field larger than field limit (200000)."),
        (b"x" * (10 * 2**20 + 1), "The file is larger than 10 MiB. Split it."),
        (rows(*["a" + "," * 9] * 20_001), "The file has more than 20000 rows. Split it."),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_a_file_that_cannot_be_read_is_refused_as_a_whole(content: bytes, message: str) -> None:
    with pytest.raises(BadFile) as refused:
        course_imports.import_courses(content=content)
    assert refused.value.message == message


@pytest.mark.parametrize(
    ("line", "errors"),
    [
        ("gaps,Gaps,Options,-5,One,Start,,,,", [
            "Row 2, price: starts with '-', like a formula.",
            "Row 2, price: enter rupees such as 1999 or 1999.50, up to 999999999.",
        ]),
        ("gaps,=1+1,Options,5,One,Start,,,,", ["Row 2, title: starts with '=', like a formula."]),
        ('gaps,"Gaps\r\nII",Options,5,One,Start,,,,', [
            "Row 2, title: has a line break or invisible characters.",
        ]),
        ("gaps,Gaps,Options,5,One,St\u200bart,,,,", [
            "Row 2, topic: has a line break or invisible characters.",
        ]),
        ("gaps,Gaps,Options,5.999,One,Start,,,,", [
            "Row 2, price: enter rupees such as 1999 or 1999.50, up to 999999999.",
        ]),
        ("gaps,Gaps,Options,5,,Start,,,,", [
            "Row 2, chapter: is empty.", "Row 2, chapter: This field cannot be blank.",
        ]),
        ("gaps,Gaps,Options,5,One,Start,video,,,", ["Row 2, type: must be one of article, quiz."]),
        ("gaps,Gaps,Options,5,One,Start,,1441,,", ["Row 2, minutes: enter a whole number up to 1440."]),
        ("gaps,Gaps,Options,5,One,Start,,,maybe,", ["Row 2, free: must be one of yes, no."]),
        ("gaps,Gaps,Bread,5,One,Start,,,,", ["Row 2, category: must be one of Options."]),
        ("known,Gaps,Options,5,One,Start,,,,", ["Row 2, slug: a course with this slug exists already."]),
    ],
)  # fmt: skip
def test_a_wrong_row_is_named_and_nothing_is_imported(line: str, errors: list[str]) -> None:
    CourseFactory(weburlname="known", category__title="Other")
    before = counts()
    done = course_imports.import_courses(content=rows(line, "rays,Rays,Options,0,One,Start,,,,"))

    shown = [error for error in done.errors if not error.startswith("Row 2, type: Value")]
    assert shown == [error.replace("Options.", "Options, Other.") for error in errors]
    assert counts() == before


def test_all_wrong_rows_are_named_at_once() -> None:
    done = course_imports.import_courses(
        content=rows(
            "gaps,Gaps,Options,5,One,Start,,,,",
            "gaps,Other,,,One,,,,,",
            f"rays,{'x' * 121},Options,0,One,Start,,,,",
            "a b,Space,Options,0,One,Start,,,,",
        )
    )
    assert [error.partition(":")[0] for error in done.errors] == [
        "Row 3, topic", "Row 3, title", "Row 3, topic", "Row 4, title", "Row 5, slug",
    ]  # fmt: skip
    assert counts() == (0, 0, 0)


def test_a_slug_that_staff_take_during_the_import(monkeypatch: pytest.MonkeyPatch) -> None:
    create = course_imports._create

    def take_first(course: CourseRows, **options: Any) -> None:
        CourseFactory(weburlname=course.values["slug"])
        create(course, **options)

    monkeypatch.setattr(course_imports, "_create", take_first)
    done = course_imports.import_courses(content=rows("gaps,Gaps,Options,5,One,Start,,,,"))
    assert done.errors == ["A course with one of these slugs was added just now. Import the file again."]
    assert Course.objects.count() == 0


def command(path: Path, *options: str) -> Any:
    out = StringIO()
    call_command("import_courses", str(path), "--json", *options, stdout=out)
    return json.loads(out.getvalue())


def test_the_command_reports_as_json_and_imports_once(tmp_path: Path) -> None:
    file = tmp_path / "courses.csv"
    file.write_text(GOOD)
    expected = {"courses": 2, "chapters": 3, "topics": 4, "errors": []}
    assert command(file, "--dry-run") == expected
    assert counts() == (0, 0, 0)
    assert command(file) == expected
    with pytest.raises(CommandError, match=r"Nothing was imported: 2 errors\."):
        command(file)
    assert counts() == (2, 3, 4)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file or directory"):
        command(tmp_path / "none.csv")


# --- the page ---

PAGE = "/admin/catalog/course/import/"


def staff_with(codename: str) -> Client:
    person = User.objects.create_user(mobile="9844444444", name="Asha", is_staff=True)
    person.user_permissions.add(Permission.objects.get(codename="view_course"))
    person.user_permissions.add(Permission.objects.get(codename=codename))
    client = Client()
    client.force_login(person, backend="apps.accounts.backends.ByPassword")
    return client


def upload(client: Client, content: bytes) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("courses.csv", content)})


def test_the_page_previews_then_imports_what_was_previewed() -> None:
    client = staff_with("add_course")
    assert f'href="{PAGE}">Import CSV' in client.get("/admin/catalog/course/").content.decode()

    preview = upload(client, GOOD.encode())
    shown = [item.text for item in parse(preview.content.decode()).one("section").all("li")]
    assert shown == [
        "2 courses are added.",
        "Chapters: 3. Topics: 4. Nothing of it is published.",
        "Gaps: Basics, Practice",
        "Rays, and more: One",
    ]
    assert counts() == (0, 0, 0)

    done = client.post(PAGE, {"text": preview.context["text"], "confirmed": "Import 2"}, follow=True)
    assert "Imported 2 courses." in done.content.decode()
    assert counts() == (2, 3, 4)
    entry = AuditEntry.objects.get(kind="action", object_id="")
    assert (entry.object_type, entry.note) == ("catalog.course", "Imported from CSV: 2 courses")


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (GOOD.encode("utf-16"), "The file is in UTF-16. Save it as 'CSV UTF-8'."),
        (
            rows("gaps,Gaps,Options,5,One,Start,,,,", "rays,Rays,Bread,5,One,,,,,"),
            "Row 3, topic: is empty.",
        ),
    ],
    ids=["UTF-16", "wrong row"],
)
def test_the_page_names_what_is_wrong_and_imports_nothing(content: bytes, error: str) -> None:
    page = html.unescape(upload(staff_with("add_course"), content).content.decode())
    assert error in page
    assert "Nothing has been imported" in page
    assert counts() == (0, 0, 0)


def test_whoever_may_not_add_courses_imports_none() -> None:
    client = staff_with("change_course")
    assert PAGE not in client.get("/admin/catalog/course/").content.decode()
    assert upload(client, GOOD.encode()).status_code == 403
    assert counts() == (0, 0, 0)
