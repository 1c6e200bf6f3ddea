"""Adds sessions of programs from a CSV file: all of them, or none."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.content.selectors import public_parts
from apps.core import csv_rows, indian_time
from apps.core.advert_words import PublicText
from apps.core.csv_imports import FIRST, Imported, problems_of
from apps.core.csv_rows import Columns
from apps.core.formatting import date_and_time, short_price
from apps.core.indian_time import INDIA
from apps.live.models import LiveTrading, ProgramSession
from apps.live.selectors import host_times, publishing_facts
from apps.live.selectors.host_times import HostTime
from apps.live.services import prices

COLUMNS = Columns(("program", "name", "date", "start", "minutes", "price"), ("seats", "join_link"))
MAX_ROWS = 5_000
_LONGEST = 24 * 60
_MOST_SEATS = 1_000_000
_NAMES = {"name": "name", "base_price_paise": "price", "capacity": "seats", "join_url": "join_link"}


def import_sessions(
    *, content: bytes, now: datetime, is_dry_run: bool = False, is_previewed: bool = False
) -> Imported:
    """
    A row for each session, with the slug of its program, in Indian time. With any error, and in a dry run,
    nothing is kept. The notes name new prices of public programs: who has read them in a preview confirms
    them.

    :raises BadFile: if the file cannot be read at all
    """
    rows = list(csv_rows.read(content, columns=COLUMNS, max_rows=MAX_ROWS))
    done = Imported()
    with transaction.atomic():
        programs = _locked_programs({values["program"] for _, values in rows})
        taken = _taken(programs)
        refusals, sessions = _name_refusals(rows, programs, day=indian_time.day_of(now)), []
        for number, values in rows:
            session, problems = _read(values, programs, now=now)
            problems += refusals.get((values["program"], values["name"]), [])
            done.errors += (f"Row {number}, {problem}" for problem in problems)
            if session is None:
                continue
            key = (session.program_id, session.starts_at)
            if key in taken:
                done.errors.append(f"Row {number}, start: the program has a session then, {taken[key]}.")
            taken[key] = f"in row {number}"
            sessions.append(session)
        new_prices = list(_new_prices(sessions))
        done.notes = [
            f"{program}, which is public: {short_price(paise)} is new." for program, paise in new_prices
        ]
        done.notes += _notes(sessions)
        done.added = len(sessions)
        done.first = [f"{one.name}: {date_and_time(one.starts_at)}" for one in sessions[:FIRST]]
        if not done.errors and not is_dry_run:
            _save(sessions, done)
            for program, paise in new_prices if is_previewed else ():
                prices.confirm(program_id=program.pk, paise=paise)
        if done.errors:
            transaction.set_rollback(True)
    return done


def _save(sessions: list[ProgramSession], done: Imported) -> None:
    try:
        with transaction.atomic():
            ProgramSession.objects.bulk_create(sessions, batch_size=500)
    except IntegrityError:
        # Sessions that are added in the admin do not wait for the lock of their program.
        done.errors.append("Another session was added at one of these times just now. Import the file again.")


def _locked_programs(slugs: set[str]) -> dict[str, LiveTrading]:
    """Serialises two imports of one file, and the series of the programs."""
    rows = LiveTrading.objects.filter(weburlname__in=sorted(slugs)[:MAX_ROWS]).order_by("pk")
    return {program.weburlname: program for program in rows.select_for_update(no_key=True)}


def _name_refusals(
    rows: Sequence[csv_rows.Row], programs: Mapping[str, LiveTrading], *, day: date
) -> dict[tuple[str, str], list[str]]:
    """By slug and name: what the advertisement code does not let a public program call its sessions."""
    found = {}
    for slug, name in dict.fromkeys((values["program"], values["name"]) for _, values in rows):
        if slug in programs:
            texts, texts_of = [PublicText("a session", name)], publishing_facts.program_texts
            problems = public_parts.refusals(programs[slug], texts, texts_of=texts_of, day=day)
            found[slug, name] = [f"name: {' '.join(problems)}"] if problems else []
    return found


def _taken(programs: Mapping[str, LiveTrading]) -> dict[tuple[UUID, datetime], str]:
    rows = ProgramSession.objects.filter(program__in=programs.values())
    return {
        (program_id, starts_at): f"'{name}'"
        for program_id, starts_at, name in rows.values_list("program", "starts_at", "name").iterator()
    }


def _read(
    values: Mapping[str, str], programs: Mapping[str, LiveTrading], *, now: datetime
) -> tuple[ProgramSession | None, list[str]]:
    """The session, as far as it can be made, and what is wrong with the row."""
    problems = list(csv_rows.bad_cells(values))
    program = programs.get(values["program"])
    if program is None:
        problems.append("program: there is no program with this slug.")
    starts_at = _start(values)
    if starts_at is None:
        problems.append("date and start: must be like 2026-12-24 and 19:30.")
    elif starts_at <= now:
        problems.append("date and start: must be in the future.")
    minutes = csv_rows.whole_number(values["minutes"], largest=_LONGEST)
    if not minutes:
        problems.append(f"minutes: enter a whole number from 1 to {_LONGEST}.")
    price = csv_rows.paise(values["price"])
    if price is None:
        problems.append(f"price: enter rupees such as 499, up to {csv_rows.LARGEST_RUPEES}.")
    seats = values.get("seats", "")
    capacity = csv_rows.whole_number(seats, largest=_MOST_SEATS) if seats else None
    if seats and not capacity:
        problems.append(f"seats: enter a whole number from 1 to {_MOST_SEATS}, or nothing for no limit.")
    if program is not None and (refusal := prices.free_refusal(program, price)):
        problems.append(f"price: {refusal}")
    if program is None or starts_at is None or not minutes or price is None:
        return None, problems
    session = ProgramSession(
        program=program,
        name=values["name"],
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=minutes),
        base_price_paise=price,
        capacity=capacity,
        join_url=values.get("join_link", ""),
    )
    return session, [*problems, *problems_of(session, columns=_NAMES, exclude=("program",))]


def _start(values: Mapping[str, str]) -> datetime | None:
    try:
        day, at = date.fromisoformat(values["date"]), time.fromisoformat(values["start"])
    except ValueError:
        return None
    if not 2000 <= day.year < 2100 or at.tzinfo is not None or at.second or at.microsecond:
        return None
    return datetime.combine(day, at, tzinfo=INDIA)


def _new_prices(sessions: Sequence[ProgramSession]) -> Iterator[tuple[LiveTrading, int]]:
    """What nothing of a public program costs so far."""
    found: dict[LiveTrading, set[int]] = defaultdict(set)
    for session in sessions:
        if session.program.is_published and session.base_price_paise:
            found[session.program].add(session.base_price_paise)
    for program, paise in found.items():
        yield from ((program, new) for new in sorted(paise - prices.known(program)))


def _notes(sessions: list[ProgramSession]) -> list[str]:
    """Odd times are no error: a session on a holiday may explain the week that was."""
    planned = [HostTime(one.program.host_id, one.name, one.starts_at, one.ends_at) for one in sessions]
    return host_times.warnings(planned, instead_of=[one.pk for one in sessions])
