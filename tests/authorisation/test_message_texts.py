"""Which role sees that a message arrived, and which reads it, in every place that has messages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Delivery, Role, User
from apps.accounts.states import Matter
from apps.core.formatting import words_of
from apps.core.testing.fixtures import Person
from apps.office.roles import ROLES
from apps.office.selectors.files import FILES

pytestmark = pytest.mark.django_db

TEMPLATES = {
    Matter.SESSIONS: "reminder_soon",
    Matter.ORDERS: "refund_made",
    Matter.OTHER: "grievance_reply",
}
ALL = frozenset(Matter)
SEES_STATUS = {
    "content": frozenset[Matter](),
    "sessions": {Matter.SESSIONS},
    "support": ALL,
    "finance": {Matter.ORDERS},
    "compliance": ALL,
    "owner": ALL,
}
READS_TEXT = {"support", "compliance", "owner"}


@pytest.fixture
def rows(member: Person) -> dict[Matter, Delivery]:
    now = timezone.now()
    return {
        matter: Delivery.objects.create(
            person=member.user,
            template=template,
            channel="mail",
            to=member.user.mobile,
            subject=f"subject of {matter}",
            text=f"text of {matter}",
            status="sent",
            created_at=now,
            ended_at=now,
        )
        for matter, template in TEMPLATES.items()
    }


def client_of(role: str) -> Client:
    person = User.objects.create_user(mobile="9844444444", name=role, is_staff=True)
    person.groups.add(Role.objects.get(key=role).group)
    client = Client()
    client.force_login(person, backend="apps.accounts.backends.ByPassword")
    return client


def body(response: Any) -> str:
    found: bytes = b"".join(response) if response.streaming else response.content
    return found.decode() if response.status_code == 200 else ""


def seen(content: str) -> set[Matter]:
    return {matter for matter, template in TEMPLATES.items() if words_of(template) in content}


def texts(content: str) -> set[str]:
    words = (f"{word} of {matter}" for word in ("subject", "text") for matter in TEMPLATES)
    return {text for text in words if text in content}


def test_the_table_names_every_role_and_a_template_of_each_matter() -> None:
    assert SEES_STATUS.keys() == ROLES.keys()
    assert TEMPLATES.keys() == set(Matter)


@pytest.mark.parametrize("role", ROLES)
def test_the_log_itself(role: str, rows: dict[Matter, Delivery]) -> None:
    client, log = client_of(role), "/admin/accounts/delivery/"
    listed = client.get(log)
    found = listed.context["cl"].result_list if listed.status_code == 200 else []
    assert {row.template for row in found} == {TEMPLATES[matter] for matter in SEES_STATUS[role]}
    assert texts(body(listed)) == set()
    for matter, row in rows.items():
        page = body(client.get(f"{log}{row.pk}/change/"))
        is_reader = matter in SEES_STATUS[role] and role in READS_TEXT
        assert seen(page) == ({matter} if matter in SEES_STATUS[role] else set())
        assert texts(page) == ({f"subject of {matter}", f"text of {matter}"} if is_reader else set())
        assert texts(body(client.get(f"{log}{row.pk}/history/"))) == set()


@pytest.mark.parametrize("role", ROLES)
def test_the_pages_of_a_person(role: str, rows: dict[Matter, Delivery], member: Person) -> None:
    client, pk = client_of(role), member.user.pk
    overview = client.get(f"/admin/learner/{pk}/")
    statuses = SEES_STATUS[role] if overview.status_code == 200 else set()
    assert seen(body(overview)) == statuses
    assert texts(body(overview)) == {
        f"{word} of {matter}" for matter in statuses for word in ("subject", "text") if role in READS_TEXT
    }
    assert texts(body(client.get(f"/admin/accounts/user/{pk}/change/"))) == set()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("place", ["/admin/find/", "/admin/find/suggestions/"])
def test_the_search(role: str, place: str, rows: dict[Matter, Delivery], member: Person) -> None:
    client = client_of(role)
    by_number = body(client.get(f"{place}?q={member.user.mobile}"))
    assert seen(by_number) == SEES_STATUS[role]
    assert texts(by_number) == set()
    assert not seen(body(client.get(f"{place}?q=text+of+other")))
    assert client.get("/admin/accounts/delivery/?text__contains=text").status_code in (400, 403)


@pytest.mark.parametrize("role", ROLES)
def test_the_files(role: str, rows: dict[Matter, Delivery]) -> None:
    client = client_of(role)
    today = timezone.localdate().isoformat()
    answers = {
        kind: client.post(f"/admin/figures/{kind}/", {"first": today, "last": today, "format": "csv"})
        for kind in FILES
    }
    permitted = {kind for kind in FILES if kind.permission in set(ROLES[role].codenames())}
    assert {kind for kind, answer in answers.items() if answer.status_code == 200} == (
        set(FILES) if role == "owner" else permitted
    )
    assert [texts(body(answer)) for answer in answers.values()] == [set()] * len(FILES)
