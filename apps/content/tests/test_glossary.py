import re
import time

import pytest
from django.core.exceptions import ValidationError

from apps.content import chapter_text
from apps.content.glossary import Term, link_terms
from apps.content.selectors import academy
from apps.content.services import demo_academy
from apps.content.tests.factories import AcademyChapterFactory, GlossaryTermFactory

MARGIN = Term("margin", ("Margin", "margins"))
STOP = Term("stop", ("Stop",))
STOP_ORDER = Term("stop-order", ("Stop order",))
STT = Term("stt", ("STT",))
FNO = Term("fno", ("F&O",))


def link(key, text):
    return f'<a class="term" href="/academy/glossary#term-{key}">{text}</a>'


def linked(html, *terms):
    return re.sub(
        r'<a class="term" href="/academy/glossary#term-([\w-]+)">([^<]*)</a>',
        r"{\1:\2}",
        link_terms(html, terms)[0],
    )


def test_an_occurrence_becomes_a_link():
    html, found = link_terms("<p>The margin is due.</p>", [MARGIN, STOP])

    assert html == f"<p>The {link('margin', 'margin')} is due.</p>"
    assert found == ["margin"]


def test_only_the_first_of_a_section_does():
    html = "<p>Margin, margins.</p><ul><li>margin</li></ul><h2>Two</h2><p>Margins</p>"

    assert linked(html, MARGIN) == (
        "<p>{margin:Margin}, margins.</p><ul><li>margin</li></ul><h2>Two</h2><p>{margin:Margins}</p>"
    )


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Margin</h2>",
        '<h2 id="part-1">The <em>margin</em></h2>',
        "<h3>Margin</h3>",
        '<p><a href="/x">the margin</a></p>',
        "<p><code>margin</code></p>",
        "<pre><code>margin</code></pre>",
        "<table><tr><th>Margin</th></tr></table>",
        '<figure><svg><path d="M0"/><text>margin</text></svg> <figcaption>margin</figcaption></figure>',
        '<div class="formula"><math><mi>margin</mi></math></div>',
        '<p title="a > margin">x</p>',
        "<p>marginal premargin margin-free pre-margin margin/loss</p>",
        "<p>mar&shy;gin</p>",
    ],
)
def test_these_stay_as_they_are(html):
    assert link_terms(html, [MARGIN]) == (html, [])


def test_words_after_such_an_element_are_found():
    assert linked("<p><code>margin</code> margin</p>", MARGIN) == "<p><code>margin</code> {margin:margin}</p>"


def test_the_longer_term_comes_first():
    html = "<p>A stop\norder, then a stop.</p>"

    assert linked(html, STOP, STOP_ORDER) == "<p>A {stop-order:stop\norder}, then a {stop:stop}.</p>"
    assert linked("<p>Stop, order. Stop</p>", STOP_ORDER) == "<p>Stop, order. Stop</p>"


def test_capitals_inside_a_term_must_match():
    assert linked("<p>stt, STT's, F&amp;O &amp; f&amp;o</p>", STT, FNO) == (
        "<p>stt, {stt:STT}'s, {fno:F&amp;O} &amp; f&amp;o</p>"
    )


def test_markup_in_a_text_stays_text():
    html = "<p>&lt;b&gt; margin &lt;script&gt; &amp;lt;</p>"

    assert linked(html, MARGIN) == "<p>&lt;b&gt; {margin:margin} &lt;script&gt; &amp;lt;</p>"


def test_many_terms_and_a_long_text_take_no_longer():
    terms = [Term(f"t{n}", tuple(f"word {n} {m}" for m in range(10))) for n in range(500)]
    html = "<p>" + "word 499 8 word x " * 3000 + "</p>"

    started = time.process_time()
    html, found = link_terms(html, terms)
    assert found == ["t499"]
    assert time.process_time() - started < 3


@pytest.mark.django_db
class TestChapter:
    def test_without_terms_nothing_changes(self):
        row = AcademyChapterFactory(text="## One\n\nThe margin.")

        shown = academy.chapter(module_key=row.module.weburlname, key=row.weburlname, person=None)

        assert shown["html"] == '<h2 id="part-1">One</h2>\n<p>The margin.</p>\n'
        assert shown["terms"] == []

    def test_it_brings_the_terms_in_it(self, api):
        row = AcademyChapterFactory(title="Futures", text="## Margin\n\nThe margin. [formula: margin = a]")
        draft = AcademyChapterFactory(is_published=False)
        margin = GlossaryTermFactory(term="Margin", weburlname="margin", definition="<b>", chapter=row)
        GlossaryTermFactory(term="Lot", weburlname="lot", chapter=draft)

        shown = api.get(f"/api/academy/{row.module.weburlname}/{row.weburlname}").json()["data"]
        listed = api.get("/api/academy/glossary").json()["data"]["terms"]

        assert link("margin", "margin") in shown["html"]
        assert shown["terms"] == [
            {
                "_id": str(margin.pk),
                "term": "Margin",
                "weburlname": "margin",
                "definition": "<b>",
                "chapter": {
                    "title": "Futures",
                    "weburlname": row.weburlname,
                    "moduleTitle": row.module.title,
                    "moduleWeburlname": row.module.weburlname,
                },
            }
        ]
        assert [(term["term"], bool(term["chapter"])) for term in listed] == [
            ("Lot", False),
            ("Margin", True),
        ]

    def test_queries_do_not_grow_with_the_terms(self, api, django_assert_num_queries):
        for _ in range(3):
            GlossaryTermFactory(chapter=AcademyChapterFactory())

        with django_assert_num_queries(1):
            assert len(api.get("/api/academy/glossary").json()["data"]["terms"]) == 3

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"term": "…"}, "term"),
            ({"aliases": ["!"]}, "aliases"),
            ({"aliases": ["a"] * 11}, "aliases"),
            ({"aliases": ["a" * 61]}, "aliases"),
        ],
    )
    def test_staff_cannot_enter_what_no_text_can_contain(self, changed, field):
        with pytest.raises(ValidationError) as refused:
            GlossaryTermFactory.build(**changed).full_clean()

        assert set(refused.value.error_dict) == {field}


def test_each_demo_term_is_in_a_chapter():
    entries = demo_academy.GLOSSARY.read()
    terms = [Term(entry.term, (entry.term, *entry.aliases)) for entry in entries]
    found = set()
    for module in demo_academy.MODULES.read():
        for name in module.chapters:
            html = chapter_text.render(demo_academy.read_source(module.weburlname, name).text)
            found.update(link_terms(html, terms)[1])

    assert len(terms) >= 25
    assert found == {term.key for term in terms}
    known = {name for module in demo_academy.MODULES.read() for name in module.chapters}
    assert {entry.chapter for entry in entries if entry.chapter} <= known
