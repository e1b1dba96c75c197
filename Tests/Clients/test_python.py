"""The Python client: what it says, what it takes back, and its front for asyncio."""

import asyncio
import concurrent.futures
import inspect
import pickle
import traceback
import unittest
from unittest import mock

from support import DaemonTestCase
from devicesim import AsyncDevice, Device, DeviceError


class PythonClientTests(DaemonTestCase):
    def setUp(self):
        super().setUp()
        self.device = Device.fresh(socket=self.socket, biometryType="touchID")
        self.addCleanup(self.device.close)

    def ask(self):
        """An app's call, whose prompt is up."""
        login = self.device.start(self.device.evaluatePolicy, "owner", "Log in")
        self.device.waitFor("promptShown")
        return login

    def test_cancel_takes_the_request_back_and_the_prompt_goes(self):
        login = self.ask()
        self.assertTrue(login.cancel())
        self.assertTrue(login.cancel(), "a second time changes nothing")
        self.assertIsNone(self.device.getState()["prompt"])
        self.assertTrue(login.cancelled())
        with self.assertRaises(concurrent.futures.CancelledError):
            login.result()

    def test_a_call_that_was_answered_is_not_taken_back(self):
        login = self.ask()
        self.device.matchingFinger()
        self.assertEqual(login.result(5)["method"], "biometry")
        self.assertFalse(login.cancel())

    def test_a_timeout_says_what_had_no_reply_and_how_long(self):
        login = self.ask()
        with self.assertRaises(TimeoutError) as raised:
            login.result(timeout=0.01)
        self.assertEqual(
            str(raised.exception), "no reply to evaluatePolicy within 0.01 seconds; cancel() takes it back")
        self.assertIsInstance(raised.exception, concurrent.futures.TimeoutError)
        self.assertIsNotNone(self.device.getState()["prompt"], "the call goes on")

    def test_a_call_that_takes_too_long_is_taken_back(self):
        self.device.timeout = 0.05
        with self.assertRaises(TimeoutError) as raised:
            self.device.evaluatePolicy("owner", "Log in")
        self.assertIn("no reply to evaluatePolicy within 0.05 seconds, so it was taken back", str(raised.exception))
        self.device.timeout = 30
        self.assertIsNone(self.device.getState()["prompt"])

    def test_a_name_with_a_slip_is_answered_with_the_right_one(self):
        with self.assertRaisesRegex(AttributeError, "no method 'matchingFnger'; did you mean 'matchingFinger'"):
            self.device.matchingFnger()
        with self.assertRaisesRegex(TypeError, "'identiy'; did you mean 'identity'"):
            self.device.match(identiy="x")
        self.assertFalse(hasattr(self.device, "nothing_like_it"))

    def test_what_is_printed_tells_what_it_is(self):
        self.assertEqual(repr(self.device), f"<Device {self.device.name} at {self.socket}>")
        login = self.ask()
        self.assertEqual(repr(login), f"<Pending evaluatePolicy of {self.device!r}: pending>")
        login.cancel()
        self.assertTrue(repr(login).endswith(": cancelled>"))
        failed = self.device.start("matchingFinger")
        concurrent.futures.wait([failed])
        self.assertIn("notDelivered", repr(failed))

    def test_an_error_has_no_frames_of_the_thread_that_reads_and_can_be_sent_to_another_process(self):
        try:
            self.device.start("matchingFinger").result(5)
        except DeviceError as caught:
            error = caught
        names = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
        self.assertEqual(names[1:], ["result"])
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((copy.name, copy.code, str(copy)), ("notDelivered", -32016, str(error)))

    def test_values_may_stand_in_order_in_start_as_in_the_call(self):
        self.assertEqual(self.device.start("setPasscode", "4711").result(5)["changed"], True)
        with self.assertRaisesRegex(TypeError, "too many positional arguments"):
            self.device.start("ping", 1)


