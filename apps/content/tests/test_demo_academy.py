import re
from datetime import UTC, datetime

import pytest

from apps.content import chapter_text
from apps.content.models import AcademyChapter, AcademyModule
from apps.content.services import demo_academy

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
FILES = [(module.weburlname, name) for module in demo_academy.MODULES.read() for name in module.chapters]


@pytest.mark.parametrize(("module", "name"), FILES)
class TestChapter:
    def test_length(self, module, name):
        assert 600 <= chapter_text.word_count(demo_academy.read_source(module, name).text) <= 1200

    def test_it_has_one_figure_and_no_errors(self, module, name):
        text = demo_academy.read_source(module, name).text

        assert len(re.findall(r"^\[figure: ", text, re.MULTILINE)) == 1
        assert chapter_text.validation_errors(text) == []
        assert chapter_text.render(text).count("<svg") == 1
        assert "<p>[" not in chapter_text.render(text)

    def test_each_formula_is_explained_in_words(self, module, name):
        blocks = demo_academy.read_source(module, name).text.split("\n\n")

        for place, block in enumerate(blocks):
            if block.startswith("[formula: ") and not blocks[place + 1].startswith("[formula: "):
                assert blocks[place + 1].startswith("In words: "), block

    def test_title_and_summary_fit_their_columns(self, module, name):
        written = demo_academy.read_source(module, name)
        AcademyChapter(
            title=written.title, weburlname=name, summary=written.summary, text=written.text
        ).clean_fields(exclude=["module"])

    def test_it_promises_no_returns(self, module, name):
        text = demo_academy.read_source(module, name).text.lower()

        for word in ("guaranteed", "assured return", "sure-shot", "multibagger", "will double"):
            assert word not in text


def test_each_figure_is_used_by_one_chapter():
    used = [re.findall(r"\[figure: (\S+)\]", demo_academy.read_source(*file).text)[0] for file in FILES]
    assert len(set(used)) == 15


@pytest.mark.django_db
class TestSeeding:
    def test_three_modules_of_five_chapters_are_seeded(self):
        assert demo_academy.seed(NOW) == "15 of 15 chapters and 51 terms added"

        counts = [module.chapters.published().count() for module in AcademyModule.objects.published()]
        assert counts == [5, 5, 5]

    def test_seeding_again_keeps_changes_by_staff(self):
        demo_academy.seed(NOW)
        AcademyModule.objects.filter(weburlname="reading-charts").update(title="Charts", is_published=False)
        AcademyChapter.objects.filter(weburlname="time-frames").update(text="Ours now.", position=9)

        assert demo_academy.seed(NOW) == "0 of 15 chapters and 0 terms added"

        chapter = AcademyChapter.objects.select_related("module").get(weburlname="time-frames")
        assert (chapter.text, chapter.position) == ("Ours now.", 9)
        assert (chapter.module.title, chapter.module.is_published) == ("Charts", False)

    def test_missing_chapter_is_added(self):
        demo_academy.seed(NOW)
        AcademyChapter.objects.get(weburlname="time-frames").delete()

        assert demo_academy.seed(NOW) == "1 of 15 chapters and 0 terms added"
