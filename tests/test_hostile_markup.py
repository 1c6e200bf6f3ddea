"""Whatever staff paste, or somebody who got hold of their account, nothing of it acts on a page."""

from __future__ import annotations

import pytest
from django.apps import apps

from apps.core.model_fields import HtmlField
from tests.hostile import FIELDS, FRAGMENTS, WITHOUT_STORE, faults_in


def test_there_are_a_hundred_fragments_and_more():
    assert len(set(FRAGMENTS)) >= 100


def test_every_column_of_markup_is_judged():
    columns = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, HtmlField) or str(field.help_text).startswith("Markdown")
    }
    # The versions of a page hold what was shown of it, and nobody types there.
    assert columns == set(FIELDS) - {"content.PageVersion.text"}


@pytest.mark.django_db
@pytest.mark.parametrize("field", FIELDS)
def test_nothing_hostile_comes_out_of_a_field(field):
    found = {fragment: faults_in(FIELDS[field](fragment)) for fragment in FRAGMENTS}

    assert {fragment: faults for fragment, faults in found.items() if faults} == {}


@pytest.mark.parametrize("way", WITHOUT_STORE)
def test_nothing_hostile_is_shown_before_it_is_saved(way):
    found = {fragment: faults_in(WITHOUT_STORE[way](fragment)) for fragment in FRAGMENTS}

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
def test_the_judge_sees_what_is_hostile(markup):
    assert faults_in(markup)


def test_the_judge_lets_pass_what_is_not():
    assert faults_in('<p lang="hi">a <a href="/courses" rel="noopener noreferrer">b</a></p>') == []
