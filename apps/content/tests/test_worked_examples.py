"""
The numbers of each chapter's worked example, recalculated.

Every number in an example must be one that was put in or one that follows, and none may be missing: a typo
fails here, and so does an example that was changed in one place only.
"""

import re
from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_UP, Decimal
from itertools import accumulate

import pytest

from apps.content.services import demo_academy

Numbers = Iterable[Decimal | int | float]

_NUMBER = re.compile(r"(?<![\d,.])\d[\d,]*(?:\.\d+)?")
_EXAMPLE = re.compile(r"^## Worked example.*?(?=^## )", re.MULTILINE | re.DOTALL)


def exact(value: Decimal | int | float, places: int = 2) -> Decimal:
    step = Decimal(1).scaleb(-places)
    return Decimal(str(value)).quantize(step, ROUND_HALF_UP).normalize()


def a_share() -> Numbers:
    shares, profit, price, held, new = 1_000_000, 12_000_000, 150, 100, 250_000
    paid = Decimal("0.40")
    earnings = profit / shares
    dividend = Decimal(profit) * paid / shares
    yield shares, profit, price, held, new, 40, shares + new
    yield 100 * held / shares, earnings, price / earnings, dividend, dividend * held
    yield 100 * dividend / price, price * shares
    yield exact(Decimal(100 * held) / (shares + new), 3), exact(profit / (shares + new))


def settlement() -> Numbers:
    bought, at, sold, for_ = 500, 200, 320, 201
    yield bought, at, sold, for_, bought * at, sold * for_
    yield bought - sold, bought * at - sold * for_, bought + sold, bought * at + sold * for_


def order_book() -> Numbers:
    offers = ((100, Decimal("250.05")), (150, Decimal("250.10")), (400, Decimal("250.20")))
    wanted, left, rupees = 300, 300, Decimal(0)
    for quantity, price in offers:
        taken = min(quantity, left)
        left -= taken
        rupees += taken * price
        yield quantity, price, taken, taken * price
    best = wanted * offers[0][1]
    yield wanted, rupees, rupees / wanted, best, rupees - best, wanted - offers[0][0]
    yield 250, 10, 250 * Decimal("0.90"), 250 * Decimal("1.10")


def costs() -> Numbers:
    shares, bought_at, sold_at, brokerage = 200, Decimal(250), Decimal("262.50"), 20
    bought, sold = shares * bought_at, shares * sold_at
    turnover = bought + sold
    stt = exact(turnover * Decimal("0.1") / 100)
    stamp = exact(bought * Decimal("0.015") / 100)
    exchange = exact(turnover * Decimal("0.003") / 100)
    fee = exact(turnover * Decimal("0.0001") / 100)
    taxed = 2 * brokerage + exchange + fee
    gst = exact(taxed * 18 / 100)
    depository = Decimal("15.93")
    total = 2 * brokerage + stt + stamp + exchange + fee + gst + depository
    gain = sold - bought
    yield shares, bought_at, sold_at, brokerage, 2, bought, sold, turnover, 2 * brokerage
    yield Decimal("0.1"), stt, Decimal("0.015"), stamp, Decimal("0.003"), exchange, Decimal("0.0001"), fee
    yield 18, taxed, gst, depository, total, gain, gain - total
    yield exact(100 * total / gain, 1), exact(100 * total / bought)


def returns() -> Numbers:
    start, years, rate, cost, inflation = 100_000, 30, 8, 1, 5
    with_costs = exact(start * 1.07**years, 0)
    grown = exact(start * 1.08**years, 0)
    doubling = 72 // rate
    yield start, years, rate, cost, rate - cost, inflation, 72, doubling
    yield start + start * years * rate // 100, grown, with_costs, grown - with_costs
    yield exact((1.08 / 1.05 - 1) * 100), exact(start * 1.08**doubling, 0)
    end, span = 144_000, 3
    yield end, span, 100 * (end - start) // start, exact(((end / start) ** (1 / span) - 1) * 100, 1)
    yield exact(44 / span, 1)


