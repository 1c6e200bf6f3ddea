"""Every drawing is sound, themed and told in words."""

import re
from xml.etree import ElementTree

import pytest

from apps.content import figures
from apps.content.figures.sheet import WIDTH

_TONE = re.compile(r"var\(--[a-z0-9-]+, #[0-9a-f]{6}\)|none")


@pytest.fixture(params=figures.names())
def figure(request):
    return ElementTree.fromstring(figures.markup(request.param))


def test_it_is_sound_and_small(figure):
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


def test_its_colours_are_the_pages(figure):
    """A colour of its own would stand on the wrong ground in one of the themes."""
    tones = [
        element.get(name) for element in figure.iter() for name in ("fill", "stroke") if element.get(name)
    ]
    assert tones
    assert all(_TONE.fullmatch(tone) for tone in tones)


def test_it_is_told_in_words(figure):
    svg = figure.find("svg")
    assert svg.get("role") == "img"
    assert len(svg.get("aria-label").split()) >= 20
    assert len(figure.find("figcaption").text.split()) >= 8


def test_its_words_are_as_large_as_text_and_stay_inside(figure):
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


def test_it_is_the_same_each_time():
    assert figures.markup("one-candle") == figures.markup("one-candle")
