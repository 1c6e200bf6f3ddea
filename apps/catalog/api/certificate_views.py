from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.catalog.selectors import certificates as certificate_selectors
from apps.catalog.selectors.certificates import OwnCertificate, PublicCertificate
from apps.catalog.services import certificates
from apps.core import security_headers
from apps.core.api.named_fields import answer
from apps.core.api.schema import created_of, failures, success, success_of
from apps.core.api.views import ApiView, PublicView

_CANNOT_BE_ISSUED = "`not_completed`, or `name_needed`: the profile has no name yet."


class CourseCertificate(ApiView):
    """
    The caller's certificate of completion of a course, by the course's id or slug.

    It stays when access to the course ends, when the course is refunded or restarted, and when topics are
    added to it. Name and title are as of issue.
    """

    @extend_schema(
        operation_id="getCertificate",
        description="The first request issues it.",
        responses=success_of("CertificateAnswer", OwnCertificate)
        | failures({409: f"{_CANNOT_BE_ISSUED} `withdrawn`: POST issues a new one."}),
    )
    def get(self, request: Request, key: str) -> Response:
        row = certificates.get_or_issue(person=self.person, course_key=key, at=timezone.now())
        return answer(certificate_selectors.to_json(row))

    @extend_schema(
        operation_id="issueCertificate",
        description="Issues it, with a new code if it was withdrawn. A valid one stays as it is.",
        request=None,
        responses=created_of("CertificateIssuedAnswer", OwnCertificate, message=str)
        | failures({409: f"{_CANNOT_BE_ISSUED} `revoked`: staff withdrew it."}),
    )
    def post(self, request: Request, key: str) -> Response:
        row = certificates.issue(person=self.person, course_key=key, at=timezone.now())
        fields = certificate_selectors.to_json(row)
        return answer(fields, status=status.HTTP_201_CREATED, message="Your certificate is ready.")

    @extend_schema(
        operation_id="withdrawCertificate",
        description="Its code is then unknown, and the name on it is deleted. Idempotent.",
        responses=success("CertificateWithdrawnAnswer", message=str)
        | failures({409: "`revoked`: staff withdrew it."}),
    )
    def delete(self, request: Request, key: str) -> Response:
        certificates.withdraw(person=self.person, course_key=key, at=timezone.now())
        return Response({"message": "Certificate withdrawn. Its link no longer works."})


class CertificatePdf(ApiView):
    """The PDF of the caller's certificate, which must have been issued."""

    @extend_schema(
        operation_id="getCertificatePdf",
        responses={
            (200, "application/pdf"): OpenApiResponse(
                OpenApiTypes.BINARY, description="The certificate as PDF."
            )
        },
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        code, content = certificate_selectors.own_pdf(person=self.person, course_key=key)
        response = HttpResponse(content, content_type="application/pdf")
        response["Content-Disposition"] = f'inline; filename="certificate-{code}.pdf"'
        security_headers.allow_framing_by_site(response)
        return response


class CertificateCheck(PublicView):
    """
    What a certificate states, for everybody who has its code: the name, the course and the date.

    Of one that staff withdrew: the course and the dates.
    """

    @extend_schema(
        operation_id="checkCertificate",
        responses=success("CertificateCheckAnswer", data=PublicCertificate),
    )
    def get(self, request: Request, code: str) -> Response:
        return Response({"data": certificate_selectors.find_public(code, now=timezone.now())})
