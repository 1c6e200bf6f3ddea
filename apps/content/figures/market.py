"""Figures of the module on how the market works."""

from apps.content.figures.sheet import (
    FAINT,
    GOLD,
    GREEN,
    INK,
    LINE,
    QUIET,
    RED,
    SOFT,
    WIDTH,
    Anchor,
    Figure,
    Sheet,
)

_HOLDERS = (("Founders", 55), ("Funds", 25), ("Public", 20))


def ownership() -> Figure:
    sheet = Sheet(148)
    sheet.say((0, 16), "One company, 10,00,000 shares", strong=True)
    fills = (INK, GREEN, SOFT)
    x = 0.0
    for (name, percent), fill in zip(_HOLDERS, fills, strict=True):
        width = WIDTH * percent / 100
        sheet.box((x + 1, 30), (width - 2, 44), fill=fill, edge=LINE, width=1)
        sheet.say((x + 1, 94), name)
        sheet.say((x + 1, 111), f"{percent}%", tone=QUIET)
        x += width
    sheet.line((WIDTH - 8, 24), (WIDTH - 8, 80), tone=GOLD, width=3)
    sheet.say((WIDTH, 140), "You: 100 shares, 0.01%", anchor="end", strong=True)
    return sheet.done(
        caption=(
            "Shares divide one company into equal parts. The gold line, far too wide, is a holding of 100."
        ),
        words=(
            "A bar stands for all 10,00,000 shares of a company. Founders hold 55 per cent, funds 25 per "
            "cent and the public 20 per cent. Inside the public's part a thin gold line marks one "
            "investor's 100 shares, which is 0.01 per cent."
        ),
    )


_STEPS = (
    ("Day T, in market hours", "You order, and the exchange", "matches a trade"),
    ("Day T, after the close", "The clearing house works out", "who owes what"),
    ("Day T+1", "Buyers' money and sellers' shares", "reach the clearing house"),
    ("Day T+1, later", "The shares are in your demat account,", "the money is with the seller"),
)


def settlement() -> Figure:
    sheet = Sheet(262)
    sheet.line((10, 14), (10, 212), tone=LINE, width=2)
    for place, (when, *lines) in enumerate(_STEPS):
        y = 14 + place * 66
        is_last = place == len(_STEPS) - 1
        sheet.dot((10, y), 7, fill=GREEN if is_last else SOFT, edge=GREEN)
        sheet.say((30, y + 5), when, strong=True)
        for row, line in enumerate(lines):
            sheet.say((30, y + 24 + row * 17), line, tone=QUIET)
    return sheet.done(
        caption="From order to ownership: the trade is made on day T, shares and money change hands on T+1.",
        words=(
            "A line with four stops. Day T, in market hours: you order and the exchange matches a trade. "
            "After the close the clearing house works out who owes what. On day T plus one buyers' money "
            "and sellers' shares reach the clearing house. Later that day the shares are in the buyer's "
            "demat account and the money is with the seller."
        ),
    )


_SELLERS = ((250.20, 400), (250.10, 150), (250.05, 100))
_BUYERS = ((250.00, 180), (249.95, 220), (249.90, 300))


def order_book() -> Figure:
    sheet = Sheet(262)
    sheet.say((80, 16), "Price", tone=QUIET, anchor="end")
    sheet.say((96, 16), "Quantity", tone=QUIET)
    for place, (price, quantity) in enumerate(_SELLERS):
        _level(sheet, 42 + place * 32, price, quantity, tone=RED, fill="none")
    sheet.line((0, 132), (WIDTH, 132), tone=LINE, dash="2 4")
    sheet.say((0, 150), "Spread: 250.05 − 250.00 = ₹0.05", strong=True)
    for place, (price, quantity) in enumerate(_BUYERS):
        _level(sheet, 184 + place * 32, price, quantity, tone=GREEN, fill=GREEN)
    sheet.say((WIDTH, 42), "Sellers", anchor="end", tone=RED, strong=True)
    sheet.say((WIDTH, 252), "Buyers", anchor="end", tone=GREEN, strong=True)
    return sheet.done(
        caption=(
            "An order book: sellers above (hollow), buyers below (full), the gap between them is the spread."
        ),
        words=(
            "Six price levels. Sellers offer 400 shares at 250.20, 150 at 250.10 and 100 at 250.05. Buyers "
            "bid for 180 at 250.00, 220 at 249.95 and 300 at 249.90. Between the best seller at 250.05 and "
            "the best buyer at 250.00 lies the spread of 5 paise."
        ),
    )


