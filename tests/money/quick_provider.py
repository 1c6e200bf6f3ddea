"""A provider that knows two calls and answers each after a set time: what the site costs shows beside it."""

import asyncio
import json
import re
import sys
import time
from contextlib import suppress

DELAY_SECONDS = 0.005
_HEAD = re.compile(rb"(\w+) (\S+) ")
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Provider:
    def __init__(self) -> None:
        self.delay = DELAY_SECONDS
        self.amounts: dict[str, int] = {}

    def answer(self, path: str, body: bytes) -> object:
        if path.startswith("/delay/"):
            self.delay = float(path.removeprefix("/delay/"))
            return {}
        if path == "/v1/orders":
            return self._order(json.loads(body))
        return self._payment(path.rpartition("/")[2])

    def _order(self, wanted: dict[str, object]) -> object:
        name = f"{len(self.amounts):014d}"
        self.amounts[name] = int(str(wanted["amount"]))
        kept = {key: wanted[key] for key in ("amount", "currency", "receipt", "notes")}
        return {**kept, "id": f"order_{name}", "status": "created", "created_at": int(time.time())}

    def _payment(self, payment_id: str) -> object:
        name = payment_id.removeprefix("pay_")
        return {
            "id": payment_id,
            "order_id": f"order_{name}",
            "amount": self.amounts[name],
            "currency": "INR",
            "status": "captured",
            "amount_refunded": 0,
            "created_at": int(time.time()),
        }

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):  # who asked did not wait for the answer
            await self._converse(reader, writer)
        writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await _head(reader):
            found, length = _HEAD.match(head), _LENGTH.search(head)
            assert found is not None
            body = await reader.readexactly(int(length[1])) if length else b""
            path = found[2].decode()
            if not path.startswith("/delay/"):
                await asyncio.sleep(self.delay)
            said = json.dumps(self.answer(path, body)).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ")
            writer.write(str(len(said)).encode() + b"\r\n\r\n" + said)
            await writer.drain()


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


async def main(port: int) -> None:
    server = await asyncio.start_server(Provider().serve, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
