"""The frame every call stands in."""

from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.datastructures import MultiValueDict
from rest_framework import exceptions as framework
from rest_framework.authentication import CSRFCheck
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from apps.core.errors import Forbidden, NotLoggedIn
from apps.core.failures import CsrfFailed

SAFE_METHODS = ("GET", "HEAD")


class ApiView(APIView):
    """
    One call: it validates, asks or tells one service, and answers.

    The order of refusals is the contract's: 405, then CSRF, then who is asking, then the body.
    """

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    checks_csrf = True
    """False only where the body itself is signed."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method not in self.allowed_methods:
            raise framework.MethodNotAllowed(str(request.method))
        if self.checks_csrf and request.method not in SAFE_METHODS:
            check_csrf(request._request)
        super().initial(request, *args, **kwargs)

    def permission_denied(
        self, request: Request, message: str | None = None, code: str | None = None
    ) -> NoReturn:
        if not request.successful_authenticator:
            raise NotLoggedIn()
        raise Forbidden()

    def read(self, serializer: type[Serializer]) -> dict[str, Any]:
        """The body, as the serializer validates it."""
        reader = serializer(data=self.request.data, context=self.get_serializer_context())
        reader.is_valid(raise_exception=True)
        return dict(reader.validated_data)

    def read_query(self, serializer: type[Serializer]) -> dict[str, Any]:
        """The query string, as the serializer validates it; of a name given twice the last counts."""
        context = {**self.get_serializer_context(), "is_query": True}
        reader = serializer(data=self.request.query_params.dict(), context=context)
        reader.is_valid(raise_exception=True)
        return dict(reader.validated_data)

    def get_serializer_context(self) -> dict[str, Any]:
        return {"request": self.request, "view": self}

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Cache-Control"] = self._cache_control(response)
        return response

    def _cache_control(self, response: Response) -> str:
        return "private, no-store"


class PublicView(ApiView):
    """
    A call that visitors may make.

    What a visitor reads may be kept and asked for again with its ETag. A member's answer may hold
    what is theirs alone, so it is never kept anywhere.
    """

    permission_classes = [AllowAny]

    def _cache_control(self, response: Response) -> str:
        is_kept = (
            self.request.method in SAFE_METHODS
            and response.status_code == 200
            and not self.request.user.is_authenticated
        )
        return "public, max-age=0, must-revalidate" if is_kept else "private, no-store"


def check_csrf(request: HttpRequest) -> None:
    """Demand the token of visitors as well: logging somebody in is worth forging, too."""
    # Django would read the body in search of a form's token; here the header alone counts, and the body
    # is left to the parser.
    request._post, request._files = QueryDict(), MultiValueDict()  # type: ignore[attr-defined]
    if CSRFCheck(_unasked).process_view(request, _unasked, (), {}):
        raise CsrfFailed()


def _unasked(_request: HttpRequest) -> HttpResponse:
    raise AssertionError("the check asks no view")
