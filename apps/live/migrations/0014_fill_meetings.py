"""
One meeting for each stated day of every mentorship.

Days and hours are read from the free text of its schedule where it states them: dates, weekdays, hours.
Otherwise it meets weekly if the text counts weeks or the span is whole weeks, else daily, at the hours of its
start and end. The columns that are read here keep their values.
"""

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import migrations

INDIA = ZoneInfo("Asia/Kolkata")
DAY = timedelta(days=1)
MAX_MEETINGS = 366
LONGEST = timedelta(hours=12)

_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HINDI = ("सोमवार", "मंगलवार", "बुधवार", "गुरुवार", "शुक्रवार", "शनिवार", "रविवार")
_SHORT = ("Mon", "Tues?", "Wed", "Thu(?:rs?)?", "Fri", "Sat", "Sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAY = "|".join(
    f"(?P<d{day}>(?i:{_NAMES[day]})s?|{_SHORT[day]}|{_HINDI[day]})" for day in range(7)
)
WEEKDAYS = re.compile(rf"(?<!\w)(?:{_WEEKDAY})(?!\w)")
_RANGE = re.compile(r"\s*(?:to|-|–|—|through|से)\s*")
EVERY_DAY = re.compile(r"\b(?:daily|every\s+day|everyday)\b|रोज़|हर दिन", re.IGNORECASE)
WORKDAYS = re.compile(r"\bweekdays?\b", re.IGNORECASE)
WEEKENDS = re.compile(r"\bweekends?\b", re.IGNORECASE)
COUNTS_WEEKS = re.compile(r"\bweek(?:s|ly)?\b|हफ़्त|हफ्त|सप्ताह", re.IGNORECASE)
_CLOCK = r"(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?"
HOURS = re.compile(rf"(?<![\w:.]){_CLOCK}\s*(?:to|-|–|—|till|until)\s*{_CLOCK}(?!\w)", re.IGNORECASE)
START = re.compile(rf"(?<![\w:.]){_CLOCK}(?![\w:])", re.IGNORECASE)
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
DATES = (
    re.compile(r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?!\d)"),
    re.compile(rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m>{_MONTH})(?:,?\s+(?P<y>\d{{4}}))?", re.IGNORECASE),
    re.compile(rf"\b(?P<m>{_MONTH})\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,?\s+(?P<y>\d{{4}}))?", re.IGNORECASE),
)
COUNTED = re.compile(
    r"^\s*(?P<unit>week|month|evening|meeting|session|day|class|हफ़्ता|हफ़्ते)s?\s+(?P<from>\d{1,3})"
    r"(?:\s*(?:to|and|&|-|–|से|और)\s*(?P<to>\d{1,3}))?\s*[:.,–—-]\s*(?P<topic>.+)$",
    re.IGNORECASE,
)


def meetings_of(*, starts_at, ends_at, lines):
    """The `(title, starts_at, ends_at)` of each meeting, and the lines that did not become one of these."""
    starts, ends = starts_at.astimezone(INDIA), ends_at.astimezone(INDIA)
    length = (ends - starts) % DAY
    own_hours = (starts.time(), length) if timedelta(0) < length <= LONGEST else None
    if ends - starts < DAY or (own_hours is None and not any(map(_states_days, lines))):
        return [("Meeting 1", starts_at, ends_at)], list(lines)
    hours = next(filter(None, (_hours(line) for line in lines if not _weekdays(line))), own_hours)
    hours = hours or (starts.time(), timedelta(hours=1))
    # The last one may end after midnight.
    last = (ends - length).date() if own_hours else ends.date()
    days, used = _stated_days(lines, starts.date(), last, hours)
    if not days:
        days, used = _regular_days(lines, starts.date(), last, hours), set()
    topics, counted = _topics(lines)
    spans = []
    for day, (at, duration), title in sorted(days, key=lambda one: (one[0], one[1][0]))[:MAX_MEETINGS]:
        begins = datetime.combine(day, at, tzinfo=INDIA)
        if not spans or begins >= spans[-1][2]:
            spans.append((title, begins, begins + duration))
    found = []
    for index, (title, begins, finishes) in enumerate(spans):
        week, month = (begins.date() - spans[0][1].date()).days // 7, (begins.date() - spans[0][1].date()).days // 30
        place = {"week": week, "month": month, "meeting": index}
        name = title or next((text for unit, at, text in topics if place[unit] + 1 in at), f"Meeting {index + 1}")
        found.append((name[:120], begins, finishes))
    return found, [line for number, line in enumerate(lines) if number not in used | counted]


def _states_days(line):
    return bool(_weekdays(line) or _date(line, None, None))


def _stated_days(lines, first, last, hours):
    dated = [(number, _date(line, first, last), line) for number, line in enumerate(lines)]
    days = [
        (day, _hours(line) or hours, _subject(line)) for _, day, line in dated if day and first <= day <= last
    ]
    if days:
        return _one_a_day(days), {number for number, day, _ in dated if day}
    rules = [(number, _weekdays(line), _hours(line) or hours) for number, line in enumerate(lines)]
    rules = [rule for rule in rules if rule[1]]
    span = [first + day * DAY for day in range(min((last - first).days, MAX_MEETINGS) + 1)]
    days = [(day, at, None) for day in span for _, weekdays, at in rules if day.weekday() in weekdays]
    return days, {number for number, _, _ in rules if not _subject(lines[number])}


