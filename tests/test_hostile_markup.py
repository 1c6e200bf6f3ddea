"""Markup from the admin is sanitised: nothing in it runs on a page."""

from __future__ import annotations

import pytest
from django.apps import apps

from apps.core.model_fields import HtmlField
from tests.hostile_markup import FIELDS, FRAGMENTS, UNSAVED, faults_in

pytestmark = pytest.mark.once


def test_there_are_at_least_a_hundred_fragments():
    assert len(set(FRAGMENTS)) >= 100


def test_every_markup_column_is_checked():
    columns = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, HtmlField) or str(field.help_text).startswith("Markdown")
    }
    # Versions of a page are copies; nobody edits them.
    assert columns == set(FIELDS) - {"content.PageVersion.text"}


@pytest.mark.django_db
@pytest.mark.parametrize("field", FIELDS)
def test_saved_markup_is_sanitised(field):
    found = {fragment: faults_in(FIELDS[field](fragment)) for fragment in FRAGMENTS}

    assert {fragment: faults for fragment, faults in found.items() if faults} == {}


@pytest.mark.parametrize("source", UNSAVED)
def test_previewed_markup_is_sanitised(source):
    found = {fragment: faults_in(UNSAVED[source](fragment)) for fragment in FRAGMENTS}

    assert {fragment: faults for fragment, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    "markup",
    [
        "<script>x</script>",
        "<p onclick=x>a</p>",
        '<a href="javascript:x">a</a>',
        '<a href="//evil.example">a</a>',
        '<img src="/\\evil.example">',
        "<p style=x>a</p>",
        '<td class="band">a</td>',
        "<!-- a -->",
        "<svg></svg>",
    ],
)
def test_the_checker_finds_hostile_markup(markup):
    assert faults_in(markup)


def test_the_checker_accepts_allowed_markup():
    assert faults_in('<p lang="hi">a <a href="/courses" rel="noopener noreferrer">b</a></p>') == []
