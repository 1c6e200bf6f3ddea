"""The frame every call stands in."""

from typing import Any

from django.http import HttpRequest
from rest_framework import exceptions as framework
from rest_framework.authentication import CSRFCheck
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from apps.core.errors import NotLoggedIn
from apps.core.failures import CsrfFailed

SAFE_METHODS = ("GET", "HEAD")


class ApiView(APIView):
    """
    One call: it validates, asks or tells one service, and answers.

    The order of refusals is the contract's: 405, then CSRF, then who is asking, then the body.
    """

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if not hasattr(self, str(request.method).lower()):
            raise framework.MethodNotAllowed(str(request.method))
        if request.method not in SAFE_METHODS:
            _check_csrf(request._request)
        super().initial(request, *args, **kwargs)

    def permission_denied(self, request: Request, message: str | None = None, code: str | None = None) -> None:
        if not request.successful_authenticator:
            raise NotLoggedIn()
        super().permission_denied(request, message, code)

    def read(self, serializer: type[Serializer]) -> dict[str, Any]:
        """The body, as the serializer validates it."""
        reader = serializer(data=self.request.data, context=self.get_serializer_context())
        reader.is_valid(raise_exception=True)
        return dict(reader.validated_data)

    def read_query(self, serializer: type[Serializer]) -> dict[str, Any]:
        """The query string, as the serializer validates it; of a name given twice the last counts."""
        reader = serializer(data=self.request.query_params.dict(), context=self.get_serializer_context())
        reader.is_valid(raise_exception=True)
        return dict(reader.validated_data)

    def get_serializer_context(self) -> dict[str, Any]:
        return {"request": self.request, "view": self}

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Response:
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


def _check_csrf(request: HttpRequest) -> None:
    """Demand the token of visitors as well: logging somebody in is worth forging, too."""
    check = CSRFCheck(lambda _request: None)  # type: ignore[arg-type, return-value]
    check.process_request(request)
    if check.process_view(request, None, (), {}):
        raise CsrfFailed()
