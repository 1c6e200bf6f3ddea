"""Tax invoices and credit notes: what they say, how they are set, and that nothing typed gets beyond text."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
import typst
from pypdf import PdfReader
from pypdf.generic import ContentStream

from apps.commerce import documents
from apps.commerce.documents import Document, Item, Party, TaxLine, invoice_pdf
from apps.core import pdf

SUPPLIER = Party(
    name="Rally Advisers Private Limited",
    address="4th Floor, Example House, Fort, Mumbai 400001",
    state="Maharashtra (27)",
    gstin="27AAPFU0939F1ZV",
    email="hello@rally.example.in",
    phone="+91 22 0000 0000",
)
BUYER = Party(
    name="Meera Nair",
    address="12, MG Road\r\nIndiranagar,\nBengaluru 560038",
    state="Karnataka (29)",
    gstin="29AAGCB7383J1Z4",
    email="meera@example.in",
    phone="+91 98765 43210",
)
INVOICE = Document(
    kind="invoice",
    number="RA/26-27/000123",
    issued_on=date(2026, 11, 21),
    order_number="RA-7K3M9Q2X",
    supplier=SUPPLIER,
    supplier_pan="AAPFU0939F",
    supplier_registration="INA000012345",
    buyer=BUYER,
    place_of_supply="Karnataka (29)",
    items=(Item("Options from first principles", "999293", 1_23_456_00, 10_000_50, 1_13_455_50),),
    tax_lines=(TaxLine("IGST", 18, 20_421_99),),
    taxable_paise=1_13_455_50,
    total_paise=1_33_877_49,
    paid_with="Razorpay payment pay_MzAbCdEf123456",
)
CREDIT_NOTE = replace(
    INVOICE,
    kind="credit_note",
    number="CN/26-27/000007",
    against="RA/26-27/000123",
    against_on=date(2026, 11, 2),
    reason="Asked for within 7 days",
    paid_with="Razorpay refund rfnd_MzAbCdEf123456",
)


def read(document: Document) -> PdfReader:
    return PdfReader(BytesIO(documents.pdf(document)))


def text_of(document: Document) -> str:
    return "\n".join(page.extract_text() for page in read(document).pages)


def in_one_line(document: Document) -> str:
    return " ".join(text_of(document).split())


def named(name: str) -> Document:
    return replace(INVOICE, buyer=replace(BUYER, name=name))


def titled(title: str) -> Document:
    return replace(INVOICE, items=(replace(INVOICE.items[0], title=title),))


def drawn(document: Document) -> dict[str, int]:
    """Syllables that stand for more than their letters, with the number of shapes that each is drawn by."""
    reader = read(document)
    found: dict[str, int] = {}
    syllable = None
    for operands, operator in ContentStream(reader.pages[0].get_contents(), reader).operations:
        if operator == b"BDC":
            syllable = operands[1].get("/ActualText", syllable)
        elif operator == b"EMC":
            syllable = None
        elif syllable and operator in {b"TJ", b"Tj"}:
            shown = operands[0] if operator == b"TJ" else operands
            found[syllable] = sum(len(piece) for piece in shown if isinstance(piece, str))
    return found


def fonts_in(document: Document) -> set[str]:
    names = set()
    for page in read(document).pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            assert "/FontFile2" in descendant["/FontDescriptor"].get_object()
            names.add(descendant["/BaseFont"].partition("+")[2])
    return names


# --- what stands there ---


def test_an_invoice_says_what_the_law_wants() -> None:
    said = in_one_line(INVOICE)
    for fact in (
        "Tax invoice",
        "Invoice number RA/26-27/000123",
        "Date 21 November 2026",
        "Order RA-7K3M9Q2X",
        "Rally Advisers Private Limited",
        "4th Floor, Example House, Fort, Mumbai 400001",
        "Maharashtra (27)",
        "GSTIN 27AAPFU0939F1ZV",
        "PAN AAPFU0939F",
        "SEBI registration INA000012345",
        "Billed to Meera Nair 12, MG Road, Indiranagar, Bengaluru 560038 Karnataka (29)",
        "GSTIN 29AAGCB7383J1Z4",
        "Place of supply Karnataka (29)",
        "Description SAC Price Discount Taxable value",
        "Options from first principles 999293 ₹1,23,456.00 −₹10,000.50 ₹1,13,455.50",
        "Taxable value ₹1,13,455.50 IGST 18% ₹20,421.99 Total ₹1,33,877.49",
        "Rupees One Lakh Thirty-Three Thousand Eight Hundred Seventy-Seven and Forty-Nine Paise Only",
        "Paid with Razorpay payment pay_MzAbCdEf123456",
        "Tax is not payable on reverse charge basis.",
        "This is a computer-generated invoice and does not require a signature.",
    ):
        assert fact in said
    assert "Page" not in said


def test_within_the_state_the_tax_stands_in_two_lines() -> None:
    halves = (TaxLine("CGST", 9, 10_210_99), TaxLine("SGST", 9, 10_211_00))
    said = in_one_line(replace(INVOICE, tax_lines=halves))
    assert "CGST 9% ₹10,210.99 SGST 9% ₹10,211.00 Total" in said
    assert "IGST" not in said


def test_a_credit_note_names_its_invoice_and_the_reason() -> None:
    said = in_one_line(CREDIT_NOTE)
    for fact in (
        "Credit note number CN/26-27/000007",
        "For invoice RA/26-27/000123",
        "Invoice date 2 November 2026",
        "Refunded with Razorpay refund rfnd_MzAbCdEf123456",
        "Reason Asked for within 7 days",
        "Credited to Meera Nair",
        "This is a computer-generated credit note and does not require a signature.",
    ):
        assert fact in said
    assert "Tax invoice" not in said


def test_what_is_not_known_has_no_line() -> None:
    nobody = Party(name="Meera Nair", address="", state="", gstin="", email="", phone="")
    said = in_one_line(replace(INVOICE, buyer=nobody, supplier_pan=" ", paid_with=""))
    assert said.count("GSTIN") == 1
    for label in ("PAN", "Paid with", "Reason", "For invoice"):
        assert label not in said


def test_without_a_discount_there_is_no_column_for_it() -> None:
    item = replace(INVOICE.items[0], discount_paise=0, taxable_paise=1_23_456_00)
    said = in_one_line(replace(INVOICE, items=(item,)))
    assert "Description SAC Price Taxable value" in said
    assert "Options from first principles 999293 ₹1,23,456.00 ₹1,23,456.00" in said


def test_many_items_take_pages_that_are_counted() -> None:
    items = tuple(replace(INVOICE.items[0], title=f"Session {place}") for place in range(1, 61))
    pages = [page.extract_text() for page in read(replace(INVOICE, items=items)).pages]
    assert len(pages) == 3
    for place, page in enumerate(pages, start=1):
        assert f"Page {place} of 3" in page
        assert "Taxable value" in page
    assert "Session 60 " in pages[2]


# --- Devanagari ---


def test_devanagari_is_set_in_the_projects_font_with_its_conjuncts() -> None:
    syllables = drawn(named("क्षेत्रपाल तर्क श्री"))
    assert syllables["क्षे"] == 2
    assert syllables["श्री"] == 2
    assert syllables["र्क"] == 2


def test_every_letter_comes_from_a_font_of_the_project() -> None:
    assert fonts_in(named("लक्ष्मी वर्मा, Zoë Müller")) == {
        "Geist-Regular",
        "Geist-SemiBold",
        "NotoSansDevanagari-SemiBold",
    }
    assert fonts_in(titled("शेयर बाज़ार")) == {"Geist-Regular", "Geist-SemiBold", "NotoSansDevanagari-Regular"}


def test_fonts_lie_beside_their_licences() -> None:
    licences = {path.name for path in pdf.FONTS.glob("*-OFL.txt")}
    for font in pdf.FONTS.glob("*.ttf"):
        assert f"{font.stem.partition('-')[0]}-OFL.txt" in licences


# --- whatever is typed is only text ---

HOSTILE = [
    '#read("document.typ")',
    '#include "document.typ"',
    '#eval("1 + 1")',
    "#panic()",
    "$x^2$ *bold* _slanted_ `raw` <label> @reference",
    "= Heading - list + more / term: x",
    "\\u{41} \\ \\# // not a comment /* nor this */",
    '"}, "total": "₹0.00", {"',
    "](https://example.in) [x] {y} ~ -- --- ...",
]


@pytest.mark.parametrize("typed", HOSTILE)
def test_markup_is_only_text(typed: str) -> None:
    everywhere = replace(
        CREDIT_NOTE,
        supplier=replace(SUPPLIER, name=typed),
        buyer=replace(BUYER, name=typed, address=typed),
        items=(replace(INVOICE.items[0], title=typed),),
        reason=typed,
    )
    assert in_one_line(everywhere).replace(" ", "").count(typed.replace(" ", "")) == 5


def test_what_cannot_be_seen_is_left_out() -> None:
    said = in_one_line(named("Mee\x00ra\u202e\u2066\u200b\ufeff \x1b\ud800Na\x7fir\u2028\t\n"))
    assert "Billed to Meera Nair 12, MG Road" in said


@pytest.mark.parametrize("document", [INVOICE, CREDIT_NOTE], ids=["invoice", "credit note"])
@pytest.mark.parametrize(
    ("address", "word", "count"),
    [
        ("W" * 400, "W", 400),
        ("Flat 12 " * 50, "Flat", 50),
        ("\n".join(["Indiranagar"] * 33), "Indiranagar", 33),
        ("महात्मा गांधी मार्ग, पुणे " * 15, "पुणे", 15),
    ],
)
def test_a_long_address_wraps_under_the_person_and_loses_nothing(
    address: str, word: str, count: int, document: Document
) -> None:
    text = text_of(replace(document, buyer=replace(BUYER, address=address, contact="Asha Rao")))
    _, _, block = text.replace("\u200b", "").partition("Meera Nair\nAsha Rao\n")
    lines = block.partition("\nKarnataka (29)")[0].splitlines()
    assert "".join(lines).count(word) == count
    # Its column is half as wide as the page.
    assert max(map(len, lines)) < 60


@pytest.mark.parametrize("name", ["مرحبا بالعالم", "📈📉", "தமிழ்", "\u0301\u0301", "\U0010ffff", "\ud83d"])
def test_letters_that_no_font_has_do_no_harm(name: str) -> None:
    assert "Total ₹1,33,877.49" in in_one_line(named(name))


@pytest.mark.parametrize("long", ["W" * 5_000, "word " * 1_000, "क्ष" * 1_500])
def test_long_texts_break_and_lose_nothing(long: str) -> None:
    said = text_of(titled(long))
    if long[0] == "W":
        assert said.replace("\u200b", "").count("W") == 5_000
    assert max(len(line.replace("\u200b", "")) for line in said.splitlines()) < 120
    assert "Total ₹1,33,877.49" in " ".join(said.split())


# --- the file ---


def test_the_same_document_gives_the_same_bytes() -> None:
    assert documents.pdf(INVOICE) == documents.pdf(replace(INVOICE))
    assert documents.pdf(INVOICE) != documents.pdf(CREDIT_NOTE)


def test_the_file_is_named_dated_tagged_and_says_its_language() -> None:
    reader = read(INVOICE)
    assert reader.metadata is not None
    assert reader.metadata.title == "Tax invoice RA/26-27/000123"
    assert reader.metadata.author == "Rally Advisers Private Limited"
    assert reader.metadata.creation_date == datetime(2026, 11, 21, tzinfo=UTC)
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en-IN"
    assert root["/MarkInfo"]["/Marked"]


@pytest.mark.parametrize("document", [INVOICE, CREDIT_NOTE, named("लक्ष्मी वर्मा")])
def test_the_layout_meets_the_standard_for_screen_readers(document: Document) -> None:
    made = typst.compile(
        invoice_pdf.TEMPLATE,
        root=invoice_pdf.TEMPLATE.parent,
        font_paths=typst.Fonts(include_system_fonts=False, font_paths=[pdf.FONTS]),
        sys_inputs={"document": json.dumps(invoice_pdf.template_data(document))},
        pdf_standards="ua-1",
    )
    assert isinstance(made, bytes)


@pytest.mark.parametrize("document", [INVOICE, CREDIT_NOTE, replace(INVOICE, items=(), tax_lines=())])
def test_a_frozen_document_thaws_to_the_same(document: Document) -> None:
    kept = json.loads(json.dumps(documents.to_json(document)))
    assert documents.from_json(kept) == document
    assert documents.to_json(documents.from_json(kept)) == kept


def test_a_part_that_is_missing_or_unknown_is_an_error() -> None:
    kept = documents.to_json(INVOICE)
    with pytest.raises(TypeError):
        documents.from_json({**kept, "discount_paise": 1})
    with pytest.raises(TypeError):
        documents.from_json({name: value for name, value in kept.items() if name != "number"})
