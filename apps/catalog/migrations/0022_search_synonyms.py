"""The table of synonyms, with those that a search in India needs from the first day."""

import django.db.models.functions.text
from django.db import migrations, models

import apps.core.cache_invalidation

SYNONYMS = (
    ("F&O", "options and futures, options, futures"),
    ("fno", "options and futures, options, futures"),
    ("fo", "options and futures, options, futures"),
    ("derivatives", "options, futures"),
    ("call", "options"),
    ("put", "options"),
    ("demat", "demat account, depository, डीमैट"),
    ("डीमैट", "demat, depository"),
    ("mentor", "mentorship"),
    ("guru", "mentor, mentorship"),
    ("coach", "mentor, mentorship"),
    ("SIP", "systematic investment plan, mutual funds, म्यूचुअल फंड"),
    ("STP", "systematic transfer plan, mutual funds"),
    ("SWP", "systematic withdrawal plan, mutual funds, retirement"),
    ("MF", "mutual funds, म्यूचुअल फंड"),
    ("म्यूचुअल फंड", "mutual funds"),
    ("NAV", "net asset value, mutual funds"),
    ("ELSS", "mutual funds, tax"),
    ("ETF", "exchange traded fund, index funds"),
    ("IPO", "initial public offering, public issue"),
    ("FPO", "follow on offering, public issue"),
    ("P/E", "price earnings, valuation"),
    ("EPS", "earnings per share, annual report"),
    ("ROE", "return on equity, annual report"),
    ("DCF", "discounted cash flow, cash flows"),
    ("FCF", "free cash flow, cash flows"),
    ("free cash flow", "cash flows"),
    ("TA", "technical analysis"),
    ("FA", "fundamental analysis"),
    ("RSI", "relative strength index, technical analysis"),
    ("MACD", "moving averages, technical analysis"),
    ("DMA", "moving averages"),
    ("SL", "stop loss, position size"),
    ("LTCG", "capital gains, tax"),
    ("STCG", "capital gains, tax"),
    ("ITR", "income tax, tax"),
    ("NPS", "national pension system, retirement"),
    ("nifty", "index"),
    ("sensex", "index"),
    ("share", "stock, शेयर"),
    ("stock", "share, शेयर"),
    ("शेयर", "stock, share"),
    ("newbie", "beginner"),
    ("fresher", "beginner"),
    ("expert", "advanced"),
    ("हिंदी", "Hindi"),
    ("हिन्दी", "Hindi"),
    ("मुफ़्त", "free"),
    ("muft", "free"),
)


def seed(apps, schema_editor):
    rows = apps.get_model("catalog", "SearchSynonym").objects.using(schema_editor.connection.alias)
    rows.bulk_create(rows.model(word=word, stands_for=stands_for) for word, stands_for in SYNONYMS)


class Migration(migrations.Migration):
    dependencies = [("catalog", "0021_certificates")]

    operations = [
        migrations.CreateModel(
            name="SearchSynonym",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "word",
                    models.CharField(
                        help_text="What people type, such as 'F&O'. Upper and lower case and punctuation do "
                        "not matter.",
                        max_length=40,
                    ),
                ),
                (
                    "stands_for",
                    models.CharField(
                        help_text="What it finds besides itself: words, or several that belong together, "
                        "separated by commas, such as 'futures, options'. A language, a level and 'free' "
                        "filter the courses.",
                        max_length=200,
                    ),
                ),
            ],
            options={
                "ordering": ("word", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("word"),
                        name="one_search_synonym_a_word",
                        violation_error_message="There is an entry for this word. Add to that one.",
                    )
                ],
            },
            bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
        ),
        migrations.RunPython(seed, migrations.RunPython.noop),
    ]