def one_candle() -> Numbers:
    before, opened, high, low, close = 405, 402, Decimal("418.50"), 396, 411
    spread, body = high - low, close - opened
    yield before, opened, high, low, close, spread, body, high - close, opened - low
    yield 100 * body / spread, 100 - 100 * body / spread, close - before
    yield exact(Decimal(100 * (close - before)) / before), before - opened


WEEK = (
    (400.0, 408.0, 396.0, 405.0),
    (405.0, 412.0, 403.0, 410.0),
    (411.0, 414.0, 401.0, 403.0),
    (402.0, 407.0, 394.0, 398.0),
    (399.0, 411.0, 397.0, 409.0),
)
"""Open, high, low and close of five days, which the figure `five-into-one` shows."""


def weekly_candle() -> Numbers:
    for day in WEEK:
        yield day
        yield day[1] - day[2]
    opened, close = WEEK[0][0], WEEK[-1][3]
    high, low = max(day[1] for day in WEEK), min(day[2] for day in WEEK)
    yield opened, high, low, close, close - opened, 100 * (close - opened) / opened, high - low
    yield sum(day[1] - day[2] for day in WEEK)


def price_range() -> Numbers:
    support, resistance, entry, stop, target = 180, 200, 186, 178, 198
    risk, reward, charges = entry - stop, target - entry, Decimal("0.65")
    yield support, resistance, entry, stop, target, resistance - support, risk, reward
    yield 100 * (entry - support) / (resistance - support), reward / risk, 100 * risk / (risk + reward)
    yield charges, risk + charges, reward - charges, 100 * (risk + charges) / (risk + reward)
    late = 194
    yield late, late - stop, target - late, 100 * (late - stop) / (target - stop)


def average() -> Numbers:
    closes = [100, 102, 101, 105, 107, 106, 110, 113]
    yield closes
    for end in range(5, 9):
        yield sum(closes[end - 5 : end]), sum(closes[end - 5 : end]) / 5
    last, coming = sum(closes[3:]) / 5, 103
    yield exact(closes[-1] - last), coming, closes[-1] - coming
    yield sum(closes[4:]) + coming, (sum(closes[4:]) + coming) / 5


def expectancy() -> Numbers:
    wins, losses, gain, loss, charge = 9, 11, 1500, 1000, 80
    trades = wins + losses
    before = wins * gain - losses * loss
    left = before - trades * charge
    yield wins, losses, gain, loss, charge, trades, wins * gain, losses * loss, before, trades * charge
    yield left, left / trades, 100 * wins / trades, gain / loss, gain - charge, loss + charge
    yield gain + loss, 100 * (loss + charge) / (gain + loss)
    yield wins - 1, losses + 1, (wins - 1) * gain, (losses + 1) * loss
    assert (wins - 1) * gain == (losses + 1) * loss


def position() -> Numbers:
    capital, percent, entry, stop = 200_000, 1, 320, 308
    risk = capital * percent // 100
    distance = entry - stop
    shares = risk // distance
    yield capital, percent, risk, entry, stop, distance, exact(risk / distance), shares
    yield shares * entry, exact(100 * shares * entry / capital, 1), shares * distance
    wide = 296
    fewer = risk // (entry - wide)
    yield wide, entry - wide, fewer, fewer * entry, fewer * (entry - wide)
    gap = 300
    yield gap, entry - gap, shares * (entry - gap), 100 * shares * (entry - gap) / capital
    yield capital // entry, capital // entry * (entry - gap)


def drawdown() -> Numbers:
    start, peak, low = 500_000, 620_000, 465_000
    yield start, peak, low, 100 * (peak - low) / peak, 100 * (start - low) / start
    yield exact(100 * (peak / low - 1), 1), 10
    needed = []
    for percent in (2, 10):
        left = (1 - percent / 100) ** 10
        needed.append(100 * (1 / left - 1))
        yield percent, exact(100 * left, 1), exact(100 - 100 * left, 1), exact(needed[-1], 1)
    yield 10 // 2, int(needed[1] / needed[0])


