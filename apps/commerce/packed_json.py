"""
Compresses a JSON value into a short text, for the notes that the provider keeps with an order.

Ids make up most of it and hardly compress: each is replaced by its 16 bytes, XORed with the id before,
because ids that were created together start alike.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from uuid import UUID

_ID = re.compile(r'"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"')
_PLACE = "\x00"
"""Placeholder of an id; JSON escapes control characters, so it is unambiguous."""

_LENGTH_BYTES = 2
_LARGEST = 64 * 1024
"""Maximum unpacked size, far above any real one."""


def pack(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    ids = [UUID(found).int for found in _ID.findall(text)]
    changes = [now ^ before for before, now in zip([0, *ids], ids, strict=False)]
    raw = len(ids).to_bytes(_LENGTH_BYTES) + b"".join(change.to_bytes(16) for change in changes)
    raw += _ID.sub(_PLACE, text).encode()
    return urlsafe_b64encode(zlib.compress(raw, 9)).rstrip(b"=").decode()


def unpack(text: str) -> Any:
    """:raises ValueError: if the text was not made by `pack`"""
    try:
        unzip = zlib.decompressobj()
        raw = unzip.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), _LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unzip.eof or unzip.unused_data:
        raise ValueError("cut short, or too long")
    count = int.from_bytes(raw[:_LENGTH_BYTES])
    start = _LENGTH_BYTES + 16 * count
    parts = raw[start:].decode().split(_PLACE)
    if len(parts) != count + 1:
        raise ValueError("ids are missing")
    whole, last = [parts[0]], 0
    for place, part in enumerate(parts[1:]):
        begins = _LENGTH_BYTES + 16 * place
        last ^= int.from_bytes(raw[begins : begins + 16])
        whole += [f'"{UUID(int=last)}"', part]
    return json.loads("".join(whole))
