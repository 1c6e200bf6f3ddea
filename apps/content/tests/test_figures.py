"""Every figure is valid, uses the theme's colours and has a text alternative."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from apps.content import figures
from apps.content.figures import WIDTH

_COLOUR = re.compile(r"var\(--[a-z0-9-]+, #[0-9a-f]{6}\)|none")


@pytest.fixture(params=figures.names())
def figure(request):
    return ElementTree.fromstring(figures.markup(request.param))


def test_it_is_valid_and_small(figure):
    markup = ElementTree.tostring(figure)
    assert figure.tag == "figure"
    assert len(markup) < 12_000
    assert {element.tag for element in figure.iter()} <= {
        "figure",
        "figcaption",
        "svg",
        "path",
        "rect",
        "circle",
        "text",
    }


def test_its_colours_are_of_the_theme(figure):
    """A fixed colour would be unreadable in the light or the dark theme."""
    colours = [
        element.get(name) for element in figure.iter() for name in ("fill", "stroke") if element.get(name)
    ]
    assert colours
    assert all(_COLOUR.fullmatch(colour) for colour in colours)


def test_it_has_a_text_alternative(figure):
    svg = figure.find("svg")
    assert svg.get("role") == "img"
    assert len(svg.get("aria-label").split()) >= 20
    assert len(figure.find("figcaption").text.split()) >= 8


def test_its_text_is_readable_and_inside(figure):
    _, _, width, height = map(float, figure.find("svg").get("viewBox").split())
    assert width == WIDTH
    for text in figure.iter("text"):
        x, y, size = (float(text.get(name)) for name in ("x", "y", "font-size"))
        assert size >= 12
        length = len(text.text) * size * 0.62
        start = x - {"start": 0, "middle": length / 2, "end": length}[text.get("text-anchor")]
        assert start >= -4, text.text
        assert start + length <= width + 4, text.text
        assert size * 0.7 <= y <= height, text.text


def test_each_file_has_a_caption():
    folder = Path(figures.__file__).parent
    assert {path.stem for path in folder.glob("*.svg")} == set(figures.names())
