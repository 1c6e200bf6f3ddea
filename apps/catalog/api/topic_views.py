from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.catalog.api.topic_serializers import AnswersIn, MarkedOut, TopicOut
from apps.catalog.selectors import topic_access, topics
from apps.catalog.services import quizzes
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import PublicView

_REFUSALS = refusals(
    {
        401: "Nobody is logged in, and the topic is no free preview.",
        403: "No access to the course, or the prices are too young (`code` is `held_back`).",
    }
)


class TopicDetail(PublicView):
    """
    One topic of a course: its text, its quiz, or short-lived addresses of its media.

    A free preview needs neither a login nor access.
    """

    @extend_schema(operation_id="getTopic", responses=answer_of("TopicAnswer", data=TopicOut()) | _REFUSALS)
    def get(self, request: Request, key: str, topic_id: str) -> Response:
        topic = topics.opened(course_key=key, topic_id=topic_id, person=_person(request), now=timezone.now())
        return Response({"data": topic})

    def _cache_control(self, response: Response) -> str:
        topic = (response.data or {}).get("data")
        if topic and (topic["media"] or topic["attachments"]):
            # A signed address is for one moment.
            return "private, no-store"
        return super()._cache_control(response)


class TopicAnswers(PublicView):
    """Marks a quiz and explains it; nothing is stored."""

    @extend_schema(
        operation_id="markQuiz",
        request=AnswersIn,
        responses=answer_of("MarkedAnswer", data=MarkedOut()) | _REFUSALS,
    )
    def post(self, request: Request, key: str, topic_id: str) -> Response:
        person = _person(request)
        topics.refuse_strangers(course_key=key, topic_id=topic_id, person=person)
        values = self.read(AnswersIn)
        found = topics.lesson(course_key=key, topic_id=topic_id)
        topic_access.check(topic=found.topic, person=person, now=timezone.now())
        return Response({"data": quizzes.mark(topic=found.topic, answers=values["answers"])})


def _person(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None
