from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.core.testing.fixtures import Person
from apps.site import trial

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
ENDS = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
ENDED = NOW - timedelta(days=3)

TRIAL_ENDED = "Your free trial ended on Wed, 18 Nov 2026. Each mobile number gets one trial."


def owns(person: User, source: Source, *, ends: datetime | None) -> None:
    Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=source,
        label="x",
        starts_at=NOW - timedelta(days=9),
        ends_at=ends,
    )


# The browser writes the same words: features/account/lib/trial.test.ts has the same table.
@pytest.mark.parametrize(
    ("owned", "line"),
    [
        ([], None),
        ([(Source.TRIAL, ENDS)], "Your free trial is active until Sat, 28 Nov 2026."),
        (
            [(Source.PAID, ENDS)],
            "You have Pro until Sat, 28 Nov 2026. It includes everything in the trial.",
        ),
        ([(Source.PAID, None)], "You have Pro. It includes everything in the trial."),
        ([(Source.TRIAL, ENDED)], TRIAL_ENDED),
        ([(Source.PAID, ENDED)], None),
        ([(Source.PAID, ENDED), (Source.TRIAL, ENDED)], TRIAL_ENDED),
        (
            [(Source.PAID, ENDS), (Source.TRIAL, ENDED)],
            "You have Pro until Sat, 28 Nov 2026. It includes everything in the trial.",
        ),
    ],
)
def test_a_member_reads_what_became_of_their_trial(
    member: Person, owned: list[tuple[Source, datetime | None]], line: str | None
) -> None:
    for source, ends in owned:
        owns(member.user, source, ends=ends)
    mobile = member.user.mobile
    assert trial.trial_context(person=member.user, at=NOW) == {
        "mobile": f"+91 {mobile[:5]} {mobile[5:]}",
        "line": line,
    }


def test_a_visitor_finds_the_field_for_their_number_in_the_page(client: Client) -> None:
    section = client.get("/").content.decode().partition('id="freeTrial"')[2]
    assert '<label class="Field__label" for="mobile">Mobile number</label>' in section
    assert '<span class="Button__label">Start Free Trial</span>' in section


def test_a_member_finds_the_button_in_the_page(member: Person, client: Client) -> None:
    client.force_login(member.user)
    section = client.get("/").content.decode().partition('id="freeTrial"')[2]
    assert "Mobile number" not in section
    assert '<span class="Button__label">Start Free Trial</span>' in section
    assert "Your trial starts immediately, for your number +91" in section


def test_a_member_with_pro_finds_one_line_in_the_page(member: Person, client: Client) -> None:
    owns(member.user, Source.PAID, ends=None)
    client.force_login(member.user)
    section = client.get("/").content.decode().partition('id="freeTrial"')[2]
    assert "You have Pro. It includes everything in the trial." in section
    assert "Start Free Trial" not in section
