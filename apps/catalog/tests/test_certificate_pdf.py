"""The sheet of a certificate: on one page whatever is on it, and readable by screen readers."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
import typst
from pypdf import PdfReader

from apps.catalog import certificate_pdf
from apps.catalog.certificate_pdf import Document
from apps.core import pdf

pytestmark = pytest.mark.django_db

CODE = "7K3M9-Q2XRT-4WHCN-8PYDZ"
SHEET = Document(
    learner_name="Meera Nair",
    course_title="Candlesticks",
    issued_on=date(2026, 11, 21),
    code=CODE,
    page_url=f"https://rally.example.in/certificates/{CODE}",
)


def read(document):
    return PdfReader(BytesIO(certificate_pdf.render(document)))


def text_of(document):
    [page] = read(document).pages
    return "".join(page.extract_text().replace("\u200b", "").split())


@pytest.mark.parametrize("name", ["W" * 80, "Meera " * 13, "लक्ष्मी " * 10, "क्ष" * 26])
@pytest.mark.parametrize("title", ["W" * 120, "Options " * 15, "शेयर बाज़ार " * 10])
def test_the_longest_texts_stay_on_one_page(name, title):
    text = text_of(replace(SHEET, learner_name=name, course_title=title))
    assert CODE in text
    assert text.count("W") >= name.count("W") + title.count("W")


def test_the_code_and_its_url_can_be_copied():
    [page] = read(SHEET).pages
    text = page.extract_text()
    assert f"Certificate {CODE}\n" in text
    assert f"Check it at {SHEET.page_url}\n" in text


@pytest.mark.parametrize("host", [".".join(["rally-learning"] * 10), ".".join(["m" * 60] * 2)])
def test_a_url_that_is_too_long_is_broken_without_characters_of_its_own(host):
    url = f"https://{host}/certificates/{CODE}"
    [page] = read(replace(SHEET, page_url=url)).pages
    lines = page.extract_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("Check it at "))
    of_url = lines[first:-1]
    assert "".join(of_url) == f"Check it at {url}"
    assert len(of_url) > 1


@pytest.mark.parametrize(
    "typed", ['#read("certificate.typ")', "#panic()", "$x^2$ *bold* `raw` <label>", "= Heading", '"}, {"']
)
def test_markup_is_only_text(typed):
    text = text_of(replace(SHEET, learner_name=typed, course_title=typed))
    assert text.count(typed.replace(" ", "")) == 2


def test_what_cannot_be_seen_is_left_out():
    text = text_of(replace(SHEET, learner_name="Mee\u202era\x00 Nair\n"))
    assert "ThiscertifiesthatMeeraNaircompleted" in text


def test_the_file_is_named_dated_and_says_its_language():
    reader = read(SHEET)
    assert reader.metadata.title == f"Certificate of completion {CODE}"
    assert reader.metadata.creation_date == datetime(2026, 11, 21, tzinfo=UTC)
    assert reader.trailer["/Root"]["/Lang"] == "en-IN"


@pytest.mark.parametrize("name", ["Meera Nair", "लक्ष्मी वर्मा"])
def test_the_layout_meets_the_standard_for_screen_readers(name):
    made = typst.compile(
        certificate_pdf.TEMPLATE,
        root=certificate_pdf.TEMPLATE.parent,
        font_paths=typst.Fonts(include_system_fonts=False, font_paths=[pdf.FONTS]),
        sys_inputs={"document": json.dumps(certificate_pdf.template_data(replace(SHEET, learner_name=name)))},
        pdf_standards="ua-1",
    )
    assert isinstance(made, bytes)