def _one_a_day(days):
    by_day = {}
    for day, at, title in days:
        by_day.setdefault((day, at[0]), (day, at, title))
    return list(by_day.values())


def _regular_days(lines, first, last, hours):
    days = (last - first).days
    step = 7 if days % 7 == 0 or any(map(COUNTS_WEEKS.search, lines)) else 1
    return [(first + day * DAY, hours, None) for day in range(0, min(days, step * MAX_MEETINGS) + 1, step)]


def _weekdays(line):
    if EVERY_DAY.search(line):
        return set(range(7))
    found = set()
    if WORKDAYS.search(line):
        found |= set(range(5))
    if WEEKENDS.search(line):
        found |= {5, 6}
    matches = [(match, int(match.lastgroup[1:])) for match in WEEKDAYS.finditer(line)]
    for (match, day), (following, until) in zip(matches, [*matches[1:], (None, 0)], strict=False):
        found.add(day)
        if following and _RANGE.fullmatch(line[match.end() : following.start()]):
            found |= {(day + step) % 7 for step in range((until - day) % 7 + 1)}
    return found


def _date(line, first, last):
    for pattern in DATES:
        match = pattern.search(line)
        if not match:
            continue
        month = match["m"].lower()[:3]
        number = int(month) if month.isdigit() or month[:2].isdigit() else _MONTHS.index(month) + 1
        years = [int(match["y"])] if match["y"] else range(first.year, last.year + 1) if first else [2028]
        for year in years:
            try:
                day = datetime(year, number, int(match["d"])).date()
            except ValueError:
                continue
            if first is None or first <= day <= last:
                return day
    return None


def _hours(line):
    """When it begins and how long it takes, if the line says so."""
    for match in HOURS.finditer(line):
        from_hour, from_minute, from_half, to_hour, to_minute, to_half = match.groups()
        if not (from_half or to_half or (from_minute and to_minute)):
            continue
        ends = _clock(to_hour, to_minute, to_half)
        starts = _clock(from_hour, from_minute, from_half or to_half)
        if ends is None or starts is None:
            continue
        if not from_half and to_half and starts >= ends and (ends - starts) % DAY > LONGEST:
            starts = _clock(from_hour, from_minute, None) or starts  # '11 to 1 PM'
        length = (ends - starts) % DAY
        if timedelta(0) < length <= LONGEST:
            return (datetime.min + starts).time(), length
    return None


def _clock(hour, minute, half):
    hour, minute = int(hour), int(minute or 0)
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0].lower() == "p" else 0)
    return timedelta(hours=hour, minutes=minute) if hour < 24 and minute < 60 else None


def _subject(line):
    """What follows the colon, once hours are left out: '12 Dec, 7:00 to 8:00 PM: Trend'."""
    text = HOURS.sub("", line)
    head, colon, rest = text.partition(":")
    return rest.strip()[:120] or None if colon and head.strip() else None


def _topics(lines):
    topics, used = [], set()
    for number, line in enumerate(lines):
        match = COUNTED.match(line)
        if match:
            unit = match["unit"].lower()
            unit = "week" if unit.startswith(("week", "हफ़्त")) else unit if unit == "month" else "meeting"
            first, last = int(match["from"]), int(match["to"] or match["from"])
            topics.append((unit, range(first, max(first, last) + 1), match["topic"].strip()))
            used.add(number)
    return topics, used


def fill(apps, schema_editor):
    Mentorship = apps.get_model("live", "Mentorship")
    Meeting = apps.get_model("live", "Meeting")
    for row in Mentorship.objects.filter(meetings__isnull=True).order_by("pk"):
        found, other_lines = meetings_of(starts_at=row.starts_at, ends_at=row.ends_at, lines=row.schedule or [])
        Meeting.objects.bulk_create(
            Meeting(
                mentorship=row,
                title=title,
                starts_at=starts_at,
                ends_at=ends_at,
                join_url=row.join_url,
                recording_url=row.recording_url,
                market_data_date=row.market_data_date,
                **_cancellation(row, ends_at),
            )
            for title, starts_at, ends_at in found
        )
        # What the text said beyond days, hours and subjects stays on the page.
        # An update: the models of migrations have no cache tags, which saving a row needs.
        Mentorship.objects.filter(pk=row.pk).update(
            agenda=[*row.agenda, *(line for line in other_lines if line not in row.agenda)],
            starts_at=found[0][1],
            ends_at=found[-1][2],
        )


def _cancellation(row, ends_at):
    if row.cancelled_at is None or ends_at <= row.cancelled_at:
        return {}
    return {"cancelled_at": row.cancelled_at, "cancellation_reason": row.cancellation_reason, "revision": 1}


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0013_meetings"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
