from apps.catalog.models.category import Category
from apps.catalog.models.certificate import Certificate
from apps.catalog.models.course import Course, CourseInstructor
from apps.catalog.models.curriculum import Chapter, Topic
from apps.catalog.models.module_course import ModuleCourse
from apps.catalog.models.note import NoteState, TopicNote
from apps.catalog.models.owner import CourseOwner
from apps.catalog.models.progress import CourseStart, TopicProgress
from apps.catalog.models.quiz import Option, Question
from apps.catalog.models.quiz_attempt import QuizAttempt
from apps.catalog.models.review import Review
from apps.catalog.models.search import SearchDocument, SearchSynonym, SearchWord
from apps.catalog.models.topic_question import TopicQuestion
from apps.catalog.models.wish import WishListItem

__all__ = [
    "Category",
    "Certificate",
    "Chapter",
    "Course",
    "CourseInstructor",
    "CourseOwner",
    "CourseStart",
    "ModuleCourse",
    "NoteState",
    "Option",
    "Question",
    "QuizAttempt",
    "Review",
    "SearchDocument",
    "SearchSynonym",
    "SearchWord",
    "Topic",
    "TopicNote",
    "TopicProgress",
    "TopicQuestion",
    "WishListItem",
]
