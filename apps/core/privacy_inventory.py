"""
What the site knows of people, what it stores in their browsers, and who else gets data.

The privacy policy shows it as tables, in place of the names in `TABLES`. `tests/test_privacy_inventory.py`
fails when a model with a person, a cookie or a browser storage is missing here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings

_ACCOUNT = "Until you delete the account"


@dataclass(frozen=True, slots=True)
class Data:
    what: str
    why: str
    period: str
    """With figures in braces."""
    models: tuple[str, ...] = ()
    """Labels of the models that hold it."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A cookie, or an entry of the browser's own storage."""

    name: str
    why: str
    period: str
    module: str = ""
    """The module of the frontend that writes it, below `frontend/src`."""


@dataclass(frozen=True, slots=True)
class Processor:
    purpose: str
    name: str
    country: str
    gets: str


DATA = (
    Data(
        "Mobile number; number changes with both numbers",
        "To log you in, to tell you about what you bought, and to let you stop a change that you did not ask "
        "for",
        _ACCOUNT,
        ("accounts.user", "accounts.nametail", "accounts.mobilechange"),
    ),
    Data(
        "Name, email address and whether you confirmed it, postal address, state, company and GSTIN, if you "
        "gave them",
        "To address you, to send receipts and to issue valid invoices",
        "Until you change them or delete the account; on invoices as below",
    ),
    Data(
        "OTPs, as a keyed hash and never as digits",
        "To check the OTP you enter",
        "An OTP stops working after {otp_validity} and is deleted within an hour afterwards",
        ("accounts.logincode",),
    ),
    Data(
        "Logins: the device and browser by name, when each began and was last used",
        "To keep you logged in, and to show you where you are",
        "{login_lifetime} at most, {login_idle_limit} if you do not come back",
        ("accounts.loginsession", "sessions.session"),
    ),
    Data(
        "IP address: in counters, with consents and trials, and in log lines about logins and requests",
        "To stop misuse of OTPs and forms, to prove where a consent was given, and to look into attacks",
        "A day in counters; with a consent or a trial until you delete the account; {log_retention} in log "
        "lines",
        ("accounts.throttle", "accounts.throttleevent", "accounts.dailycount"),
    ),
    Data(
        "Consents, with the words you agreed to, the time and the place",
        "To prove what you agreed to and to respect what you withdrew",
        "As long as we may have to prove it; without the IP address after you delete the account",
        ("accounts.consent",),
    ),
    Data(
        "What we sent you: text, number or email address, time, and whether it arrived",
        "So that you and our staff can see what we told you",
        "{message_log_retention}, its copy in the queue {outbox_retention}; emptied when you delete the "
        "account",
        ("accounts.delivery", "outbox.message"),
    ),
    Data(
        "That we reminded you of a session or of the end of Pro",
        "So that we remind you once",
        "{reminder_mark_retention} after it at most",
        ("live.reminder", "pro.endreminder"),
    ),
    Data(
        "A request to recover a lost number: name, both numbers, email address and the proof you sent",
        "To give an account back to its owner, and to nobody else",
        "{lost_number_retention} if the number has no account, else {decided_lost_number_retention} after "
        "our "
        "decision; deleted with the account",
        ("accounts.lostnumber",),
    ),
    Data(
        "Registration for the free trial",
        "Because each number gets the trial only once",
        "The number until you delete the account; afterwards only a keyed digest that reveals the number to "
        "no one",
        ("accounts.triallead",),
    ),
    Data(
        "What you may open, and why",
        "To open what you bought or were given",
        "With the orders; without your name after you delete the account",
        ("accounts.entitlement", "catalog.courseowner", "pro.subscription"),
    ),
    Data(
        "What you started, watched, completed, noted, asked, answered in a quiz, reviewed and put on your "
        "wish list",
        "To resume where you left off, to reply to you, and to publish a review that you wrote",
        _ACCOUNT,
        (
            "catalog.coursestart",
            "catalog.topicprogress",
            "catalog.topicnote",
            "catalog.topicquestion",
            "catalog.quizattempt",
            "catalog.review",
            "catalog.wishlistitem",
            "content.chapterread",
        ),
    ),
    Data(
        "Certificates, with your name and a code that anybody can check",
        "To prove that you completed a course",
        "Until you delete the account: then the certificate no longer exists",
        ("catalog.certificate",),
    ),
    Data(
        "Bookings and your place on a waiting list",
        "To reserve your seat",
        "Bookings with the orders, without your name after you delete the account; waiting lists until then",
        ("live.booking", "live.waitlistentry"),
    ),
    Data(
        "Attendance: when you opened a room or a recording, and how far you watched it; your calendar link",
        "To know who came, and to resume a recording",
        _ACCOUNT,
        ("live.attendance", "live.recordingprogress", "live.calendarfeed"),
    ),
    Data(
        "Cart, with the billing details you entered",
        "To keep your choice while you decide",
        "{cart_retention} after it expired",
        ("commerce.cart",),
    ),
    Data(
        "Orders, payments, refunds, disputes, invoices and credit notes, and the notes of them at the "
        "payment "
        "provider: what you bought, the billing details and a keyed digest of your number",
        "Contract and tax law, and to rebuild an order that our own database has lost",
        "Invoices {invoice_period} from the due date of the annual return of their year, at least; without "
        "your "
        "name after you delete the account, unless a company is named. At the provider as long as its own "
        "law requires",
        (
            "commerce.order",
            "commerce.orderline",
            "commerce.payment",
            "commerce.refund",
            "commerce.refundrequest",
            "commerce.gatewayevent",
            "commerce.invoice",
            "commerce.creditnote",
        ),
    ),
    Data(
        "Coupons you used, and that you bought something",
        "Because some coupons are valid once per person or on a first purchase only",
        "With the orders; of a deleted account only under a keyed digest of the number, until "
        "{coupon_memory} "
        "after the coupon ends",
        ("commerce.coupontally", "commerce.couponuse", "commerce.erasedtally"),
    ),
    Data(
        "Grievances, with our replies and our notes",
        "To reply to them and to show the regulator that we did",
        "{grievance_period} after they were closed, also if you delete the account: then locked away, so "
        "that "
        "only our compliance staff can read them",
        (
            "support.ticket",
            "support.ticketnote",
            "support.reply",
            "support.attachment",
            "support.lockedgrievance",
        ),
    ),
    Data(
        "Messages you send us through the contact form, with our replies",
        "To reply to them",
        _ACCOUNT,
        ("support.contactmessage",),
    ),
    Data(
        "What our staff looked at, changed or exported of your data, with reasons, and what we exported for "
        "them",
        "To find out who saw or changed what",
        "Without end; emptied of your details when you delete the account",
        ("audit.auditentry", "admin.logentry", "office.exportrun"),
    ),
)

