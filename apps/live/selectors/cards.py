"""The JSON of live items as visitors get it. `member_overlay` adds what is a member's own."""

from datetime import date
from typing import Annotated, TypedDict

from apps.catalog.states import Language
from apps.content.selectors import instructors
from apps.core import covers, gst
from apps.core.indian_time import iso_utc
from apps.core.json_types import Choices, DateTime, Help, Identifier, Rupees, component
from apps.core.money import Money
from apps.core.struck_prices import struck_price_paise
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.models.base import ListedModel, SeatedModel, TimedModel
from apps.live.selectors import holidays, meeting_texts, meetings, offers
from apps.live.selectors.offers import Schedule
from apps.live.states import ProgramOffer, Stage

PROGRAM_OFFER_HELP = (
    "What the caller can do now. " + "; ".join(f"`{one.value}`: {one.label}" for one in ProgramOffer) + "."
)

SeatsLeft = Annotated[int | None, Help("Null: no limit.")]
FewSeatsLeft = Annotated[int | None, Help("The number of free seats if it is worth showing, else null.")]

InLanguage = Annotated[str, Choices(Language.values)]
Category = Annotated[str | None, Help("The title of its category, which is its subject. Null: none.")]

NextSessionAt = Annotated[DateTime | None, Help("When the next session starts. Null: none is planned.")]


class FromPrice(TypedDict):
    """What the next session that can be booked costs. All null if none can."""

    fromPrice: Annotated[Rupees | None, Help("At least, single or with a plan.")]
    fromSessions: Annotated[int | None, Help("How many sessions are booked together for it. 1: it alone.")]
    priceWithGst: Annotated[Rupees | None, Help("`fromPrice` with GST. Null where it is 0.")]
    singlePriceWithGst: Annotated[Rupees | None, Help("What it costs alone, with GST. Null where that is 0.")]


class Host(TypedDict):
    name: str
    weburlname: str
    experience: str
    credentials: list[instructors.Credential]
    image: str | None
    bio: str


@component("WebinarOut")
class WebinarCard(gst.PricesWithGst):
    _id: Identifier
    title: str
    weburlname: str
    webinarTime: DateTime
    webinarEndTime: DateTime
    smallBanner: str
    bannerImageUrl: str
    hostProfilename: str
    hostWeburlname: str
    hostImage: Annotated[str | None, Help("Square. Null: show the initials.")]
    language: InLanguage
    category: Category
    price: Rupees
    markup_price: Rupees | None
    isFree: bool
    isBooked: bool
    seatsLeft: SeatsLeft
    fewSeatsLeft: FewSeatsLeft


@component("CancellationOut")
class Cancellation(TypedDict):
    """Why we cancelled it."""

    reason: str


class EventFacts(offers.LiveFacts):
    status: Annotated[str, Choices(Stage.values)]
    meetings: list[meetings.OwnMeeting]


class WebinarContents(WebinarCard):
    """The part of a detail that is the same for everybody at any time."""

    long_description: str
    agenda: list[str]
    host: Host
    calledOff: Cancellation | None


class WebinarDetail(WebinarContents, EventFacts):
    pass


class MeetingTime(TypedDict):
    start: DateTime
    end: DateTime


@component("MentorshipOut")
class MentorshipCard(gst.PricesWithGst):
    _id: Identifier
    title: str
    weburlname: str
    start_date: DateTime
    end_date: DateTime
    smallBanner: str
    mentorbannerurl: str
    mentor_details: Host
    language: InLanguage
    category: Category
    price: Rupees
    markup_price: Rupees | None
    isFree: bool
    isBooked: bool
    seatsLeft: SeatsLeft
    fewSeatsLeft: FewSeatsLeft
    capacity: Annotated[int | None, Help("The size of the group. Null: no limit.")]
    meetingTimes: Annotated[list[MeetingTime], Help("Of all that take place: it is live during these.")]
    meetingsSummary: Annotated[str, Help("How it meets, such as 'Fridays, 5 evenings, 7 to 8:30 PM'.")]


