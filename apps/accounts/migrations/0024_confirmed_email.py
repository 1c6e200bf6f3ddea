from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0023_entitlement_by_time")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="confirmed_email",
            field=models.EmailField(
                blank=True,
                default="",
                db_default="",
                editable=False,
                help_text="The address whose link was opened: whoever writes another leaves that unconfirmed.",
                max_length=254,
            ),
        ),
    ]
