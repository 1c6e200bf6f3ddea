from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("pro", "0002_pictures_in_sizes")]

    operations = [migrations.RenameField("subscription", "taken_back_at", "revoked_at")]
