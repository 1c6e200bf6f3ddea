"""How live things look on the wire to somebody who has booked none of them."""

from typing import TypedDict

from apps.content.selectors import instructors
from apps.core import covers
from apps.core.indian_time import on_wire
from apps.core.money import Money
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.models.offers import Appointment, Offer


class Host(TypedDict):
    name: str
    experience: str
    image: str | None
    bio: str


class WebinarCard(TypedDict):
    _id: str
    title: str
    weburlname: str
    webinarTime: str
    webinarEndTime: str
    smallBanner: str
    bannerImageUrl: str
    hostProfilename: str
    price: int | float
    markup_price: int | float | None
    isFree: bool
    isBooked: bool
    seatsLeft: int | None


class CalledOff(TypedDict):
    """Why something does not take place."""

    reason: str


class WebinarDetail(WebinarCard):
    long_description: str
    agenda: list[str]
    host: Host
    calledOff: CalledOff | None
    joinUrl: str | None
    recordingUrl: str | None


class MentorshipCard(TypedDict):
    _id: str
    title: str
    weburlname: str
    start_date: str
    end_date: str
    smallBanner: str
    mentorbannerurl: str
    mentor_details: Host
    price: int | float
    markup_price: int | float | None
    isFree: bool
    isBooked: bool
    seatsLeft: int | None


class MentorshipDetail(MentorshipCard):
    long_description: str
    agenda: list[str]
    schedule: list[str]
    calledOff: CalledOff | None
    joinUrl: str | None
    recordingUrl: str | None


class Session(TypedDict):
    _id: str
    sessionName: str
    date: str
    endDate: str
    booked: bool
    full: bool
    seatsLeft: int | None
    basePricePerSession: int


class ProgramOfSession(TypedDict):
    _id: str
    title: str
    weburlname: str
    smallBanner: str
    mentor_details: Host


class LiveTradingCard(TypedDict):
    _id: str
    title: str
    weburlname: str
    smallBanner: str
    mentorbannerurl: str
    web_banner_url: str
    mentor_details: Host
    programSessions: list[Session]


class LiveTradingDetail(LiveTradingCard):
    long_description: str
    agenda: list[str]


def webinar_card(webinar: Webinar) -> WebinarCard:
    return {
        "_id": str(webinar.pk),
        "title": webinar.title,
        "weburlname": webinar.weburlname,
        "webinarTime": on_wire(webinar.starts_at),
        "webinarEndTime": on_wire(webinar.ends_at),
        "smallBanner": _square(webinar),
        "bannerImageUrl": wide(webinar),
        "hostProfilename": webinar.host.name,
        "price": Money(webinar.price_paise).on_wire(),
        "markup_price": _rupees(webinar.markup_price_paise),
        "isFree": webinar.price_paise == 0,
        "isBooked": False,
        "seatsLeft": seats_left(webinar),
    }


def webinar_detail(webinar: Webinar) -> WebinarDetail:
    return {
        **webinar_card(webinar),
        "long_description": webinar.long_description,
        "agenda": webinar.agenda,
        "host": _host(webinar),
        "calledOff": called_off(webinar),
        "joinUrl": None,
        "recordingUrl": None,
    }


def mentorship_card(mentorship: Mentorship) -> MentorshipCard:
    return {
        "_id": str(mentorship.pk),
        "title": mentorship.title,
        "weburlname": mentorship.weburlname,
        "start_date": on_wire(mentorship.starts_at),
        "end_date": on_wire(mentorship.ends_at),
        "smallBanner": _square(mentorship),
        "mentorbannerurl": wide(mentorship),
        "mentor_details": _host(mentorship),
        "price": Money(mentorship.price_paise).on_wire(),
        "markup_price": _rupees(mentorship.markup_price_paise),
        "isFree": mentorship.price_paise == 0,
        "isBooked": False,
        "seatsLeft": seats_left(mentorship),
    }


def mentorship_detail(mentorship: Mentorship) -> MentorshipDetail:
    return {
        **mentorship_card(mentorship),
        "long_description": mentorship.long_description,
        "agenda": mentorship.agenda,
        "schedule": mentorship.schedule,
        "calledOff": called_off(mentorship),
        "joinUrl": None,
        "recordingUrl": None,
    }


def live_trading_card(program: LiveTrading) -> LiveTradingCard:
    return {
        "_id": str(program.pk),
        "title": program.title,
        "weburlname": program.weburlname,
        "smallBanner": _square(program),
        "mentorbannerurl": wide(program),
        "web_banner_url": wide(program),
        "mentor_details": _host(program),
        "programSessions": [session(row) for row in program.sessions.all()],
    }


def live_trading_detail(program: LiveTrading) -> LiveTradingDetail:
    return {
        **live_trading_card(program),
        "long_description": program.long_description,
        "agenda": program.agenda,
    }


def program_of(program: LiveTrading) -> ProgramOfSession:
    """As much of a program as a booked session names."""
    return {
        "_id": str(program.pk),
        "title": program.title,
        "weburlname": program.weburlname,
        "smallBanner": _square(program),
        "mentor_details": _host(program),
    }


def called_off(thing: Appointment) -> CalledOff | None:
    return {"reason": thing.called_off_reason} if thing.is_called_off else None


def seats_left(thing: Appointment) -> int | None:
    return None if thing.capacity is None else thing.capacity - thing.taken


def session(session: ProgramSession) -> Session:
    return {
        "_id": str(session.pk),
        "sessionName": session.name,
        "date": on_wire(session.starts_at),
        "endDate": on_wire(session.ends_at),
        "booked": False,
        "full": seats_left(session) == 0,
        "seatsLeft": seats_left(session),
        "basePricePerSession": session.base_price_paise // 100,
    }


def _host(offer: Offer) -> Host:
    profile = instructors.profile(offer.host)
    return {
        "name": profile["full_name"],
        "experience": profile["experience"],
        "image": profile["image"],
        "bio": profile["bio"],
    }


def _square(offer: Offer) -> str:
    if offer.small_banner:
        return offer.small_banner.url
    return covers.address(seed=str(offer.pk), hue=offer.hue, ratio="square")


def wide(offer: Offer) -> str:
    if offer.banner:
        return offer.banner.url
    return covers.address(seed=str(offer.pk), hue=offer.hue, ratio="wide")


def _rupees(paise: int | None) -> int | float | None:
    return None if paise is None else Money(paise).on_wire()
