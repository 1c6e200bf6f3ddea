"""The academy's figures, drawn by code; a chapter places one by its name."""

from collections.abc import Callable

from apps.content.figures import charts, market, risk
from apps.content.figures.sheet import Figure

_FIGURES: dict[str, Callable[[], Figure]] = {
    "ownership": market.ownership,
    "settlement": market.settlement,
    "order-book": market.order_book,
    "trade-costs": market.trade_costs,
    "compounding": market.compounding,
    "one-candle": charts.one_candle,
    "five-into-one": charts.five_into_one,
    "trend-and-range": charts.trend_and_range,
    "moving-average": charts.moving_average,
    "expectancy": charts.expectancy,
    "position-size": risk.position_size,
    "recovery": risk.recovery,
    "mark-to-market": risk.mark_to_market,
    "option-payoff": risk.option_payoff,
    "nine-in-ten": risk.nine_in_ten,
}


def names() -> tuple[str, ...]:
    return tuple(_FIGURES)


def markup(name: str) -> str:
    """The figure as it stands on the page; `name` is one of `names`."""
    return _FIGURES[name]().markup
