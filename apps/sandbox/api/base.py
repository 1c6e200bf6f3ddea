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
    A call of the provider: authenticated first, and refused with its error object.

    `names` says what each method is called where tests make it fail.
    """

    names: ClassVar[Mapping[str, str]] = {}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            authentication.check(request.headers.get("Authorization", ""))
        except ProviderError as refusal:
            return responses.error(refusal)
        name = self.names.get(str(request.method).lower(), "")
        return fault_injection.call(name, lambda: self.answer(request, *args, **kwargs))

    def answer(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except ProviderError as refusal:
            return responses.error(refusal)

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = responses.error(ProviderError(UNKNOWN_URL, status=405))
        response["Allow"] = ", ".join(name.upper() for name in self.http_method_names if hasattr(self, name))
        return response


class UnknownCall(ProviderView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return responses.error(ProviderError(UNKNOWN_URL, status=404))