def future() -> Numbers:
    index, lot, percent = 20_000, 75, 12
    margin = index * lot * percent // 100
    moves = [120, -260, -180, 90, -310]
    yield index, lot, 1, percent, index * lot, margin, exact(index * lot / margin)
    yield range(1, 6), (abs(points) for points in moves), (abs(points * lot) for points in moves)
    yield (margin + lot * points for points in accumulate(moves))
    fallen, end = -sum(moves), index + sum(moves)
    asked = end * lot * percent // 100
    yield end, fallen, 100 * fallen / index, fallen * lot, 100 * fallen * lot / margin
    yield end * lot, asked, asked - (margin - fallen * lot)


def options() -> Numbers:
    lot, strike, call, put = 1000, 500, 12, 10
    yield lot, strike, call, call * lot, strike + call, put, put * lot, strike - put
    for price in (490, 505, 512, 530, 560):
        yield price, abs(max(0, price - strike) - call) * lot
    for price in (470, 495):
        yield price, abs(max(0, strike - price) - put) * lot
    yield 505 - strike, strike - 495, strike * lot


def dangers() -> Numbers:
    premium, weeks, lost, won, sold, charge = 3000, 10, 8, 2, 9000, 60
    spent, back = premium * weeks, won * sold
    yield premium, weeks, lost, won, sold, charge, spent, back, spent - back, charge * weeks
    total = spent - back + charge * weeks
    yield total, 100 * total / spent
    good, all_weeks, bad = 19, 20, 85_000
    yield good, all_weeks, good * premium, bad, bad - good * premium, 100 * good / all_weeks
    needed = -(-bad // premium)
    yield needed, needed - 1, (needed - 1) * premium, 40


EXAMPLES: dict[tuple[str, str], Callable[[], Numbers]] = {
    ("how-the-market-works", "what-a-share-is"): a_share,
    ("how-the-market-works", "from-order-to-ownership"): settlement,
    ("how-the-market-works", "orders-and-the-order-book"): order_book,
    ("how-the-market-works", "what-a-trade-costs"): costs,
    ("how-the-market-works", "returns-and-compounding"): returns,
    ("reading-charts", "one-candle-four-prices"): one_candle,
    ("reading-charts", "time-frames"): weekly_candle,
    ("reading-charts", "trends-and-ranges"): price_range,
    ("reading-charts", "moving-averages"): average,
    ("reading-charts", "what-a-chart-cannot-tell"): expectancy,
    ("risk-and-derivatives", "risk-and-position-size"): position,
    ("risk-and-derivatives", "drawdown-and-recovery"): drawdown,
    ("risk-and-derivatives", "futures-and-margin"): future,
    ("risk-and-derivatives", "options-and-payoffs"): options,
    ("risk-and-derivatives", "the-dangers-of-derivatives"): dangers,
}


def flat(values: Numbers) -> set[Decimal]:
    found: set[Decimal] = set()
    for value in values:
        found |= {exact(value, 4)} if isinstance(value, (int, float, Decimal)) else flat(value)
    return found


def written_in(text: str) -> set[Decimal]:
    [example] = _EXAMPLE.findall(text)
    return {Decimal(number.rstrip(",").replace(",", "")).normalize() for number in _NUMBER.findall(example)}


def test_each_chapter_has_an_example_here():
    chapters = {
        (module.weburlname, name) for module in demo_academy.MODULES.read() for name in module.chapters
    }
    assert set(EXAMPLES) == chapters


@pytest.mark.parametrize(("module", "chapter"), EXAMPLES)
def test_an_examples_numbers_are_right_and_complete(module, chapter):
    text = demo_academy.read_source(module, chapter).text

    assert written_in(text) == flat(EXAMPLES[module, chapter]())


def test_a_wrong_number_is_found():
    """The test of the tests: one digit changed in one example."""
    text = demo_academy.read_source("risk-and-derivatives", "risk-and-position-size").text

    assert written_in(text.replace("₹1,992", "₹1,993")) != flat(position())
