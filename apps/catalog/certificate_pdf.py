"""The PDF of a certificate of completion, rendered from templates/certificates."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from qrcode.image.svg import SvgPathFillImage
from qrcode.main import QRCode

from apps.core import pdf, supplier
from apps.core.pdf import long_day, single_line

TEMPLATE = pdf.TEMPLATES / "certificates" / "certificate.typ"


@dataclass(frozen=True, slots=True)
class Document:
    learner_name: str
    course_title: str
    issued_on: date
    code: str
    page_url: str
    """Where everybody can check it."""


def render(document: Document) -> bytes:
    """A PDF that is tagged for screen readers; the same document gives the same bytes."""
    return pdf.render(TEMPLATE, data=template_data(document), dated=document.issued_on)


def template_data(document: Document) -> dict[str, Any]:
    issuer = supplier.current()
    # As SVG, black on white, with the light margin by which readers find it.
    code = QRCode(image_factory=SvgPathFillImage)
    code.add_data(document.page_url, optimize=0)
    return {
        "learner": single_line(document.learner_name),
        "course": single_line(document.course_title),
        "issued": [document.issued_on.year, document.issued_on.month, document.issued_on.day],
        "day": long_day(document.issued_on),
        "code": document.code,
        "url": document.page_url,
        "qr": str(code.make_image().to_string(encoding="unicode")),
        "issuer": single_line(issuer.name),
        "registration": single_line(issuer.registration_number),
    }
