"""The base classes of all endpoints: method, CSRF, login and input are checked in the same order."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NoReturn, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.datastructures import MultiValueDict
from rest_framework import exceptions as framework
from rest_framework.authentication import CSRFCheck
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from apps.core.api.read_limit import ReadLimit
from apps.core.error_responses import CsrfFailed
from apps.core.errors import Forbidden, NotLoggedIn

if TYPE_CHECKING:
    from django.contrib.auth.models import _User  # the type checker reads AUTH_USER_MODEL for it

SAFE_METHODS = ("GET", "HEAD")


class ApiView(APIView):
    """
    An endpoint for members: a subclass validates its input, calls one service or selector, and responds.

    The order of checks is the contract's: 405, CSRF 403, 401, then 400.
    """

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    checks_csrf = True
    """False only for webhooks, whose bodies are signed."""

    delete_has_body = False
    """For the OpenAPI schema."""

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

    @property
    def person(self) -> "_User":
        """The caller, where the permissions let nobody in without a login."""
        return cast("_User", self.request.user)

    def read(self, serializer: type[Serializer]) -> dict[str, Any]:
        """The body, as the serializer validates it."""
        reader = serializer(data=self.request.data, context=self.get_serializer_context())
        reader.is_valid(raise_exception=True)
        return dict(reader.validated_data)

    def read_query(self, serializer: type[Serializer], *, lists: Collection[str] = ()) -> dict[str, Any]:
        """
        The query parameters, as the serializer validates them.

        Of repeated ones the last counts, except of `lists`, which have all their values.
        """
        params = self.request.query_params
        data = {**params.dict(), **{name: params.getlist(name) for name in lists if name in params}}
        context = {**self.get_serializer_context(), "is_query": True}
        reader = serializer(data=data, context=context)
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
    An endpoint that visitors may call as well.

    A visitor's response may be cached and revalidated by its ETag. A member's may contain personal data,
    so it is never cached.
    """

    permission_classes = [AllowAny]

    def _cache_control(self, response: Response) -> str:
        is_cacheable = (
            self.request.method in SAFE_METHODS
            and response.status_code == 200
            and not self.request.user.is_authenticated
        )
        return "public, max-age=0, must-revalidate" if is_cacheable else "private, no-store"


class PublicList(PublicView):
    """A search, a list or a feed: each request costs queries, so there is a limit."""

    throttle_classes = [ReadLimit]


def check_csrf(request: HttpRequest) -> None:
    """Require the CSRF token from visitors too: login requests can be forged as well."""
    # Django would read the body to look for a form's token. Only the header counts here, and the body is
    # left to the parser.
    request._post, request._files = QueryDict(), MultiValueDict()  # type: ignore[attr-defined]
    if CSRFCheck(_unused_view).process_view(request, _unused_view, (), {}):
        raise CsrfFailed()


def _unused_view(_request: HttpRequest) -> HttpResponse:
    raise AssertionError("CSRFCheck does not call the view")