class MentorshipContents(MentorshipCard):
    """The part of a detail that is the same for everybody at any time."""

    long_description: str
    agenda: list[str]
    schedule: Annotated[list[str], Help("Each meeting in words.")]
    calledOff: Cancellation | None


class MentorshipDetail(MentorshipContents, EventFacts):
    pass


class Session(TypedDict):
    _id: Identifier
    sessionName: str
    date: DateTime
    endDate: DateTime
    booked: Annotated[bool, Help("By the caller.")]
    full: bool
    seatsLeft: SeatsLeft
    fewSeatsLeft: FewSeatsLeft
    basePricePerSession: Annotated[int, Help("Whole rupees.")]
    waitingPlace: Annotated[int | None, Help("The caller's place on its waiting list, from 1.")]
    offeredUntil: Annotated[DateTime | None, Help("Until when a seat is held for the caller.")]


class ProgramOfSession(TypedDict):
    _id: str
    title: str
    weburlname: str
    smallBanner: str
    mentor_details: Host


class ProgramContents(TypedDict):
    _id: Identifier
    title: str
    weburlname: str
    smallBanner: str
    mentorbannerurl: str
    web_banner_url: str
    mentor_details: Host
    language: InLanguage
    category: Category
    programSessions: list[Session]


@component("LiveTradingOut")
class LiveTradingCard(ProgramContents, FromPrice):
    nextSessionAt: NextSessionAt


class LiveTradingContents(ProgramContents):
    """The part of a detail that is the same for everybody at any time."""

    holidays: Annotated[list[holidays.Holiday], Help("Days on which the exchange is closed.")]

    long_description: str
    agenda: list[str]


class LiveTradingDetail(LiveTradingContents, FromPrice):
    nextSessionAt: NextSessionAt
    status: Annotated[str, Choices(Stage.values)]
    meetings: list[meetings.MeetingData]
    offer: Annotated[str, Choices(ProgramOffer.values), Help(PROGRAM_OFFER_HELP)]
    nextChangeAt: Annotated[DateTime | None, Help(offers.NEXT_CHANGE_HELP)]


def webinar_card(webinar: Webinar, *, day: date, tax: gst.Tax) -> WebinarCard:
    host = instructors.card(webinar.host)
    return {
        "_id": str(webinar.pk),
        "title": webinar.title,
        "weburlname": webinar.weburlname,
        "webinarTime": iso_utc(webinar.starts_at),
        "webinarEndTime": iso_utc(webinar.ends_at),
        "smallBanner": _square_banner(webinar),
        "bannerImageUrl": wide_banner(webinar),
        "hostProfilename": host["full_name"],
        "hostWeburlname": host["weburlname"],
        "hostImage": host["image"],
        **_subject(webinar),
        **_prices(webinar, day=day, tax=tax),
        "isBooked": False,
        **_seats(webinar),
    }


def webinar_contents(webinar: Webinar, *, day: date) -> WebinarContents:
    return {
        **webinar_card(webinar, day=day, tax=gst.on(day)),
        "long_description": webinar.long_description,
        "agenda": webinar.agenda,
        "host": _host(webinar),
        "calledOff": cancellation(webinar),
    }


def mentorship_card(mentorship: Mentorship, *, day: date, tax: gst.Tax) -> MentorshipCard:
    meetings = Schedule.of(mentorship).taking_place
    return {
        "_id": str(mentorship.pk),
        "title": mentorship.title,
        "weburlname": mentorship.weburlname,
        "start_date": iso_utc(mentorship.starts_at),
        "end_date": iso_utc(mentorship.ends_at),
        "smallBanner": _square_banner(mentorship),
        "mentorbannerurl": wide_banner(mentorship),
        "mentor_details": _host(mentorship),
        **_subject(mentorship),
        **_prices(mentorship, day=day, tax=tax),
        "isBooked": False,
        **_seats(mentorship),
        "capacity": mentorship.capacity,
        "meetingTimes": [{"start": iso_utc(one.starts_at), "end": iso_utc(one.ends_at)} for one in meetings],
        "meetingsSummary": meeting_texts.summary(meetings),
    }


