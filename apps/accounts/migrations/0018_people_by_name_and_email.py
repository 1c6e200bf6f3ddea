import apps.core.prefix_search
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0017_staff_permissions'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='user',
            index=models.Index(apps.core.prefix_search.Folded('name'), name='people_by_name'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(apps.core.prefix_search.Folded('email'), name='people_by_email'),
        ),
    ]
