from django.db import migrations, models


def add_provider(model_name, help_text):
    """
    Rows there are, and rows of the release that runs meanwhile, were made with the only provider so far.

    The database fills the column for them. The model has no default: new code names the provider.
    """
    options = {"max_length": 20, "help_text": help_text}
    return migrations.SeparateDatabaseAndState(
        database_operations=[
            migrations.AddField(model_name, "provider", models.CharField(db_default="razorpay", **options))
        ],
        state_operations=[migrations.AddField(model_name, "provider", models.CharField(**options))],
    )


class Migration(migrations.Migration):
    dependencies = [("commerce", "0015_plain_labels")]

    operations = [
        add_provider("order", "Name of the gateway; for good."),
        add_provider("gatewayevent", "Name of the gateway."),
    ]
