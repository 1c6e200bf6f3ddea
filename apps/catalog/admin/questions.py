"""The questions of a quiz, each with its answers in one form."""

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
from apps.core.protected_rows import ProtectedRowsFormSet, people

MAX_ANSWERS = 6
_MAX_LENGTH = 300


class AnswersWidget(forms.Widget):
    """A text box for each answer, with a radio button that marks the correct one."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        answers = list(value or [])
        answers += [Answer(text="", is_right=False)] * (MAX_ANSWERS - len(answers))
        lines = (
            (name, number, "checked" if answer.is_right else "", answer.text, _MAX_LENGTH)
            for number, answer in enumerate(answers, start=1)
        )
        return format_html(
            '<ol class="answers plain-list">{}</ol>',
            format_html_join(
                "",
                '<li><input type="radio" name="{0}-right" value="{1}" {2} aria-label="Answer {1} is correct">'
                '<input type="text" class="vTextField" name="{0}-{1}" value="{3}" maxlength="{4}"'
                ' aria-label="Answer {1}"></li>',
                lines,
            ),
        )

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[Answer]:
        right = data.get(f"{name}-right")
        return [
            Answer(text=data.get(f"{name}-{number}", "").strip(), is_right=right == str(number))
            for number in range(1, MAX_ANSWERS + 1)
        ]

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return f"{name}-1" not in data

    def id_for_label(self, id_: str) -> str:
        return ""


class AnswersField(forms.Field):
    widget = AnswersWidget

    def clean(self, value: list[Answer]) -> list[Answer]:
        answers = [answer for answer in value if answer.text]
        if len(answers) < 2:
            raise ValidationError("Enter at least two answers.")
        if any(answer.is_right and not answer.text for answer in value):
            raise ValidationError("The answer marked as correct is empty.")
        if not any(answer.is_right for answer in answers):
            raise ValidationError("Select the correct answer.")
        if len({answer.text for answer in answers}) < len(answers):
            raise ValidationError("Two answers are the same.")
        if any(len(answer.text) > _MAX_LENGTH for answer in answers):
            raise ValidationError(f"An answer can have at most {_MAX_LENGTH} characters.")
        return answers

    def has_changed(self, initial: Any, data: Any) -> bool:
        return [answer for answer in data or [] if answer.text] != list(initial or [])


class QuestionForm(forms.ModelForm):
    answers = AnswersField(help_text="Two to six answers. Select the correct one.")

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


class QuestionFormSet(ProtectedRowsFormSet, BaseInlineFormSet):
    def protection_reason(self, row: Question) -> str | None:
        count = owners.count_owners(course_id=self.instance.chapter.course_id)
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
    verbose_name_plural = "quiz questions"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        rows: QuerySet[Question] = super().get_queryset(request).prefetch_related("options")
        return rows