COOKIES = (
    Stored("sessionid", "Keeps you logged in", "{login_lifetime} at most"),
    Stored("csrftoken", "Protects forms from forgery", "A year"),
    Stored(
        "known",
        "Marks of up to five numbers that have logged in from this browser, so that a stranger who uses up "
        "the "
        "tries of a number does not lock out its owner. It opens nothing",
        "A year",
    ),
    Stored("otp_sent", "Which OTP you requested, to tell you if it was not sent", "{otp_validity}"),
    Stored("language", "Your choice of language", "A year"),
)

BROWSER_STORAGE = (
    Stored("theme", "Light or dark", "Until you clear it", "shared/stores/theme.ts"),
    Stored(
        "last item", "The last item you clicked in a list", "Until you clear it", "shared/lib/selection.ts"
    ),
    Stored(
        "lessons",
        "How far you watched, until our server has it",
        "Until it is sent, or you log out",
        "features/player/lib/safeStorage.ts",
    ),
    Stored("sessions", "Sessions that you ticked", "Until you clear it", "features/live/lib/selection.ts"),
    Stored(
        "sessionView", "Calendar or list", "Until you clear it", "features/live/components/ViewSwitch.tsx"
    ),
    Stored(
        "trialStart", "Level and language for the trial", "Until you clear it", "app/sections/trialStart.ts"
    ),
    Stored(
        "proWelcomed", "That you were welcomed to Pro", "Until you clear it", "features/pro/lib/useWelcome.ts"
    ),
    Stored("checkout", "An open payment", "Until you close the tab", "shared/stores/checkoutDialog.ts"),
    Stored("login", "Where you go after a login", "Until you close the tab", "app/routing/loginTarget.ts"),
    Stored("login", "The same", "Until you close the tab", "app/routing/takenLoginTarget.ts"),
    Stored(
        "scroll", "Where you were on a page", "Until you close the tab", "app/routing/useScrollRestoration.ts"
    ),
    Stored("reloaded", "That a page was loaded again", "Until you close the tab", "shared/lib/chunks.ts"),
)


def processors() -> list[Processor]:
    """Who processes data for us; only who is configured."""
    found = [
        Processor(
            "Payments",
            "Razorpay",
            "India",
            "The amount, the order, your name, email address and number; your card or account from you alone",
        )
    ]
    if settings.SMS_AUTH_KEY:
        what = "Your number and the text of the message"
        found.append(Processor("SMS and WhatsApp", "MSG91", "India", what))
    for purpose, is_used, host, stated, gets in (
        ("Servers and database", True, "", settings.HOSTING_PROVIDER, "Everything in the table above"),
        (
            "Email",
            settings.SENDS_EMAIL,
            settings.EMAIL_HOST,
            settings.EMAIL_PROVIDER,
            "Your email address and the text of the message",
        ),
        (
            "Stored videos and attachments",
            bool(settings.MEDIA_BUCKET),
            settings.MEDIA_ENDPOINT.partition("://")[2],
            settings.MEDIA_PROVIDER,
            "Files, and the IP address that opens one",
        ),
        (
            "Error reports",
            bool(settings.ERROR_REPORTS_HOST),
            settings.ERROR_REPORTS_HOST,
            settings.ERROR_REPORTS_PROVIDER,
            "What went wrong in our code, without numbers, cookies and what you typed",
        ),
    ):
        if is_used:
            name, _, country = stated.rpartition(",")
            found.append(
                Processor(purpose, name.strip() or host or "Ask us", country.strip() or "Ask us", gets)
            )
    if settings.MOENGAGE_APP_ID:
        what = "Which pages you open, and the id of your account; not what you type"
        country = _MOENGAGE_COUNTRIES.get(settings.MOENGAGE_CLUSTER, "Ask us")
        found.append(Processor("Engagement", "MoEngage", country, what))
    return found


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _data() -> str:
    return _table(("What", "Why", "How long"), ((row.what, row.why, row.period) for row in DATA))


def _stored(rows: Iterable[Stored]) -> str:
    return _table(("Name", "What it is for", "How long"), ((row.name, row.why, row.period) for row in rows))


def _processors() -> str:
    rows = ((row.purpose, row.name, row.country, row.gets) for row in processors())
    return _table(("For", "Who", "Where", "What they get"), rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "table_of_data": _data,
    "table_of_cookies": lambda: _stored(COOKIES),
    "table_of_browser_storage": lambda: _stored(BROWSER_STORAGE),
    "table_of_processors": _processors,
}

_MOENGAGE_COUNTRIES = {
    "DC_1": "United States",
    "DC_2": "European Union",
    "DC_3": "India",
    "DC_4": "United States",
}
