"""What people type in Hindi for words of the trade, and in English for what courses call otherwise."""

from django.db import migrations

SYNONYMS = (
    ("ऑप्शन", "options"),
    ("ऑप्शंस", "options"),
    ("ऑप्शन्स", "options"),
    ("फ्यूचर", "futures"),
    ("एफएंडओ", "options and futures, options, futures"),
    ("एसआईपी", "systematic investment plan, mutual funds, म्यूचुअल फंड"),
    ("आईपीओ", "IPO, initial public offering, public issue"),
    ("ईटीएफ", "exchange traded fund, index funds"),
    ("निफ्टी", "nifty, index"),
    ("कैंडल", "candle, candlestick"),
    ("कैंडलस्टिक", "candlestick"),
    ("candle stick", "candlestick"),
    ("candel stik", "candlestick"),
    ("चार्ट", "chart"),
    ("टैक्स", "tax"),
    ("tax on shares", "capital gains, tax"),
    ("tax on stocks", "capital gains, tax"),
    ("डिविडेंड", "dividend"),
    ("ट्रेडिंग", "trading"),
    ("मार्केट", "market, बाज़ार"),
    ("स्टॉक", "stock, share, शेयर"),
    ("निवेश", "investing, investment"),
    ("nivesh", "investing, investment, निवेश"),
    ("जोखिम", "risk"),
    ("रिस्क", "risk"),
    ("risk management", "risk, position size"),
    ("risk managment", "risk, position size"),
    ("paisa", "money, पैसा"),
    ("paise", "money, पैसा"),
)


def seed(apps, schema_editor):
    """What staff entered stays."""
    rows = apps.get_model("catalog", "SearchSynonym").objects.using(schema_editor.connection.alias)
    rows.bulk_create(
        (rows.model(word=word, stands_for=stands_for) for word, stands_for in SYNONYMS), ignore_conflicts=True
    )


def remove(apps, schema_editor):
    rows = apps.get_model("catalog", "SearchSynonym").objects.using(schema_editor.connection.alias)
    for word, stands_for in SYNONYMS:
        rows.filter(word=word, stands_for=stands_for).delete()


class Migration(migrations.Migration):
    dependencies = [("catalog", "0036_approvals_are_for_texts")]

    operations = [migrations.RunPython(seed, remove)]
