def format_rupees(paise: int) -> str:
    """Format with Indian digit grouping: ₹12,34,567.50."""
    rupees, rest = divmod(paise, 100)
    head, tail = f"{rupees // 1000}", f"{rupees % 1000}"
    groups = [tail.zfill(3) if rupees >= 1000 else tail]
    while head and head != "0":
        groups.insert(0, head[-2:])
        head = head[:-2]
    return f"₹{','.join(groups)}" + (f".{rest:02}" if rest else "")