def _level(sheet: Sheet, y: float, price: float, quantity: int, *, tone: str, fill: str) -> None:
    width = quantity * 0.38
    sheet.say((80, y + 5), f"{price:.2f}", anchor="end")
    sheet.box((96, y - 9), (width, 18), fill=fill, edge=tone)
    sheet.say((96 + width + 8, y + 5), str(quantity), tone=QUIET)


_COSTS = (("STT", 102.50), ("Brokerage", 40.00), ("Depository", 15.93), ("GST", 7.77), ("Stamp duty", 7.50))
"""Of the worked example in the chapter on costs; what is below ₹5 is left out."""


def trade_costs() -> Figure:
    sheet = Sheet(len(_COSTS) * 34 + 8)
    for place, (name, rupees) in enumerate(_COSTS):
        y = 18 + place * 34
        width = rupees * 1.75
        sheet.say((84, y + 5), name, anchor="end")
        sheet.box((94, y - 10), (width, 20), fill=SOFT, edge=GREEN)
        sheet.say((94 + width + 8, y + 5), f"₹{rupees:.2f}", tone=QUIET)
    sheet.line((94, 0), (94, sheet.height), tone=LINE)
    return sheet.done(
        caption="What buying for ₹50,000 and selling for ₹52,500 costs in the example, largest item first.",
        words=(
            "Five bars. Securities transaction tax 102.50 rupees, brokerage 40.00, depository charge 15.93, "
            "goods and services tax 7.77, stamp duty 7.50."
        ),
    )


_YEARS = 30


def compounding() -> Figure:
    sheet = Sheet(232)
    left, right, floor, top = 8.0, 352.0, 196.0, 24.0
    most = 1.08**_YEARS

    def at(year: int, multiple: float) -> tuple[float, float]:
        return (
            left + (right - left) * year / _YEARS,
            floor - (floor - top) * (multiple - 1) / (most - 1),
        )

    for year in range(0, _YEARS + 1, 10):
        x, _ = at(year, 1)
        sheet.line((x, top), (x, floor), tone=FAINT)
        anchor: Anchor = "start" if year == 0 else "end" if year == _YEARS else "middle"
        sheet.say((x, floor + 20), f"Year {year}", anchor=anchor, tone=QUIET)
    sheet.line((left, floor), (right, floor))
    sheet.curve([at(year, 1 + 0.08 * year) for year in (0, _YEARS)], tone=QUIET, dash="5 4")
    sheet.curve([at(year, 1.08**year) for year in range(_YEARS + 1)], tone=GREEN, width=2.5)
    sheet.say((330, 18), "₹10,06,266 with growth on growth", anchor="end", strong=True)
    sheet.say((right, 148), "₹3,40,000 without", anchor="end", tone=QUIET)
    return sheet.done(
        caption=(
            "₹1,00,000 at an assumed 8% a year. The curve earns on what it earned; the dashed line does not. "
            "No market pays a steady 8%."
        ),
        words=(
            "Two lines start at 1,00,000 rupees. With 8 per cent a year on the first amount alone, a "
            "straight dashed line reaches 3,40,000 after 30 years. With 8 per cent on everything earned so "
            "far, a curve bends upwards and reaches 10,06,266."
        ),
    )
