"""Figures of the module on risk and derivatives."""

from apps.content.figures.sheet import (
    FAINT,
    GREEN,
    INK,
    LINE,
    QUIET,
    RED,
    RED_SOFT,
    SOFT,
    WIDTH,
    Figure,
    Sheet,
)


def position_size() -> Figure:
    sheet = Sheet(206)
    sheet.box((0, 60), (WIDTH, 84), fill=RED_SOFT)
    sheet.line((0, 60), (WIDTH, 60), tone=INK, width=2)
    sheet.line((0, 144), (WIDTH, 144), tone=RED, width=2, dash="6 4")
    sheet.say((0, 50), "Entry ₹320", strong=True)
    sheet.say((0, 164), "Stop ₹308", tone=RED, strong=True)
    sheet.line((40, 64), (40, 140), tone=LINE, width=1.5)
    sheet.say((52, 107), "₹12 at risk in each share")
    sheet.say((WIDTH, 22), "₹2,000 / ₹12 = 166 shares", anchor="end", tone=QUIET)
    sheet.say((0, 196), "The stop decides the number of shares", tone=QUIET)
    return sheet.done(
        caption=(
            "The distance from entry to stop is the risk in each share. It decides how many you can hold."
        ),
        words=(
            "Two levels: entry at 320 rupees and, 12 rupees below it, a dashed stop at 308. The band between "
            "them is the risk in each share. 2,000 rupees of risk divided by 12 gives 166 shares."
        ),
    )


_LOSSES = (10, 20, 30, 50, 70)


def recovery() -> Figure:
    sheet = Sheet(len(_LOSSES) * 48 + 26)
    sheet.say((0, 16), "Lost", tone=RED, strong=True)
    sheet.say((76, 16), "Gain needed to be even", tone=GREEN, strong=True)
    for place, loss in enumerate(_LOSSES):
        y = 44 + place * 48
        needed = 100 * loss / (100 - loss)
        sheet.say((0, y + 5), f"{loss}%")
        sheet.box((76, y - 12), (loss * 0.9, 10), edge=RED)
        sheet.box((76, y + 2), (needed * 0.9, 10), fill=GREEN, edge=GREEN)
        sheet.say((76 + needed * 0.9 + 8, y + 12), f"{needed:.1f}%", tone=QUIET)
    return sheet.done(
        caption="What was lost (hollow), and the gain on what is left that brings it back (full).",
        words=(
            "Five pairs of bars. A loss of 10 per cent needs a gain of 11.1 per cent; 20 needs 25.0; 30 "
            "needs 42.9; 50 needs 100.0; and a loss of 70 per cent needs a gain of 233.3 per cent."
        ),
    )


_MOVES = (120, -260, -180, 90, -310)
_LOT = 75


def mark_to_market() -> Figure:
    sheet = Sheet(228)
    zero = 66.0
    for place, points in enumerate(_MOVES):
        x = 20 + place * 68
        rupees = points * _LOT
        high = abs(points) * 0.36
        if points > 0:
            sheet.box((x, zero - high), (40, high), fill=GREEN, edge=GREEN)
        else:
            sheet.box((x, zero), (40, high), edge=RED)
        label = zero - high - 8 if points > 0 else zero + high + 18
        sign = "+" if points > 0 else "−"
        sheet.say((x + 20, label), f"{sign}₹{abs(rupees):,}", anchor="middle", size=12.5)
        sheet.say((x + 20, 222), f"Day {place + 1}", anchor="middle", tone=QUIET)
    sheet.line((0, zero), (WIDTH, zero))
    return sheet.done(
        caption="One lot of 75 over five days. Each evening the gain or loss is settled in cash.",
        words=(
            "Five bars, one a day. Day 1: a gain of 9,000 rupees. Day 2: a loss of 19,500. Day 3: a loss of "
            "13,500. Day 4: a gain of 6,750. Day 5: a loss of 23,250."
        ),
    )


def option_payoff() -> Figure:
    sheet = Sheet(262)
    zero = 132.0

    def at(price: float, rupees: float) -> tuple[float, float]:
        return (10 + (price - 440) * 2.83, zero - rupees * 1.6)

    sheet.line((0, zero), (WIDTH, zero))
    for price in (460, 500, 512, 540):
        sheet.line(at(price, -1.5), at(price, 1.5), tone=LINE, width=1.5)
    sheet.line(at(512, 0), at(512, -70), tone=FAINT, width=1.5)
    sheet.curve([at(440, 12), at(500, 12), at(560, -48)], tone=RED, dash="6 4")
    sheet.curve([at(440, -12), at(500, -12), at(560, 48)], tone=GREEN, width=3)
    sheet.dot(at(512, 0), 5, fill=INK)
    sheet.say((WIDTH, 44), "Buyer", anchor="end", tone=GREEN, strong=True)
    sheet.say((WIDTH, 226), "Seller", anchor="end", tone=RED, strong=True)
    sheet.say((4, 104), "+₹12", tone=RED)
    sheet.say((4, 170), "−₹12", tone=GREEN)
    sheet.line(at(500, -12), at(500, -24), tone=FAINT, width=1.5)
    sheet.say((at(500, 0)[0], zero + 56), "Strike 500", anchor="middle", tone=QUIET)
    sheet.say((at(512, 0)[0], 256), "Even at 512", anchor="middle", strong=True)
    return sheet.done(
        caption=(
            "A call with strike 500 and premium ₹12, at expiry, for each share: buyer full, seller dashed."
        ),
        words=(
            "Profit and loss against the share price at expiry. Below the strike of 500 the buyer has lost "
            "the premium of 12 rupees and the seller has kept it. Above 500 the buyer's line rises and the "
            "seller's falls, rupee for rupee. They cross zero at 512. The seller's loss has no floor."
        ),
    )


def nine_in_ten() -> Figure:
    sheet = Sheet(96)
    for place in range(10):
        is_loss = place < 9
        sheet.dot(
            (18 + place * 36, 28), 13, fill=RED_SOFT if is_loss else SOFT, edge=RED if is_loss else GREEN
        )
        sheet.say((18 + place * 36, 33), "−" if is_loss else "+", anchor="middle", strong=True)
    sheet.say((4, 68), "About nine in ten lost money", tone=RED, strong=True)
    sheet.say((4, 88), "SEBI's study of FY22 to FY24", tone=QUIET)
    return sheet.done(
        caption="Individual traders in equity derivatives, FY22 to FY24, as SEBI's study found them.",
        words=(
            "Ten circles for ten individual traders in equity derivatives. Nine carry a minus sign and one a "
            "plus sign: about nine in ten lost money in the financial years 2022 to 2024."
        ),
    )
