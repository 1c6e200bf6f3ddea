"""The rows of the curriculum page: chapters, and the topics that stand in them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BaseModelFormSet, modelformset_factory

from apps.catalog.admin.lengths import LengthField
from apps.catalog.models import Chapter, Topic
from apps.catalog.states import ContentType
from apps.content.models import Asset
from apps.content.states import AssetKind
from apps.core.changed_fields import changed_fields_form, changed_fields_formset

BLANK_CHAPTERS, BLANK_TOPICS = 1, 3
"""Rows to fill in where the page's script does not run."""


class Shelf:
    """All films and documents by the name under which a row picks them; read once for all rows."""

    NAME = "files-on-the-shelf"

    @cached_property
    def by_name(self) -> dict[str, Asset]:
        rows = Asset.objects.filter(kind__in=[AssetKind.VIDEO, AssetKind.PDF]).order_by("-uploaded_at", "-pk")
        return {self.name_of(asset): asset for asset in rows}

    @cached_property
    def _names(self) -> dict[UUID, str]:
        return {asset.pk: name for name, asset in self.by_name.items()}

    @staticmethod
    def name_of(asset: Asset) -> str:
        """Titles need not differ; with the end of the id they do."""
        return f"{asset.title} ({asset.get_kind_display()}, {asset.pk.hex[-6:]})"

    def name_by_id(self, identity: UUID) -> str:
        return self._names.get(identity, "")


class AssetField(forms.CharField):
    """
    A file, picked from a list that the page holds once for all of its rows.

    A choice in each row would repeat all files two hundred times over.
    """

    shelf: Shelf

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, **kwargs})
        self.widget.attrs.update({"list": Shelf.NAME, "autocomplete": "off"})

    def prepare_value(self, value: Any) -> Any:
        return self.shelf.name_by_id(value) if isinstance(value, UUID) else value

    def to_python(self, value: Any) -> Any:
        name = super().to_python(value)
        if not name:
            return None
        try:
            return self.shelf.by_name[name]
        except KeyError:
            raise ValidationError("Pick a file from the list. Upload it first if it is not there.") from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool((self.prepare_value(initial) or "") != (data or ""))


class _Row(forms.ModelForm):
    is_known = False
    """Whether the page was made with this row; somebody may have removed it since."""

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if self.is_known and self.instance._state.adding:
            # The hidden id would only say that it is no valid choice.
            self.errors.pop("id", None)
            self.add_error(None, "This row was removed meanwhile. Load the page again.")
        return given

    def clean_position(self) -> int:
        return self.cleaned_data["position"] or 0


class ChapterRow(_Row):
    class Meta:
        model = Chapter
        fields = ("title", "position")
        widgets = {"title": forms.TextInput(attrs={"placeholder": "Name of the chapter"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].required = False

    def has_changed(self) -> bool:
        # A new row counts once it has a name: its place alone says nothing.
        return super().has_changed() and (not self.instance._state.adding or bool(self["title"].data))


class TopicRow(_Row):
    chapter_row = forms.ChoiceField(label="Chapter")
    duration_seconds = LengthField(label="Length")
    asset = AssetField(label="File")

    class Meta:
        model = Topic
        fields = ("title", "content_type", "asset", "duration_seconds", "is_free_preview", "position")
        widgets = {"title": forms.TextInput(attrs={"placeholder": "Name of the topic"})}

    def __init__(
        self,
        *args: Any,
        shelf: Shelf,
        chapters: Sequence[tuple[str, str]],
        places: dict[UUID, str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].required = False
        self.fields["asset"].shelf = shelf  # type: ignore[attr-defined]
        self.fields["chapter_row"].choices = chapters  # type: ignore[attr-defined]
        self.initial.setdefault("chapter_row", places.get(self.instance.chapter_id, ""))

    def has_changed(self) -> bool:
        typed = self["title"].data or self["asset"].data
        return super().has_changed() and (not self.instance._state.adding or bool(typed))

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        kind, asset = given.get("content_type"), given.get("asset")
        if kind not in (ContentType.VIDEO, ContentType.PDF):
            given["asset"] = None
        elif asset is None and "asset" in given:
            self.add_error("asset", "A video or a PDF needs its file.")
        elif kind == ContentType.VIDEO and asset is not None:
            self._settle_length(given, asset)
        return given

    def _settle_length(self, given: dict[str, Any], asset: Asset) -> None:
        if "duration_seconds" in given and not given["duration_seconds"]:
            given["duration_seconds"] = asset.duration_seconds
            if not asset.duration_seconds:
                self.add_error("duration_seconds", "Say how long the film lasts, such as 12:05.")

    @property
    def remark(self) -> str:
        """What is behind the row: how much there is to read or to answer."""
        match self.instance.content_type:
            case ContentType.ARTICLE:
                words = len(self.instance.text.split())
                return f"{words} words" if words else "No text yet"
            case ContentType.QUIZ:
                count = getattr(self.instance, "question_count", 0)
                return f"{count} questions" if count else "No questions yet"
        return ""


class _Rows(BaseModelFormSet):
    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        form.fields["DELETE"].label = "Remove"
        form.is_known = index is not None and index < self.initial_form_count()
        # A row that nobody changed is not checked again, which would ask the database twice for each.
        form.empty_permitted, form.use_required_attribute = True, False

    @property
    def kept(self) -> list[Any]:
        """The rows that shall stay or come; blank new ones are none."""
        return [
            form
            for form in self.forms
            if form not in self.deleted_forms and (form in self.initial_forms or form.has_changed())
        ]


ChapterRows = modelformset_factory(
    Chapter,
    form=changed_fields_form(ChapterRow),
    formset=changed_fields_formset(_Rows),
    extra=BLANK_CHAPTERS,
    can_delete=True,
)
TopicRows = modelformset_factory(
    Topic,
    form=changed_fields_form(TopicRow),
    formset=changed_fields_formset(_Rows),
    extra=BLANK_TOPICS,
    can_delete=True,
)
