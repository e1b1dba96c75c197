"""aiorpcX, a JSON-RPC library of others, as a client of the daemon."""

import asyncio
import unittest

import aiorpcx
import aiorpcx.rawsocket

from support import Daemon


class Session(aiorpcx.RPCSession):
    """Collects notifications."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.events = []

    async def handle_request(self, request):
        self.events.append((request.method, request.args))


class UnixTransport(aiorpcx.rawsocket.RSTransport):
    """The transport of aiorpcX, which expects every peer to have a host and a port."""

    def connection_made(self, transport):
        self._proxy = "none"
        super().connection_made(transport)


class UnixClient(aiorpcx.rawsocket.RSClient):
    """The client of aiorpcX, over a Unix socket."""

    def __init__(self, path):
        super().__init__(session_factory=Session, transport=UnixTransport)
        self.path = path

    async def create_connection(self):
        return await self.loop.create_unix_connection(self.protocol_factory, self.path)


class AioRPCX(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.daemon = Daemon()

    async def asyncSetUp(self):
        # A busy machine is not worth a warning.
        asyncio.get_running_loop().slow_callback_duration = 60

    def tearDown(self):
        self.assertEqual(self.daemon.stop(), 0)

    async def test_requests(self):
        """Results arrive as results, errors as errors with their code and message."""
        async with UnixClient(self.daemon.path) as session:
            info = await session.send_request("getServerInfo", {})
            self.assertEqual(info["name"], "devicesim")
            await session.send_request("setState", {"failedAttempts": 2})
            self.assertEqual((await session.send_request("getState", {}))["failedAttempts"], 2)
            with self.assertRaises(aiorpcx.RPCError) as caught:
                await session.send_request("tapCancel", {})
            self.assertEqual(caught.exception.code, -32016)
            self.assertIn("no prompt is on screen", caught.exception.message)
            with self.assertRaises(aiorpcx.RPCError) as caught:
                await session.send_request("no such method", {})
            self.assertEqual(caught.exception.code, -32601)

    async def test_concurrency(self):
        """Hundreds of requests at once, one of which waits, each get their own reply."""
        async with UnixClient(self.daemon.path) as session:
            waiting = asyncio.create_task(
                session.send_request("evaluatePolicy", {"policy": "biometrics", "reason": "r"})
            )
            states = await asyncio.gather(
                *(session.send_request("advanceClock", {"seconds": 1}) for _ in range(300))
            )
            self.assertEqual(len({state["seq"] for state in states}), 300)
            self.assertFalse(waiting.done())
            await session.send_request("matchingFace", {"whenPrompted": True})
            self.assertEqual((await waiting)["method"], "biometry")

    async def test_batch(self):
        """A batch gets one reply, in its order, with its errors."""
        async with UnixClient(self.daemon.path) as session:
            async with session.send_batch() as batch:
                batch.add_request("ping", {})
                batch.add_request("tapFallback", {})
                batch.add_notification("lockDevice", {})
                batch.add_request("getState", {})
            first, second, third = batch.results
            self.assertEqual(first, {"seq": 0})
            self.assertIsInstance(second, aiorpcx.RPCError)
            self.assertTrue(third["deviceLocked"])

    async def test_events(self):
        """Notifications arrive with their parameters."""
        async with UnixClient(self.daemon.path) as session:
            await session.send_request("subscribe", {})
            await session.send_request("lockDevice", {})
            await session.send_request("ping", {})
            for _ in range(100):
                if session.events:
                    break
                await asyncio.sleep(0.01)
            method, event = session.events[0]
            self.assertEqual(method, "event")
            self.assertEqual(event["kind"], "deviceLocked")


if __name__ == "__main__":
    unittest.main()
