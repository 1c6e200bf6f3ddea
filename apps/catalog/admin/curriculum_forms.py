"""The forms of the curriculum page: chapters and their topics."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BaseModelFormSet, modelformset_factory
from django.template.defaultfilters import pluralize
from django.utils.functional import cached_property

from apps.catalog.admin.durations import DurationField
from apps.catalog.models import Chapter, Topic
from apps.catalog.states import ContentType
from apps.core.changed_fields import changed_fields_form, changed_fields_formset
from apps.media.models import Asset, VideoImport
from apps.media.states import AssetKind, ImportStatus

BLANK_CHAPTERS, BLANK_TOPICS = 1, 3
"""Blank rows for browsers without JavaScript."""


class AssetChoices:
    """All videos and PDFs by the name that a row submits; queried once for all rows."""

    DATALIST_ID = "curriculum-files"

    @cached_property
    def by_name(self) -> dict[str, Asset]:
        rows = Asset.objects.filter(kind__in=[AssetKind.VIDEO, AssetKind.PDF]).order_by("-uploaded_at", "-pk")
        rows = rows.select_related("video_import")
        return {asset.choice_name: asset for asset in rows}

    @cached_property
    def _names(self) -> dict[UUID, str]:
        return {asset.pk: name for name, asset in self.by_name.items()}

    def name_by_id(self, identity: UUID) -> str:
        return self._names.get(identity, "")

    def import_of(self, name: str) -> VideoImport | None:
        """The import of the file with this name, unless it is done: how far it is, or why it failed."""
        found = getattr(self.by_name.get(name), "video_import", None)
        return None if found is None or found.status == ImportStatus.DONE else found


class AssetField(forms.CharField):
    """
    A text field with a datalist of all files, which the page contains once.

    A select in each row would repeat the list for every topic.
    """

    choices: AssetChoices

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, **kwargs})
        self.widget.attrs.update({"list": AssetChoices.DATALIST_ID, "autocomplete": "off"})

    def prepare_value(self, value: Any) -> Any:
        return self.choices.name_by_id(value) if isinstance(value, UUID) else value

    def to_python(self, value: Any) -> Any:
        name = super().to_python(value)
        if not name:
            return None
        try:
            return self.choices.by_name[name]
        except KeyError:
            raise ValidationError("Choose a file from the list. If it is missing, upload it first.") from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool((self.prepare_value(initial) or "") != (data or ""))


class _CurriculumRow(forms.ModelForm):
    is_existing = False
    """Whether the row existed when the page was loaded; somebody may have removed it since."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.is_existing and self.instance._state.adding:
            # Instead of the hidden id's 'not a valid choice'.
            self.errors.pop("id", None)
            self.add_error(None, "This row was removed in the meantime. Reload the page.")
        return data

    def clean_position(self) -> int:
        return self.cleaned_data["position"] or 0


class ChapterRow(_CurriculumRow):
    class Meta:
        model = Chapter
        fields = ("title", "position")
        widgets = {"title": forms.TextInput(attrs={"placeholder": "Chapter name"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].required = False

    def has_changed(self) -> bool:
        # A new row counts only if it has a name, not if it has a position only.
        return super().has_changed() and (not self.instance._state.adding or bool(self["title"].data))


class TopicRow(_CurriculumRow):
    chapter_row = forms.ChoiceField(label="Chapter")
    duration_seconds = DurationField(label="Length")
    asset = AssetField(label="File")

    class Meta:
        model = Topic
        fields = ("title", "content_type", "asset", "duration_seconds", "is_free_preview", "position")
        widgets = {"title": forms.TextInput(attrs={"placeholder": "Topic name"})}

    def __init__(
        self,
        *args: Any,
        assets: AssetChoices,
        chapters: Sequence[tuple[str, str]],
        prefixes: dict[UUID, str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].required = False
        self.fields["asset"].choices = assets  # type: ignore[attr-defined]
        self.fields["chapter_row"].choices = chapters  # type: ignore[attr-defined]
        self.initial.setdefault("chapter_row", prefixes.get(self.instance.chapter_id, ""))

    def has_changed(self) -> bool:
        is_filled = bool(self["title"].data or self["asset"].data)
        return super().has_changed() and (not self.instance._state.adding or is_filled)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        content_type, asset = data.get("content_type"), data.get("asset")
        if content_type not in (ContentType.VIDEO, ContentType.PDF):
            data["asset"] = None
        elif asset is None and "asset" in data:
            self.add_error("asset", "Choose a file for this video or PDF.")
        elif content_type == ContentType.VIDEO and asset is not None:
            self._default_length(data, asset)
        return data

    def _default_length(self, data: dict[str, Any], asset: Asset) -> None:
        if "duration_seconds" in data and not data["duration_seconds"]:
            data["duration_seconds"] = asset.duration_seconds
            if not asset.duration_seconds:
                self.add_error("duration_seconds", "Enter the length of the video, such as 12:05.")

    @property
    def video_import(self) -> VideoImport | None:
        field = cast(AssetField, self.fields["asset"])
        return field.choices.import_of(self["asset"].value() or "")

    @property
    def content_summary(self) -> str:
        """How much there is to read or to answer."""
        match self.instance.content_type:
            case ContentType.ARTICLE:
                words = len(self.instance.text.split())
                return f"{words} words" if words else "No text yet"
            case ContentType.QUIZ:
                count = getattr(self.instance, "question_count", 0)
                return f"{count} question{pluralize(count)}" if count else "No questions yet"
        return ""


class _CurriculumFormSet(BaseModelFormSet):
    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        form.fields["DELETE"].label = "Remove"
        form.is_existing = index is not None and index < self.initial_form_count()
        # Unchanged rows are not validated again, which would take two queries for each.
        form.empty_permitted, form.use_required_attribute = True, False

    @property
    def kept(self) -> list[Any]:
        """The rows to keep or add, without removed and blank ones."""
        return [
            form
            for form in self.forms
            if form not in self.deleted_forms and (form in self.initial_forms or form.has_changed())
        ]


ChapterFormSet = modelformset_factory(
    Chapter,
    form=changed_fields_form(ChapterRow),
    formset=changed_fields_formset(_CurriculumFormSet),
    extra=BLANK_CHAPTERS,
    can_delete=True,
)
TopicFormSet = modelformset_factory(
    Topic,
    form=changed_fields_form(TopicRow),
    formset=changed_fields_formset(_CurriculumFormSet),
    extra=BLANK_TOPICS,
    can_delete=True,
)
