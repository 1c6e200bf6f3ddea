"""The models that moved to `media` and `support` are dropped here; their tables are theirs by now."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('content', '0008_pictures_in_sizes'),
        ('catalog', '0014_assets_are_in_media'),
        ('media', '0001_asset_from_content'),
        ('support', '0001_tickets_and_complaints_from_content'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='Asset'),
                migrations.DeleteModel(name='TicketNote'),
                migrations.DeleteModel(name='Ticket'),
                migrations.DeleteModel(name='ContactMessage'),
                migrations.DeleteModel(name='Complaint'),
            ],
        ),
    ]
