"""How live things look on the wire to somebody who has booked none of them."""

from typing import TypedDict

from apps.content.selectors import instructors
from apps.core import covers
from apps.core.indian_time import on_wire
from apps.core.money import Money
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.models.offers import Offer


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


class WebinarDetail(WebinarCard):
    long_description: str
    agenda: list[str]
    host: Host
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
        "bannerImageUrl": _wide(webinar),
        "hostProfilename": webinar.host.name,
        "price": Money(webinar.price_paise).on_wire(),
        "markup_price": _rupees(webinar.markup_price_paise),
        "isFree": webinar.price_paise == 0,
        "isBooked": False,
        "seatsLeft": webinar.capacity,
    }


def webinar_detail(webinar: Webinar) -> WebinarDetail:
    return {
        **webinar_card(webinar),
        "long_description": webinar.long_description,
        "agenda": webinar.agenda,
        "host": _host(webinar),
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
        "mentorbannerurl": _wide(mentorship),
        "mentor_details": _host(mentorship),
        "price": Money(mentorship.price_paise).on_wire(),
        "markup_price": _rupees(mentorship.markup_price_paise),
        "isFree": mentorship.price_paise == 0,
        "isBooked": False,
        "seatsLeft": mentorship.capacity,
    }


def mentorship_detail(mentorship: Mentorship) -> MentorshipDetail:
    return {
        **mentorship_card(mentorship),
        "long_description": mentorship.long_description,
        "agenda": mentorship.agenda,
        "schedule": mentorship.schedule,
        "joinUrl": None,
        "recordingUrl": None,
    }


def live_trading_card(program: LiveTrading) -> LiveTradingCard:
    return {
        "_id": str(program.pk),
        "title": program.title,
        "weburlname": program.weburlname,
        "smallBanner": _square(program),
        "mentorbannerurl": _wide(program),
        "web_banner_url": _wide(program),
        "mentor_details": _host(program),
        "programSessions": [_session(session) for session in program.sessions.all()],
    }


def live_trading_detail(program: LiveTrading) -> LiveTradingDetail:
    return {
        **live_trading_card(program),
        "long_description": program.long_description,
        "agenda": program.agenda,
    }


def _session(session: ProgramSession) -> Session:
    return {
        "_id": str(session.pk),
        "sessionName": session.name,
        "date": on_wire(session.starts_at),
        "endDate": on_wire(session.ends_at),
        "booked": False,
        "full": False,
        "seatsLeft": session.capacity,
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


def _wide(offer: Offer) -> str:
    if offer.banner:
        return offer.banner.url
    return covers.address(seed=str(offer.pk), hue=offer.hue, ratio="wide")


def _rupees(paise: int | None) -> int | float | None:
    return None if paise is None else Money(paise).on_wire()
