from typing import Any

from apps.catalog.states import Language
from apps.core.api.fields import ChoiceField, TextField
from apps.core.api.pagination import PaginationIn
from apps.live.selectors.event_filters import EventFilters


class EventListIn(PaginationIn):
    language = ChoiceField(choices=Language.values, required=False)
    category = TextField(required=False, max_length=60, help_text="The title of a category, as of courses.")


def to_event_filters(values: dict[str, Any]) -> EventFilters:
    return EventFilters(language=values.get("language"), category=values.get("category"))
