"""How two states of a text differ, and two published versions of a page compared in the admin."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from apps.content import comparison
from apps.content.models import Page
from apps.content.services import pages
from apps.core.testing.clients import logged_in
from apps.core.testing.pages import parse


def lines_of(old: str, new: str) -> list[str]:
    """Pieces that differ in brackets."""
    [part] = comparison.of_texts({"text": old}, {"text": new}, names=("text",))
    return [
        line.mark + "".join(f"[{piece.text}]" if piece.differs else piece.text for piece in line.pieces)
        for line in part.lines
    ]


def test_a_rewritten_line_is_compared_by_words() -> None:
    assert lines_of(
        "Refunds take seven days.\nWrite to us.", "Refunds take ten working days. Soon.\nWrite to us."
    ) == [
        "@",
        "-Refunds take[ seven] days.",
        "+Refunds take[ ten working] days.[ Soon.]",
        " Write to us.",
    ]


def test_lines_that_were_added_or_removed_differ_as_a_whole() -> None:
    assert lines_of("One.\nTwo.\nThree.", "One.\nTwo.\nTwo and a half.\nTwo and more.\nThree.")[3:5] == [
        "+[Two and a half.]",
        "+[Two and more.]",
    ]
    assert lines_of("One.\nTwo.", "One.") == ["@", " One.", "-[Two.]"]


def test_of_unequal_numbers_of_lines_none_is_taken_for_another() -> None:
    assert lines_of("a b\nc d", "a x") == ["@", "-[a b]", "-[c d]", "+[a x]"]


def test_long_lines_differ_as_a_whole() -> None:
    long = "word " * 501
    assert lines_of(long, f"{long}more") == ["@", f"-[{long}]", f"+[{long}more]"]


@pytest.fixture
def page(staff: Any) -> Page:
    """A page with three versions: 'Our first text.', 'Our second text.' and 'Our second text, longer.'"""
    page = Page.objects.order_by("slug")[0]
    for number, text in enumerate(("Our first text.", "Our second text.", "Our second text, <b>longer.")):
        pages.publish(
            page_id=page.pk,
            based_on=page.version + number,
            title=page.title,
            lead="A lead." if number < 2 else "Another lead.",
            text=text,
            by=staff.user,
            at=timezone.now(),
        )
    page.refresh_from_db()
    return page


def compare(client: Client, page: Page, **versions: Any) -> Any:
    return client.get(f"/admin/content/page/{page.pk}/compare/", versions)


@pytest.mark.django_db
def test_any_two_versions_of_a_page_are_compared(admin_client: Client, page: Page) -> None:
    first = page.version - 2
    shown = parse(compare(admin_client, page, older=first, newer=page.version).content.decode())

    assert [heading.text for heading in shown.all("h3")] == ["Lead", "Text"]
    assert [piece.text.strip() for piece in shown.all("del")] == ["A", "first text."]
    assert [piece.text.strip() for piece in shown.all("ins")] == ["Another", "second text, <b>longer."]


@pytest.mark.django_db
def test_the_newest_version_and_the_one_before_are_suggested(admin_client: Client, page: Page) -> None:
    response = compare(admin_client, page)

    form = response.context["form"]
    assert (form["older"].value(), form["newer"].value()) == (page.version - 1, page.version)
    assert response.context["compared"] is None


@pytest.mark.django_db
def test_equal_and_unknown_versions_are_said(admin_client: Client, page: Page) -> None:
    same = compare(admin_client, page, older=1, newer=1)
    unknown = compare(admin_client, page, older=1, newer=99)

    assert "Nothing differs." in same.content.decode()
    assert (unknown.status_code, unknown.context["compared"]) == (200, None)
    assert list(unknown.context["form"].errors) == ["newer"]


@pytest.mark.django_db
def test_whoever_may_not_view_pages_compares_none(page: Page, member: Any) -> None:
    member.user.is_staff = True
    member.user.save()
    client = logged_in(member.user)
    assert compare(client, page).status_code == 403

    member.user.user_permissions.add(Permission.objects.get(codename="view_page"))
    assert compare(logged_in(member.user), page).status_code == 200


@pytest.mark.django_db
def test_the_page_links_its_comparison(admin_client: Client, page: Page) -> None:
    change = admin_client.get(f"/admin/content/page/{page.pk}/change/").content.decode()
    assert f'href="/admin/content/page/{page.pk}/compare/"' in change
