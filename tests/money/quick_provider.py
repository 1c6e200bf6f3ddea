"""A fake provider with two endpoints and a fixed response time, for benchmarks of the site."""

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

    def respond(self, path: str, body: bytes) -> object:
        if path.startswith("/delay/"):
            self.delay = float(path.removeprefix("/delay/"))
            return {}
        if path == "/v1/orders":
            return self._order(json.loads(body))
        return self._payment(path.rpartition("/")[2])

    def _order(self, data: dict[str, object]) -> object:
        name = f"{len(self.amounts):014d}"
        self.amounts[name] = int(str(data["amount"]))
        echoed = {key: data[key] for key in ("amount", "currency", "receipt", "notes")}
        return {**echoed, "id": f"order_{name}", "status": "created", "created_at": int(time.time())}

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
        with suppress(ConnectionError):  # the client closed the connection
            await self._handle(reader, writer)
        writer.close()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await _head(reader):
            request_line, length = _HEAD.match(head), _LENGTH.search(head)
            assert request_line is not None
            body = await reader.readexactly(int(length[1])) if length else b""
            path = request_line[2].decode()
            if not path.startswith("/delay/"):
                await asyncio.sleep(self.delay)
            response = json.dumps(self.respond(path, body)).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ")
            writer.write(str(len(response)).encode() + b"\r\n\r\n" + response)
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
