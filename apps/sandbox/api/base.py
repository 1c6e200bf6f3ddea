from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views import View

from apps.sandbox.api import authentication, fault_injection, responses
from apps.sandbox.errors import ProviderError

UNKNOWN_URL = "The requested URL was not found on the server."


class ProviderView(View):
    """
    An endpoint of the provider: authenticates, and turns a ProviderError into a response.

    `names` has the name of each method for fault rules.
    """

    names: ClassVar[Mapping[str, str]] = {}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            authentication.check(request.headers.get("Authorization", ""))
        except ProviderError as error:
            return responses.error(error)
        name = self.names.get(str(request.method).lower(), "")
        return fault_injection.handle(name, lambda: self.respond(request, *args, **kwargs))

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except ProviderError as error:
            return responses.error(error)

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = responses.error(ProviderError(UNKNOWN_URL, status=405))
        response["Allow"] = ", ".join(name.upper() for name in self.http_method_names if hasattr(self, name))
        return response


class UnknownEndpoint(ProviderView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return responses.error(ProviderError(UNKNOWN_URL, status=404))
