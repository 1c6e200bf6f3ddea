class ProviderError(Exception):
    """An error response: the HTTP status and the fields of the provider's error object."""

    def __init__(
        self,
        description: str,
        *,
        field: str | None = None,
        status: int = 400,
        code: str = "BAD_REQUEST_ERROR",
        source: str = "business",
        step: str = "payment_initiation",
        reason: str = "input_validation_failed",
    ) -> None:
        super().__init__(description)
        self.description = description
        self.field = field
        self.status = status
        self.code = code
        self.source = source
        self.step = step
        self.reason = reason
