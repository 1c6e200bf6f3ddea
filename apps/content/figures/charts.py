"""Figures of the module on reading charts."""

from collections.abc import Sequence

from apps.content.figures.sheet import FAINT, GREEN, LINE, QUIET, RED, WIDTH, Figure, Sheet


def one_candle() -> Figure:
    sheet = Sheet(250)
    rise, fall = (170.0, 34.0, 214.0, 74.0), (74.0, 34.0, 214.0, 170.0)
    sheet.candle(92, rise, half=22)
    sheet.candle(268, fall, half=22)
    for y, word in ((34, "High"), (74, "Close"), (170, "Open"), (214, "Low")):
        sheet.line((92, y), (134, y), tone=FAINT)
        sheet.say((140, y + 5), word, tone=QUIET)
    for y, word in ((74, "Open"), (170, "Close")):
        sheet.line((268, y), (310, y), tone=FAINT)
        sheet.say((316, y + 5), word, tone=QUIET)
    sheet.say((92, 244), "A rise: full", anchor="middle", tone=GREEN, strong=True)
    sheet.say((268, 244), "A fall: hollow", anchor="middle", tone=RED, strong=True)
    return sheet.done(
        caption="Four prices make a candle. The body runs from open to close, the wicks to high and low.",
        words=(
            "Two candles side by side with the same high and low. The left one is full: it opened near the "
            "bottom and closed near the top, a rise. The right one is hollow: it opened near the top and "
            "closed near the bottom, a fall. Thin lines, the wicks, reach from the bodies to the high and "
            "the low."
        ),
    )


DAYS = (
    (400.0, 408.0, 396.0, 405.0),
    (405.0, 412.0, 403.0, 410.0),
    (411.0, 414.0, 401.0, 403.0),
    (402.0, 407.0, 394.0, 398.0),
    (399.0, 411.0, 397.0, 409.0),
)
"""Open, high, low and close of the five days in the chapter's example."""


def five_into_one() -> Figure:
    sheet = Sheet(220)

    def heights(day: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        opened, high, low, close = (24 + (414 - price) * 7.4 for price in day)
        return opened, high, low, close

    for place, (name, day) in enumerate(zip(("Mon", "Tue", "Wed", "Thu", "Fri"), DAYS, strict=True)):
        x = 22 + place * 44
        sheet.candle(x, heights(day), half=11)
        sheet.say((x, 210), name, anchor="middle", tone=QUIET)
    week = (DAYS[0][0], max(day[1] for day in DAYS), min(day[2] for day in DAYS), DAYS[-1][3])
    sheet.line((236, 20), (236, 176), tone=LINE, dash="2 4")
    sheet.candle(290, heights(week), half=16)
    sheet.say((290, 210), "The week", anchor="middle", strong=True)
    return sheet.done(
        caption="Five daily candles and the one weekly candle that they make: 400, 414, 394, 409.",
        words=(
            "On the left five daily candles: Monday and Tuesday rise, Wednesday and Thursday fall, Friday "
            "rises. On the right one weekly candle: it opens at Monday's 400, reaches the week's high of 414 "
            "and its low of 394, and closes at Friday's 409."
        ),
    )


_SWINGS = ((0, 190), (38, 130), (62, 158), (104, 92), (130, 122), (170, 60))
_RANGE = ((170, 60), (196, 104), (224, 62), (252, 102), (282, 58), (312, 104), (350, 72))


def trend_and_range() -> Figure:
    sheet = Sheet(226)
    sheet.line((176, 60), (WIDTH, 60), tone=RED, dash="5 4")
    sheet.line((176, 104), (WIDTH, 104), tone=GREEN, dash="5 4")
    sheet.curve([*_SWINGS, *_RANGE[1:]], width=2.5)
    for x, y in (_SWINGS[1], _SWINGS[3], _SWINGS[5]):
        sheet.dot((x, y), 4.5, fill=RED)
    for x, y in (_SWINGS[2], _SWINGS[4]):
        sheet.dot((x, y), 4.5, fill=GREEN)
    sheet.say((4, 72), "Each high above", tone=QUIET)
    sheet.say((4, 89), "the last", tone=QUIET)
    sheet.say((WIDTH, 48), "Resistance", anchor="end", tone=RED)
    sheet.say((WIDTH, 124), "Support", anchor="end", tone=GREEN)
    sheet.line((172, 20), (172, 196), tone=FAINT)
    sheet.say((86, 218), "Uptrend", anchor="middle", strong=True)
    sheet.say((266, 218), "Range", anchor="middle", strong=True)
    return sheet.done(
        caption="An uptrend that turns into a range: highs and lows climb, then both stay where they are.",
        words=(
            "A price line. On the left, under the word uptrend, three highs and two lows each stand above "
            "the one before. On the right, under the word range, the line moves between two dashed levels: "
            "resistance above and support below."
        ),
    )


_PRICES = (52, 50, 51, 49, 47, 48, 46, 45, 47, 50, 52, 55, 54, 57, 60, 62, 61, 58, 55, 53, 50)
_LENGTH = 5


def moving_average() -> Figure:
    sheet = Sheet(214)
    averages = [_mean(_PRICES[end - _LENGTH : end]) for end in range(_LENGTH, len(_PRICES) + 1)]

    def at(day: int, price: float) -> tuple[float, float]:
        return (6 + day * 17.3, 20 + (62 - price) * 8.6)

    sheet.curve([at(day, price) for day, price in enumerate(_PRICES)], tone=QUIET, width=1.5)
    sheet.curve([at(day + _LENGTH - 1, average) for day, average in enumerate(averages)], tone=GREEN, width=3)
    top, turned = at(15, 62), at(17, averages[17 - _LENGTH + 1])
    sheet.line((top[0], top[1]), (top[0], 192), tone=LINE, dash="2 4")
    sheet.line((turned[0], turned[1]), (turned[0], 192), tone=GREEN, dash="2 4")
    sheet.say((turned[0] + 2, 208), "2 days later", anchor="middle", tone=GREEN)
    sheet.say((top[0] - 46, 208), "Price turns", anchor="end", tone=QUIET)
    return sheet.done(
        caption="A price (thin) and its 5-day average (thick). The average is calmer, and always late.",
        words=(
            "A thin, jagged price line falls, rises to a peak and falls again. A thick, smooth line, the "
            "average of the last five days, follows it with a delay: it reaches its own peak two days after "
            "the price has turned."
        ),
    )


_RESULTS = "LWLLWWLLLWLWLWWLLWLW"
"""Nine wins and eleven losses, in an order that chance could have given."""


def expectancy() -> Figure:
    sheet = Sheet(210)
    zero = 106.0
    for place, result in enumerate(_RESULTS):
        x = 6 + place * 17.6
        if result == "W":
            sheet.box((x, zero - 75), (11, 75), fill=GREEN, edge=GREEN)
        else:
            sheet.box((x, zero), (11, 50), edge=RED)
    sheet.line((0, zero), (WIDTH, zero))
    sheet.say((0, 20), "9 wins of ₹1,500 each", tone=GREEN, strong=True)
    sheet.say((0, 180), "11 losses of ₹1,000 each", tone=RED, strong=True)
    sheet.say((0, 202), "20 costs of ₹80 each, not drawn", tone=QUIET)
    return sheet.done(
        caption="Twenty trades in an order that chance could have given. What counts is the sum.",
        words=(
            "Twenty bars in a row. Nine full bars point up, each a win of 1,500 rupees. Eleven hollow bars "
            "point down, each a loss of 1,000 rupees. At one place three losses follow one another."
        ),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
