"""The choices of the catalogue. Their values are used in the JSON."""

from django.db.models import TextChoices


class Level(TextChoices):
    BEGINNER = "Beginner"
    INTERMEDIATE = "Intermediate"
    ADVANCED = "Advanced"


class Language(TextChoices):
    ENGLISH = "English"
    HINDI = "Hindi"
    BENGALI = "Bengali"
    GUJARATI = "Gujarati"
    KANNADA = "Kannada"
    MARATHI = "Marathi"
    TAMIL = "Tamil"
    TELUGU = "Telugu"

    @property
    def code(self) -> str:
        """By BCP 47: 'hi'."""
        return _LANGUAGE_CODES[self]


_LANGUAGE_CODES = {
    Language.ENGLISH: "en",
    Language.HINDI: "hi",
    Language.BENGALI: "bn",
    Language.GUJARATI: "gu",
    Language.KANNADA: "kn",
    Language.MARATHI: "mr",
    Language.TAMIL: "ta",
    Language.TELUGU: "te",
}


class Icon(TextChoices):
    CANDLES = "candles"
    LINE = "line"
    OPTIONS = "options"
    PIE = "pie"
    SHIELD = "shield"
    COINS = "coins"
    GLOBE = "globe"
    BOOK = "book"


class Price(TextChoices):
    FREE = "free"
    PRO = "pro"
    PAID = "paid"


class Sort(TextChoices):
    POPULAR = "popular"
    NEWEST = "newest"
    RATING = "rating"
    PRICE_LOW = "priceLow"
    PRICE_HIGH = "priceHigh"


class ContentType(TextChoices):
    VIDEO = "video"
    ARTICLE = "article"
    PDF = "pdf", "PDF"
    QUIZ = "quiz"


class ReviewStatus(TextChoices):
    PENDING = "waiting", "Pending"
    PUBLISHED = "published", "Published"
    REJECTED = "refused", "Rejected"


class EnrolmentStatus(TextChoices):
    """How far a person is with a course that they enrolled in."""

    NOT_STARTED = "notStarted"
    ONGOING = "ongoing"
    COMPLETED = "completed"


class Pricing(TextChoices):
    """How people get a course."""

    FREE = "free"
    PAID = "paid"
    PRO = "pro"
    PRO_OR_PAID = "proOrPaid"

    @classmethod
    def of(cls, *, is_pro: bool, price_paise: int) -> "Pricing":
        if is_pro:
            return cls.PRO_OR_PAID if price_paise else cls.PRO
        return cls.PAID if price_paise else cls.FREE

    @property
    def includes_pro(self) -> bool:
        return self in (Pricing.PRO, Pricing.PRO_OR_PAID)


class CourseAction(TextChoices):
    """What a person can do with a course."""

    START = "start"
    CONTINUE = "continue"
    WATCH_AGAIN = "watchAgain"
    ENROL = "enrol"
    ENROL_WITH_PRO = "enrolWithPro"
    GET_PRO = "getPro"
    BUY = "buy"


class NotOpen(TextChoices):
    """Why a course does not open."""

    NO_TOPICS = "noTopics"
    NEEDS_PRO = "needsPro"
    ACCESS_ENDED = "accessEnded"
    NOT_ENROLLED = "notEnrolled"


class TopicAccess(TextChoices):
    """How a topic opens: in the player, as a free preview, or not at all."""

    OPEN = "open"
    PREVIEW = "preview"
    LOCKED = "locked"
