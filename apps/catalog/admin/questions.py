"""The questions of a quiz, each with its answers on the same card."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.catalog.models import Question
from apps.catalog.services import owners, quizzes
from apps.catalog.services.quizzes import Answer
from apps.core.changed_fields import ChangedFieldsStackedInline
from apps.core.kept_rows import KeptRowsFormSet, people

MOST_ANSWERS = 6
_LONGEST = 300


class AnswersWidget(forms.Widget):
    """A line for each answer, and beside it the button that makes it the right one."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        answers = list(value or [])
        answers += [Answer(text="", is_right=False)] * (MOST_ANSWERS - len(answers))
        lines = (
            (name, number, "checked" if answer.is_right else "", answer.text, _LONGEST)
            for number, answer in enumerate(answers, start=1)
        )
        return format_html(
            '<ol class="answers">{}</ol>',
            format_html_join(
                "",
                '<li><input type="radio" name="{0}-right" value="{1}" {2} aria-label="Answer {1} is right">'
                '<input type="text" class="vTextField" name="{0}-{1}" value="{3}" maxlength="{4}"'
                ' aria-label="Answer {1}"></li>',
                lines,
            ),
        )

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[Answer]:
        right = data.get(f"{name}-right")
        return [
            Answer(text=data.get(f"{name}-{number}", "").strip(), is_right=right == str(number))
            for number in range(1, MOST_ANSWERS + 1)
        ]

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return f"{name}-1" not in data

    def id_for_label(self, id_: str) -> str:
        return ""


class AnswersField(forms.Field):
    widget = AnswersWidget

    def clean(self, value: list[Answer]) -> list[Answer]:
        given = [answer for answer in value if answer.text]
        if len(given) < 2:
            raise ValidationError("Give at least two answers.")
        if any(answer.is_right and not answer.text for answer in value):
            raise ValidationError("The answer that is marked as right is empty.")
        if not any(answer.is_right for answer in given):
            raise ValidationError("Mark the right answer with the button before it.")
        if len({answer.text for answer in given}) < len(given):
            raise ValidationError("Two answers are the same.")
        if any(len(answer.text) > _LONGEST for answer in given):
            raise ValidationError(f"An answer has at most {_LONGEST} characters.")
        return given

    def has_changed(self, initial: Any, data: Any) -> bool:
        return [answer for answer in data or [] if answer.text] != list(initial or [])


class QuestionForm(forms.ModelForm):
    answers = AnswersField(help_text="Two to six; the button before an answer makes it the right one.")

    class Meta:
        model = Question
        fields = ("text", "answers", "explanation", "position")
        widgets = {
            "text": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
            "explanation": forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance._state.adding:
            self.initial["answers"] = [
                Answer(text=option.text, is_right=option.is_right) for option in self.instance.options.all()
            ]


class QuestionFormSet(KeptRowsFormSet, BaseInlineFormSet):
    def kept_because(self, row: Question) -> str | None:
        count = owners.count(course_id=self.instance.chapter.course_id)
        return f"{people(count, 'own')} Change the question, or archive its topic." if count else None

    def save_new(self, form: Any, commit: bool = True) -> Any:
        question = super().save_new(form, commit=commit)
        quizzes.set_answers(question=question, answers=form.cleaned_data["answers"])
        return question

    def save_existing(self, form: Any, obj: Any, commit: bool = True) -> Any:
        question = super().save_existing(form, obj, commit=commit)
        if "answers" in form.changed_data:
            quizzes.set_answers(question=question, answers=form.cleaned_data["answers"])
        return question


class QuestionInline(ChangedFieldsStackedInline):
    model = Question
    form = QuestionForm
    formset = QuestionFormSet
    extra = 0
    verbose_name_plural = "questions of a quiz"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        rows: QuerySet[Question] = super().get_queryset(request).prefetch_related("options")
        return rows