def mentorship_contents(mentorship: Mentorship, *, day: date) -> MentorshipContents:
    return {
        **mentorship_card(mentorship, day=day, tax=gst.on(day)),
        "long_description": mentorship.long_description,
        "agenda": mentorship.agenda,
        "schedule": [meeting_texts.line(one) for one in Schedule.of(mentorship).taking_place],
        "calledOff": cancellation(mentorship),
    }


def plan_prices(program: LiveTrading) -> list[offers.PlanPrice]:
    return [
        offers.PlanPrice(plan.num_of_sessions, Money(plan.discounted_price_paise).to_rupees())
        for plan in program.plans.all()
    ]


def live_trading_card(program: LiveTrading) -> ProgramContents:
    """Without its lowest price, which depends on the caller's bookings."""
    return {
        "_id": str(program.pk),
        "title": program.title,
        "weburlname": program.weburlname,
        "smallBanner": _square_banner(program),
        "mentorbannerurl": wide_banner(program),
        "web_banner_url": wide_banner(program),
        "mentor_details": _host(program),
        **_subject(program),
        "programSessions": [session(row) for row in program.sessions.all()],
    }


def live_trading_contents(program: LiveTrading) -> LiveTradingContents:
    return {
        **live_trading_card(program),
        "holidays": holidays.all_days(),
        "long_description": program.long_description,
        "agenda": program.agenda,
    }


def session_program(program: LiveTrading) -> ProgramOfSession:
    """The fields of a program that are shown with a booked session."""
    return {
        "_id": str(program.pk),
        "title": program.title,
        "weburlname": program.weburlname,
        "smallBanner": _square_banner(program),
        "mentor_details": _host(program),
    }


def cancellation(item: TimedModel) -> Cancellation | None:
    return {"reason": item.cancellation_reason} if item.is_cancelled else None


def seats_left(item: SeatedModel) -> int | None:
    return None if item.capacity is None else item.capacity - item.seats_taken


def session(session: ProgramSession) -> Session:
    return {
        "_id": str(session.pk),
        "sessionName": session.name,
        "date": iso_utc(session.starts_at),
        "endDate": iso_utc(session.ends_at),
        "booked": False,
        "full": seats_left(session) == 0,
        **_seats(session),
        "basePricePerSession": session.base_price_paise // 100,
        "waitingPlace": None,
        "offeredUntil": None,
    }


class _Seats(TypedDict):
    seatsLeft: int | None
    fewSeatsLeft: int | None


def _seats(item: SeatedModel) -> _Seats:
    left = seats_left(item)
    return {"seatsLeft": left, "fewSeatsLeft": offers.few_seats_left(left)}


class _Subject(TypedDict):
    language: str
    category: str | None


def _subject(listed: ListedModel) -> _Subject:
    category = listed.category
    return {"language": listed.language, "category": None if category is None else category.title}


def _host(listed: ListedModel) -> Host:
    profile = instructors.profile(listed.host)
    return {
        "name": profile["full_name"],
        "weburlname": profile["weburlname"],
        "experience": profile["experience"],
        "credentials": profile["credentials"],
        "image": profile["image"],
        "bio": profile["bio"],
    }


def _square_banner(listed: ListedModel) -> str:
    if listed.small_banner:
        return listed.small_banner.url
    return covers.url(seed=str(listed.pk), hue=listed.hue, ratio="square")


def wide_banner(listed: ListedModel) -> str:
    if listed.banner:
        return listed.banner.url
    return covers.url(seed=str(listed.pk), hue=listed.hue, ratio="wide")


class _Prices(gst.PricesWithGst):
    price: int | float
    markup_price: int | float | None
    isFree: bool


def _prices(event: Webinar | Mentorship, *, day: date, tax: gst.Tax) -> _Prices:
    markup = struck_price_paise(event, day=day)
    return {
        "price": Money(event.price_paise).to_rupees(),
        "markup_price": None if markup is None else Money(markup).to_rupees(),
        "isFree": event.price_paise == 0,
        **tax.prices(event.price_paise, markup),
    }
