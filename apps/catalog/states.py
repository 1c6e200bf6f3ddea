"""The closed sets of the catalogue. Their values are what the wire carries and people read."""

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
    """What a topic is, as the wire names it."""

    VIDEO = "video"
    ARTICLE = "article"
    PDF = "pdf", "PDF"
    QUIZ = "quiz"


class ReviewStatus(TextChoices):
    WAITING = "waiting", "Waiting"
    PUBLISHED = "published", "Published"
    REFUSED = "refused", "Refused"


class BookedStatus(TextChoices):
    """How far somebody is with a course of theirs."""

    NOT_STARTED = "notStarted"
    ONGOING = "ongoing"
    COMPLETED = "completed"
