"""Amounts in words, in the Indian style of lakh and crore."""

_SMALL = [
    *("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"),
    *("Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen"),
    "Nineteen",
]
_TENS = ["Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"]
_UNITS = ((10_000_000, "Crore"), (100_000, "Lakh"), (1_000, "Thousand"), (100, "Hundred"))


def amount(paise: int) -> str:
    """123456_50 as 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only'."""
    if paise < 0:
        raise ValueError("An amount in words cannot be negative")
    rupees, rest = divmod(paise, 100)
    part = f" and {number(rest)} {'Paisa' if rest == 1 else 'Paise'}" if rest else ""
    return f"Rupees {number(rupees)}{part} Only"


def number(count: int) -> str:
    """A whole number from zero up. Crores above 99 are written in lakh and crore as well."""
    words: list[str] = []
    for size, name in _UNITS:
        many, count = divmod(count, size)
        if many:
            words += [number(many), name]
    if count or not words:
        words.append(_below_hundred(count))
    return " ".join(words)


def _below_hundred(count: int) -> str:
    if count < len(_SMALL):
        return _SMALL[count]
    tens, ones = divmod(count, 10)
    return f"{_TENS[tens - 2]}-{_SMALL[ones]}" if ones else _TENS[tens - 2]
