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
def test_markdown_becomes_harmless_markup(text, html):
    assert chapter_text.html_of(text) == html


def test_a_table_scrolls_by_itself_and_its_figures_stand_right():
    html = chapter_text.html_of("| Day | Points |\n|---|---:|\n| One | 12 |")

    assert html.startswith('<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    assert '<th scope="col">Day</th>' in html
    assert '<th scope="col" class="number">Points</th>' in html
    assert '<td class="number">12</td>' in html
    assert html.count("<div") == html.count("</div>") == 1


def test_a_table_in_markup_is_framed_as_well():
    html = chapter_text.html_of('<table lang="hi"><tr><td>1</td></tr></table>')

    assert html.count("<div") == html.count("</div>") == 1


def test_a_figure_is_drawn_where_its_line_stands():
    html = chapter_text.html_of("Before.\n\n[figure: one-candle]\n\nAfter.")

    assert html == f"<p>Before.</p>\n{figures.markup('one-candle')}\n<p>After.</p>\n"


def test_a_formula_is_set():
    html = chapter_text.html_of("[formula: a = b / c]")

    assert html.startswith('<div class="formula"><math display="block" alttext="a = b / c">')
    assert "<mfrac>" in html


@pytest.mark.parametrize("line", ["[figure: none]", "[formula: a = (b]", "[figure: <b>x</b>]", "[other: x]"])
def test_what_cannot_be_drawn_stays_a_line(line):
    html = chapter_text.html_of(line)

    assert "<svg" not in html
    assert "<math" not in html


def test_a_formula_cannot_carry_markup():
    html = chapter_text.html_of("[formula: a < b]")

    assert "<mo>&lt;</mo>" in html
    assert 'alttext="a &lt; b"' in html
    assert chapter_text.html_of("[formula: a = &lt;script&gt;]").startswith("<p>")


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
def test_words_are_counted_as_they_are_read(text, count):
    assert chapter_text.word_count(text) == count


def test_problems_name_what_is_missing():
    problems = chapter_text.problems_in("[figure: none]\n\n[formula: a = ]\n\n[figure: one-candle]")

    assert len(problems) == 2
    assert problems[0].startswith("There is no figure 'none'. There are: ownership, ")
    assert problems[1] == "The formula 'a =' cannot be read: something is missing at the end."
