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
