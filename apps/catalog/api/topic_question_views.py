from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.catalog.api.note_serializers import NewIdField
from apps.catalog.selectors import topic_questions as selectors
from apps.catalog.services import topic_questions
from apps.core.api.fields import TextField
from apps.core.api.responses import response
from apps.core.api.schema import created, failures, success
from apps.core.api.views import ApiView

_REFUSALS = failures(
    {
        403: "No access to the topic (`no_access`, `held_back`).",
        404: "There is no such topic.",
    }
)


class TopicQuestionIn(serializers.Serializer[Any]):
    _id = NewIdField(help_text="A UUID made by the browser. A second request with it asks nothing twice.")
    text = TextField(
        max_length=topic_questions.MAX_TEXT_LENGTH, help_text="Plain text; HTML is not interpreted."
    )


class TopicQuestions(ApiView):
    """Questions of learners under a topic that the caller can open, with the answers of staff."""

    @extend_schema(
        operation_id="getTopicQuestions",
        responses=success("TopicQuestionsAnswer", data=list[selectors.TopicQuestionLine], totalCount=int)
        | _REFUSALS,
    )
    def get(self, request: Request, topic_id: str) -> Response:
        person = self.person
        return Response(selectors.topic_questions(topic_id=topic_id, person=person, now=timezone.now()))

    @extend_schema(
        operation_id="askTopicQuestion",
        description="Asks a question. Other learners see it once staff have answered it.",
        request=TopicQuestionIn,
        responses=created("TopicQuestionAnswer", message=str, data=response(selectors.TopicQuestionLine))
        | _REFUSALS
        | failures({409: "The caller has asked enough here, or today (`too_many_questions`)."}),
    )
    def post(self, request: Request, topic_id: str) -> Response:
        values = self.read(TopicQuestionIn)
        person = self.person
        question = topic_questions.ask(
            person=person,
            topic_id=topic_id,
            question_id=values["_id"],
            text=values["text"],
            at=timezone.now(),
        )
        message = "Thank you. You will see the answer here."
        data = selectors.question_line(question, person=person)
        return Response({"message": message, "data": data}, status=status.HTTP_201_CREATED)
