import re

import pytest

from apps.content import chapter_text, figures


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Two *words*.", "<p>Two <em>words</em>.</p>\n"),
        ("# Not a second title", "<h2>Not a second title</h2>\n"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"),
        ("H<sub>2</sub>O", "<p>H<sub>2</sub>O</p>\n"),
        ("[here](/courses)", '<p><a href="/courses" rel="noopener noreferrer">here</a></p>\n'),
        ("[here](javascript:alert(1))", '<p><a rel="noopener noreferrer">here</a></p>\n'),
        ("[here](//evil.example)", '<p><a rel="noopener noreferrer">here</a></p>\n'),
        ("<script>alert(1)</script>", ""),
        ('<p onclick="x()">Text</p>', "<p>Text</p>"),
        ("5 < 6", "<p>5 &lt; 6</p>\n"),
    ],
)
def test_markdown_becomes_sanitised_html(text, html):
    assert chapter_text.render(text) == html


@pytest.mark.parametrize(("brackets", "links"), [(2_000, 1), (2_001, 0)])
def test_a_text_of_thousands_of_brackets_has_no_links(brackets: int, links: int) -> None:
    html = chapter_text.render("[" * (brackets - 2) + "\n\n[here](/courses)\n\n[figure: none]")

    assert html.count("<a ") == links
    assert html.startswith(f"<p>{'[' * (brackets - 2)}</p>")
    assert html.endswith("<p>[figure: none]</p>\n")


def test_table_is_scrollable_and_numbers_are_right_aligned():
    html = chapter_text.render("| Day | Points |\n|---|---:|\n| One | 12 |")

    assert html.startswith('<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    assert '<th scope="col">Day</th>' in html
    assert '<th scope="col" class="number">Points</th>' in html
    assert '<td class="number">12</td>' in html
    assert html.count("<div") == html.count("</div>") == 1


def test_html_table_is_wrapped_as_well():
    html = chapter_text.render('<table lang="hi"><tr><td>1</td></tr></table>')

    assert html.count("<div") == html.count("</div>") == 1


def test_figure_is_inserted():
    html = chapter_text.render("Before.\n\n[figure: one-candle]\n\nAfter.")

    assert html == f"<p>Before.</p>\n{figures.markup('one-candle')}\n<p>After.</p>\n"


def test_formula_becomes_mathml():
    html = chapter_text.render("[formula: a = b / c]")

    assert html.startswith('<div class="formula"><math display="block" alttext="a = b / c">')
    assert "<mfrac>" in html


@pytest.mark.parametrize("line", ["[figure: none]", "[formula: a = (b]", "[figure: <b>x</b>]", "[other: x]"])
def test_unknown_figure_or_formula_stays_text(line):
    html = chapter_text.render(line)

    assert "<svg" not in html
    assert "<math" not in html


def test_formula_cannot_contain_html():
    html = chapter_text.render("[formula: a < b]")

    assert "<mo>&lt;</mo>" in html
    assert 'alttext="a &lt; b"' in html
    assert chapter_text.render("[formula: a = &lt;script&gt;]").startswith("<p>")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("One two, three.", 3),
        ("It's ₹1,23,456.00 at 9:15", 4),
        ("## Head\n\n[figure: one-candle]\n\n<em>two</em> words", 3),
        ("दाम और जोखिम", 3),
    ],
)
def test_word_count(text, count):
    assert chapter_text.word_count(text) == count


def test_validation_errors():
    errors = chapter_text.validation_errors("[figure: none]\n\n[formula: a = ]\n\n[figure: one-candle]")

    assert len(errors) == 2
    assert errors[0].startswith("There is no figure 'none'. Available figures: ownership, ")
    assert errors[1] == "The formula 'a =' is invalid: something is missing at the end."


def test_headings_are_numbered_and_listed_as_plain_text():
    html = chapter_text.render("## *T* & T+1\n\nA.\n\n### Smaller\n\n## <b>Second</b> `x`\n\n## T & T+1")

    assert chapter_text.headings(html) == ["T & T+1", "Second x", "T & T+1"]
    numbered = chapter_text.number_headings(html)
    assert re.findall(r'<h2 id="(part-[0-9]+)">', numbered) == ["part-1", "part-2", "part-3"]
    assert "<h3>Smaller</h3>" in numbered


def test_a_text_without_headings_has_no_parts():
    assert chapter_text.headings("<p>One.</p>") == []
    assert chapter_text.number_headings("<p>One.</p>") == "<p>One.</p>"


def test_a_heading_cannot_bring_an_id_of_its_own():
    html = chapter_text.render('<h2 id="root" onclick="x">Hello</h2>')

    assert chapter_text.number_headings(html).strip() == '<h2 id="part-1">Hello</h2>'
