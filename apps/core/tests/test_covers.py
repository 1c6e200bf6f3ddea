import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from apps.core import covers
from apps.core.covers import figures
from apps.core.covers.colours import tone

DRAWINGS = sorted(Path(covers.__file__).parent.glob("drawings/*/*.svg"))
SEEDS = [f"01a1fe8e-f948-71a9-8d06-{number:012x}" for number in range(300)]
COLOUR = re.compile("#[0-9a-f]{6}")


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_drawing_is_small_valid_and_only_a_drawing(path):
    text = path.read_text()
    root = ElementTree.fromstring(text)

    assert len(text.encode()) < 4000
    width, height = covers.SIZES[path.parent.name]
    assert root.attrib["viewBox"] == f"0 0 {width} {height}"
    names = {element.tag.partition("}")[2] for element in root.iter()}
    assert names <= {"svg", "defs", "linearGradient", "radialGradient", "stop", "g", "path", "circle"}


@pytest.mark.parametrize("ratio", ["wide", "square"])
def test_every_chart_is_the_cover_of_some_seed(ratio):
    charts = {path.read_text().strip() for path in DRAWINGS if path.parent.name == ratio}

    shown = {covers.svg(seed=seed, hue=255, ratio=ratio) for seed in SEEDS}

    assert len(shown) == 20
    assert shown < charts


def test_same_seed_gives_the_same_chart_in_the_colours_of_the_hue():
    first = covers.svg(seed="candles", hue=255, ratio="wide")
    other = covers.svg(seed="candles", hue=30, ratio="wide")

    assert covers.svg(seed="candles", hue=255, ratio="wide") == first
    assert COLOUR.sub("", other) == COLOUR.sub("", first)
    assert set(COLOUR.findall(other)).isdisjoint(COLOUR.findall(first))
    assert covers.svg(seed="candles", hue=255, ratio="square") != first


@pytest.mark.parametrize("hue", range(0, 360, 15))
def test_no_two_tones_of_a_hue_are_one_colour(hue):
    assert len({tone(*given, hue) for given in covers._TONES}) == 8


@pytest.mark.parametrize("seed", ["", "a", "हिंदी", "x" * 500])
def test_any_seed_will_do(seed):
    ElementTree.fromstring(covers.svg(seed=seed, hue=0, ratio="square"))


def test_address_names_all_that_the_drawing_depends_on():
    assert covers.url(seed="a-b", hue=30, ratio="wide") == "/covers/wide/30/a-b.svg"


FIGURES = {
    "option-payoff-500-12": ["−₹12", "500", "512"],
    "recovery-50": ["−50%", "+100%"],
    "recovery-30": ["−30%", "+43%"],
    "recovery-20": ["−20%", "+25%"],
    "order-book-500-501": ["₹501", "₹500"],
    "position-size-400-390-2000": ["₹400", "₹390", "200 × ₹10 = ₹2,000"],
    "position-size-400-393-2000": ["₹400", "₹393", "285 × ₹7 = ₹1,995"],
    "one-candle-500-520-490-515": ["₹500", "₹515", "₹520", "₹490"],
    "option-payoff-9999999-150000": ["−₹1,50,000", "99,99,999", "1,01,49,999"],
}


@pytest.mark.parametrize("ratio", ["wide", "square"])
@pytest.mark.parametrize(("seed", "labels"), FIGURES.items())
def test_figure_states_its_numbers(seed, labels, ratio):
    text = covers.svg(seed=seed, hue=30, ratio=ratio)
    root = ElementTree.fromstring(text)

    assert [element.text for element in root.iter() if element.tag.endswith("text")] == labels
    assert len(text.encode()) < 4000
    assert "animate" not in text


@pytest.mark.parametrize("seed", FIGURES)
def test_figure_moves_on_demand(seed):
    text = covers.svg(seed=f"{seed}-moving", hue=30, ratio="wide")

    ElementTree.fromstring(text)
    assert "animate" in text
    assert len(text.encode()) < 5000


@pytest.mark.parametrize(
    "seed",
    [
        "option-payoff",
        "option-payoff-500",
        "option-payoff-500-12-1",
        "option-payoff-12-500",
        "option-payoff-500-0",
        "option-payoff-99999999-1",
        "recovery-100",
        "recovery-9",
        "order-book-501-500",
        "position-size-390-400-2000",
        "position-size-400-390-9",
        "one-candle-500-490-520-515",
        "one-candle-500-500-500-500",
        "one-candle-530-520-490-515",
        "nothing-1-2",
    ],
)
def test_seed_that_is_no_figure_gives_a_chart(seed):
    assert "<text" not in covers.svg(seed=seed, hue=30, ratio="wide")


def test_every_choice_is_drawn():
    assert {name for name, _ in figures.CHOICES} == {seed.rstrip("0123456789-") for seed in FIGURES}
