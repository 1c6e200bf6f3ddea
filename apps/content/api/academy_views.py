from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.content.api.academy_serializers import ChapterAnswersIn, ChapterReadOut
from apps.content.selectors import academy, public
from apps.content.selectors import academy as selector
from apps.content.services import academy as service
from apps.core.api.schema import failures, success
from apps.core.api.views import ApiView, PublicList, PublicView


class Academy(PublicList):
    """The academy's modules and chapters in their order."""

    @extend_schema(operation_id="getAcademy", responses=success("AcademyAnswer", data=public.AcademyModules))
    def get(self, request: Request) -> Response:
        return Response(public.academy(person=person_of(request)))


class Glossary(PublicList):
    """The terms of the academy's glossary, A to Z."""

    @extend_schema(
        operation_id="getAcademyGlossary", responses=success("GlossaryAnswer", data=public.Glossary)
    )
    def get(self, request: Request) -> Response:
        return Response(public.academy_glossary())


class Chapter(PublicView):
    """One chapter, with its neighbours."""

    @extend_schema(
        operation_id="getAcademyChapter",
        responses=success("ChapterAnswer", data=academy.ChapterPage),
    )
    def get(self, request: Request, module_key: str, key: str) -> Response:
        return Response(public.chapter(module_key=module_key, key=key, person=person_of(request)))


class MarkChapterRead(ApiView):
    """Marks a chapter as read. Idempotent."""

    @extend_schema(
        operation_id="noteChapterRead",
        request=None,
        responses=success("ChapterReadAnswer", message=str, data=ChapterReadOut()),
    )
    def post(self, request: Request, module_key: str, key: str) -> Response:
        chapter_id = selector.chapter_id(module_key=module_key, key=key)
        service.mark_read(person=self.person, chapter_id=chapter_id, at=timezone.now())
        return Response({"message": "Marked as read.", "data": {"_id": str(chapter_id), "isRead": True}})


class ChapterAnswers(PublicView):
    """Marks the answers to the questions at the end of a chapter."""

    @extend_schema(
        operation_id="answerChapter",
        request=ChapterAnswersIn,
        responses=success("ChapterResultAnswer", data=service.ChapterResult)
        | failures({404: "There is no such chapter, or it has no questions (`quiz_unknown`)."}),
    )
    def post(self, request: Request, module_key: str, key: str) -> Response:
        chapter_id = selector.chapter_id(module_key=module_key, key=key)
        marked = service.mark_answers(
            person=person_of(request),
            chapter_id=chapter_id,
            answers=self.read(ChapterAnswersIn)["answers"],
            at=timezone.now(),
        )
        return Response({"data": marked})
