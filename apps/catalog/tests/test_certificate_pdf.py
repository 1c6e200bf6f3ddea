"""The sheet of a certificate: on one page whatever is on it, and readable by screen readers."""

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
import typst
from PIL import Image
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


QR_CODE = (
    "1fd09eb7f 1057c8341 174a8305d 17533025d 174cd0f5d 104d9f941 1fd55557f 00141a300 16e64eb4b 003e97a6d "
    "12e481afb 099737569 11e863f98 15af5044a 1fedc2168 1d3021ddc 1e6875cd4 1002e9b5b 164bb8976 0f9f19393 "
    "125fcb38f 168c3e7ed 05d1c437b 0e01535d8 16f62f7f3 001772318 1fd0c7f50 105141b1d 174cd37f7 175c4c229 "
    "17576896c 10484c671 1fd37ea5c"
)
"""The code of that URL, a number a row, as a reader that shares nothing with the library read it."""


def compiled(document, **options):
    return typst.compile(
        certificate_pdf.TEMPLATE,
        root=certificate_pdf.TEMPLATE.parent,
        font_paths=typst.Fonts(include_system_fonts=False, font_paths=[pdf.FONTS]),
        sys_inputs={"document": json.dumps(certificate_pdf.template_data(document))},
        **options,
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


@pytest.mark.parametrize(
    "host", [".".join(["rally-learning"] * 10), ".".join(["m" * 60] * 2), ".".join(["m" * 60] * 4)]
)
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
    made = compiled(replace(SHEET, learner_name=name), pdf_standards="ua-1")
    assert isinstance(made, bytes)


def test_the_printed_code_is_that_of_the_url_with_a_light_margin():
    page = Image.open(BytesIO(compiled(SHEET, format="png", ppi=300))).convert("L")
    left, top, right, bottom = page.point(lambda light: 255 if light < 10 else 0).getbbox()
    module = (right - left) / 33
    assert bottom - top == right - left

    def row(number, columns):
        y = top + (number + 0.5) * module
        dark = [page.getpixel((round(left + (x + 0.5) * module), round(y))) < 128 for x in columns]
        return sum(is_dark << place for place, is_dark in enumerate(reversed(dark)))

    assert " ".join(f"{row(number, range(33)):09x}" for number in range(33)) == QR_CODE
    margin = [*range(-4, 0), *range(33, 37)]
    assert [row(number, range(-4, 37)) for number in margin] == [0] * 8
    assert [row(number, margin) for number in range(33)] == [0] * 33


@pytest.mark.parametrize("url", ["", "a", "शेयर बाज़ार", "x" * 600, '"><script>alert(1)</script>'])
def test_the_code_of_any_text_is_plain_shapes(url):
    root = ElementTree.fromstring(certificate_pdf.template_data(replace(SHEET, page_url=url))["qr"])
    assert [element.tag.partition("}")[2] for element in root.iter()] == ["svg", "rect", "path"]
    assert not any("style" in element.attrib or element.text for element in root.iter())
