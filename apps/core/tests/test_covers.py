from xml.etree import ElementTree

import pytest

from apps.core import covers

SEEDS = [f"01a1fe8e-f948-71a9-8d06-{number:012x}" for number in range(120)]


@pytest.mark.parametrize(("ratio", "size"), [("wide", "640 360"), ("square", "400 400")])
def test_cover_is_small_valid_and_only_a_drawing(ratio, size):
    for number, seed in enumerate(SEEDS):
        text = covers.svg(seed=seed, hue=number * 3, ratio=ratio)
        root = ElementTree.fromstring(text)

        assert len(text.encode()) < 4000
        assert root.attrib["viewBox"] == f"0 0 {size}"
        names = {element.tag.partition("}")[2] for element in root.iter()}
        assert names <= {
            "svg",
            "defs",
            "linearGradient",
            "radialGradient",
            "stop",
            "g",
            "path",
            "circle",
        }
        assert "nan" not in text


def test_same_seed_gives_the_same_cover():
    first = covers.svg(seed="candles", hue=255, ratio="wide")

    assert covers.svg(seed="candles", hue=255, ratio="wide") == first
    assert covers.svg(seed="candlez", hue=255, ratio="wide") != first
    assert covers.svg(seed="candles", hue=256, ratio="wide") != first
    assert covers.svg(seed="candles", hue=255, ratio="square") != first


def test_every_figure_is_drawn_by_some_seed():
    drawings = [covers.svg(seed=seed, hue=255, ratio="wide") for seed in SEEDS]

    assert len(set(drawings)) == len(SEEDS)
    for mark in (
        'fill-opacity=".5"',
        'fill="url(#f)"',
        'fill-opacity=".4"',
        'fill="url(#a)" fill-opacity=".2"',
    ):
        assert 10 < sum(mark in text for text in drawings) < 70


@pytest.mark.parametrize("seed", ["", "a", "हिंदी", "x" * 500])
def test_any_seed_will_do(seed):
    ElementTree.fromstring(covers.svg(seed=seed, hue=0, ratio="square"))


def test_address_names_all_that_the_drawing_depends_on():
    assert covers.url(seed="a-b", hue=30, ratio="wide") == "/covers/wide/30/a-b.svg"
