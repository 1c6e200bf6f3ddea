"""How the admin shows dates and times. Form inputs keep Django's ISO formats."""

DATE_FORMAT = "j M Y"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "j M Y, g:i A"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, g:i A"
YEAR_MONTH_FORMAT = "M Y"
MONTH_DAY_FORMAT = "j M"
