from xml.etree import ElementTree

import pytest

from apps.content import formulas
from apps.content.formulas import BadFormula


def inner(source):
    markup = formulas.mathml(source)
    ElementTree.fromstring(markup)
    return markup.partition(">")[2].removesuffix("</math>")


@pytest.mark.parametrize(
    ("source", "markup"),
    [
        ("a", "<mi>a</mi>"),
        ("gain needed", "<mtext>gain needed</mtext>"),
        ("the last 5 closes", "<mtext>the last 5 closes</mtext>"),
        ("₹1,23,456.50", "<mn>₹1,23,456.50</mn>"),
        ("-a + 5%", "<mo>−</mo><mi>a</mi><mo>+</mo><mn>5%</mn>"),
        ("a ≤ b", "<mi>a</mi><mo>≤</mo><mi>b</mi>"),
        ("max(0, a)", "<mtext>max</mtext><mo>(</mo><mn>0</mn><mo>,</mo><mi>a</mi><mo>)</mo>"),
        ("(a)", "<mo>(</mo><mi>a</mi><mo>)</mo>"),
        (
            "a × b / (c − d)",
            "<mfrac><mrow><mi>a</mi><mo>×</mo><mi>b</mi></mrow>"
            "<mrow><mi>c</mi><mo>−</mo><mi>d</mi></mrow></mfrac>",
        ),
        (
            "(1 + r)^n",
            "<msup><mrow><mo>(</mo><mn>1</mn><mo>+</mo><mi>r</mi><mo>)</mo></mrow>"
            "<mrow><mi>n</mi></mrow></msup>",
        ),
        (
            "(a / b)^(1 / n)",
            "<msup><mrow><mo>(</mo><mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"
            "<mo>)</mo></mrow><mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mi>n</mi></mrow></mfrac></mrow></msup>",
        ),
    ],
)
def test_a_formula_becomes_mathml(source, markup):
    assert inner(source) == markup


@pytest.mark.parametrize(
    "source",
    [
        "",
        "a +",
        "(a",
        "a)",
        "a b ) c",
        "= a",
        "a // b",
        "a ^",
        "max(a",
        "max(a,)",
        "<script>",
        "a & b",
        "$x$",
    ],
)
def test_what_is_no_formula_is_refused(source):
    with pytest.raises(BadFormula):
        formulas.mathml(source)


@pytest.mark.parametrize("source", ["(" * 400 + "1" + ")" * 90, "a" * 501, "-" * 400, "1^" * 200])
def test_what_is_nested_or_long_beyond_reason_is_refused(source: str) -> None:
    with pytest.raises(formulas.BadFormula):
        formulas.mathml(source)


def test_twenty_parentheses_may_be_open() -> None:
    assert formulas.mathml("(" * 20 + "1" + ")" * 20)
