from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("catalog", "0014_assets_are_in_media")]

    operations = [
        migrations.RenameField("topicprogress", "learned", "ranges_by_day"),
        migrations.RenameField("review", "shown_name", "display_name"),
    ]
