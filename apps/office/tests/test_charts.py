import pytest

from apps.office import charts


@pytest.mark.parametrize(
    ("value", "top"), [(0, 0), (1, 1), (2, 2), (3, 5), (6, 10), (99, 100), (118_82, 20_000), (20_000, 20_000)]
)
def test_the_upper_edge_is_a_round_number(value: int, top: int) -> None:
    assert charts.bar_chart([value], labels=["a"]).top == top


def test_bars_stand_on_the_lower_edge() -> None:
    chart = charts.bar_chart([0, 1, 500, 1000], labels=["a", "b", "c", "d"])
    assert [(bar.y, bar.height) for bar in chart.bars] == [(1000, 0), (990, 10), (500, 500), (0, 1000)]
    assert [bar.x for bar in chart.bars] == [1, 11, 21, 31]
    assert (chart.width, chart.height, chart.bar_width) == (40, 1000, 8)
