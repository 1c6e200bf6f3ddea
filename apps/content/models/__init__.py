from apps.content.models.academy import AcademyChapter, AcademyModule, ChapterQuestion, ChapterRead
from apps.content.models.advert_finding import AdvertFinding
from apps.content.models.audit import ComplianceAudit
from apps.content.models.faq import FaqArticle, FaqGroup, FaqTopic
from apps.content.models.glossary import GlossaryTerm
from apps.content.models.instructor import Instructor
from apps.content.models.page import Page, PageVersion
from apps.content.models.proposed_change import ProposedChange, SecondPersonSettings
from apps.content.models.site_settings import SiteSettings
from apps.content.models.testimonial import Testimonial

__all__ = [
    "AcademyChapter",
    "AcademyModule",
    "AdvertFinding",
    "ChapterQuestion",
    "ChapterRead",
    "ComplianceAudit",
    "FaqArticle",
    "FaqGroup",
    "FaqTopic",
    "GlossaryTerm",
    "Instructor",
    "Page",
    "PageVersion",
    "ProposedChange",
    "SecondPersonSettings",
    "SiteSettings",
    "Testimonial",
]
