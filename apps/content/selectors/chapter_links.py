"""A chapter of the academy as other texts name it."""

from typing import TypedDict

from apps.core.json_types import component


@component("ChapterNeighbourOut")
class ChapterLink(TypedDict):
    title: str
    weburlname: str
    moduleTitle: str
    moduleWeburlname: str
