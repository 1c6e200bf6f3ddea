"""How the body of a call is read: JSON objects, taken literally."""

from collections.abc import Iterable, Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class StrictJSONParser(JSONParser):
    """JSON as the standard has it, and an object at the top; whatever the body, it never breaks us."""

    # Clients that forget the header are understood as well: there is one format only.
    media_type = "*/*"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            body = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("The body is nested too deeply.") from error
        if not isinstance(body, dict):
            raise ParseError("The body must be a JSON object.")
        return body


class AlwaysJSON(BaseContentNegotiation):
    """One format goes out, whatever the caller says it accepts."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        return next(iter(parsers), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type
