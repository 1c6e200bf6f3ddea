"""The pages of sessions, series and plans: what a public program may not have."""

from typing import ClassVar

from apps.content.admin.public_parts import PublicPartForm
from apps.live.selectors import publishing
from apps.live.services import prices


class ProgramPartForm(PublicPartForm):
    texts_of = staticmethod(publishing.program_texts)
    owner_path = "program"
    price_field: ClassVar[str]

    def _post_clean(self) -> None:
        super()._post_clean()
        if self.errors or self.price_field not in self.changed_data:
            return
        if refusal := prices.free_refusal(self.instance.program, getattr(self.instance, self.price_field)):
            self.add_error(self.price_field, refusal)
