from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.catalog.api.topic_serializers import AnswersIn
from apps.catalog.selectors import topic_access, topics
from apps.catalog.services import quiz_attempts, quizzes
from apps.core.api.schema import failures, success
from apps.core.api.views import PublicView

_REFUSALS = failures(
    {
        401: "Not logged in, and the topic is not a free preview.",
        403: "No access to the course, or its market prices are too recent (`code` is `held_back`).",
    }
)


class TopicDetail(PublicView):
    """
    A topic of a course: its text, its quiz, or short-lived signed URLs of its media.

    A free preview needs neither login nor access.
    """

    @extend_schema(
        operation_id="getTopic", responses=success("TopicAnswer", data=topics.TopicPage) | _REFUSALS
    )
    def get(self, request: Request, key: str, topic_id: str) -> Response:
        topic = topics.topic_page(
            course_key=key, topic_id=topic_id, person=person_of(request), now=timezone.now()
        )
        return Response({"data": topic})

    def _cache_control(self, response: Response) -> str:
        topic = (response.data or {}).get("data")
        if topic and (topic["media"] or topic["attachments"]):
            # Signed URLs expire soon.
            return "private, no-store"
        return super()._cache_control(response)


class TopicAnswers(PublicView):
    """Marks a quiz and explains it. The result is kept among the caller's attempts."""

    @extend_schema(
        operation_id="markQuiz",
        request=AnswersIn,
        responses=success("QuizResultAnswer", data=quizzes.QuizResult) | _REFUSALS,
    )
    def post(self, request: Request, key: str, topic_id: str) -> Response:
        person, now = person_of(request), timezone.now()
        topics.require_login(course_key=key, topic_id=topic_id, person=person, now=now)
        values = self.read(AnswersIn)
        lesson = topics.get_lesson(course_key=key, topic_id=topic_id)
        topic_access.check_access(topic=lesson.topic, person=person, now=now)
        marked = quizzes.mark(topic=lesson.topic, answers=values["answers"])
        if person is not None:
            quiz_attempts.keep(person=person, topic=lesson.topic, result=marked, at=now)
        return Response({"data": marked})