class CostTests(DaemonTestCase):
    """What a connection and a call cost, counted."""

    def setUp(self):
        super().setUp()
        self.first = Device(socket=self.socket)
        self.addCleanup(self.first.close)

    def open(self, kind=Device, **given):
        device = kind(socket=self.socket, **given)
        self.addCleanup(device.close)
        return device

    def test_devices_of_one_socket_share_one_class_and_the_second_builds_and_asks_for_nothing(self):
        with mock.patch.object(inspect, "Signature") as signatures, mock.patch.object(Device, "start") as requests:
            second = self.open()
        self.assertIs(type(second), type(self.first))
        self.assertEqual((signatures.call_count, requests.call_count), (0, 0))
        self.assertNotIn("ping", vars(second))
        self.assertIs(type(self.open(type(second))), type(second), "a device made by the class of another")

    def test_fronts_for_asyncio_share_one_class_too(self):
        fronts = [AsyncDevice.of(device) for device in (self.first, self.open())]
        self.assertIs(type(fronts[0]), type(fronts[1]))
        self.assertIsInstance(fronts[0], AsyncDevice)
        self.assertIs(fronts[0].ping.__func__, fronts[1].ping.__func__)
        self.assertTrue(inspect.iscoroutinefunction(fronts[0].ping))
        self.assertEqual(dir(fronts[0]).count("ping"), 1)

    def test_only_a_call_with_a_mistake_is_bound_by_its_signature(self):
        with mock.patch.object(inspect, "Signature", wraps=inspect.Signature) as signatures:
            device = Device.fresh(socket=self.socket, biometryType="touchID")
            self.addCleanup(device.close)
            device.setPasscode("4711")
            device.setPasscode(passcode="1234")
            device.getEvents(since=0)
            self.assertEqual(signatures.call_count, 0)
            for wrong in [lambda: device.setPasscode("1", passcode="2"), lambda: device.setPasscode("1", "2", "3"),
                          lambda: device.waitFor(), lambda: device.match(identiy="x")]:
                with self.assertRaises(TypeError):
                    wrong()
            self.assertEqual(signatures.call_count, 4)

    def test_a_method_tells_its_parameters_without_the_device_that_it_belongs_to(self):
        for method in (self.first.waitFor, AsyncDevice.of(self.first).waitFor):
            self.assertEqual(next(iter(inspect.signature(method).parameters)), "kind")
            self.assertEqual(method.__name__, "waitFor")
            self.assertIn("kind: ", method.__doc__)

    def test_a_class_of_the_users_has_its_own_methods_before_those_of_the_daemon(self):
        class Phone(Device):
            def ping(self):
                return {"own": True, **super().ping()}

        phone = self.open(Phone)
        self.assertIsInstance(phone, Phone)
        self.assertEqual(set(phone.ping()), {"own", "seq"})
        self.assertFalse(phone.getState()["lockedOut"])


class AsyncClientTests(DaemonTestCase):
    def story(self, coroutine):
        asyncio.run(asyncio.wait_for(coroutine, 30))

    def test_calls_overlap_and_events_are_waited_for(self):
        async def story():
            async with AsyncDevice.fresh(socket=self.socket, biometryType="touchID") as device:
                events = device.events(kinds=["promptShown", "lockout"])
                first = asyncio.ensure_future(events.__anext__())
                login = device.start(device.evaluatePolicy, "biometrics", "Log in")
                await device.matchingFinger(whenPrompted=True)
                self.assertEqual((await login)["method"], "biometry")
                self.assertEqual((await first)["kind"], "promptShown")
                await device.setState(lockedOut=True)
                self.assertEqual((await device.next_event())["kind"], "lockout")
                with self.assertRaisesRegex(TimeoutError, "no event within 0.01 seconds"):
                    await device.next_event(timeout=0.01)
                with self.assertRaisesRegex(AttributeError, "did you mean 'matchingFinger'"):
                    await device.matchingFnger()
                with self.assertRaises(DeviceError):
                    await device.matchingFinger()
            with self.assertRaisesRegex(ConnectionError, "is closed"):
                await device.ping()

        self.story(story())

    def test_a_task_that_is_cancelled_takes_its_request_back(self):
        async def story():
            async with AsyncDevice.fresh(socket=self.socket) as device:
                login = asyncio.ensure_future(device.evaluatePolicy("owner", "Log in"))
                await device.waitFor("promptShown")
                login.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await login
                self.assertIsNone((await device.getState())["prompt"])

        self.story(story())

    def test_an_event_that_a_cancelled_task_waited_for_is_not_lost(self):
        async def story():
            async with AsyncDevice.fresh(socket=self.socket) as device:
                await device.call("subscribe", kinds=["lockout"])
                for _ in range(50):
                    waiting = asyncio.ensure_future(device.next_event())
                    await asyncio.sleep(0)
                    await device.setState(lockedOut=True)
                    waiting.cancel()
                    try:
                        event = await waiting
                    except asyncio.CancelledError:
                        event = await device.next_event()
                    self.assertEqual(event["kind"], "lockout")
                    await device.setState(lockedOut=False)

        self.story(story())


if __name__ == "__main__":
    unittest.main()
