"""Request bodies are JSON objects, whatever the Content-Type and Accept headers say."""

from collections.abc import Iterable, Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class StrictJSONParser(JSONParser):
    """Standard JSON with an object at the top; everything else is a ParseError."""

    # Also without a Content-Type header: there is only one format.
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


class JSONOnlyNegotiation(BaseContentNegotiation):
    """Responds with JSON, whatever the Accept header says."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        return next(iter(parsers), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type
