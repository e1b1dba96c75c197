# Made by Protocol/clients/generate from Protocol/openrpc.json; do not edit.
from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any, Literal, TypedDict, TypeVar, overload

from typing_extensions import NotRequired, ParamSpec, Self, Unpack

P = ParamSpec("P")
R = TypeVar("R")

class DeviceError(Exception):
    code: int
    name: ErrorName
    domain: str
    message: str
    data: dict[str, Any]

class Pending(Future[R]):
    device: Device
    method: str
    id: int

class Device:
    name: str | None
    timeout: float | None
    path: str
    def __init__(self, name: str | None = None, *, socket: str | None = None, timeout: float | None = 30) -> None: ...
    @classmethod
    def fresh(
        cls, *, socket: str | None = None, timeout: float | None = 30, clock: Literal["real", "manual"] = "real",
        **state: Unpack[StatePatch],
    ) -> Self: ...
    @overload
    def start(self, method: Callable[P, R], /, *values: P.args, **params: P.kwargs) -> Pending[R]: ...
    @overload
    def start(self, method: str, /, *values: Any, **params: Any) -> Pending[Any]: ...
    def call(self, method: str, /, *values: Any, **params: Any) -> Any: ...
    def events(self, **params: Any) -> Iterator[Event]: ...
    def next_event(self, timeout: float | None = 10) -> Event: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...
    def ping(self, *, device: str = ...) -> Position:
        """Answers at once, to show that the daemon is alive."""
    def getServerInfo(self, *, device: str = ...) -> GetServerInfoResult:
        """Returns the daemon's name, version, limits and features."""
    def useDevice(self, device: str) -> Changed:
        """Sets the device of this connection, for requests that name none."""
    def cancelRequest(self, id: str | float | None, *, device: str = ...) -> Changed:
        """Cancels a pending request of this connection."""
    def shutdown(self, *, device: str = ...) -> Position:
        """Stops the daemon."""
    def listDevices(self, *, device: str = ...) -> ListDevicesResult:
        """Lists the devices in the order of their names."""
    def createDevice(
        self,
        device: str,
        *,
        state: StatePatch = ...,
        ephemeral: bool = ...,
        template: str = ...,
        clock: Literal["real", "manual"] = ...,
    ) -> Changed:
        """Creates a device."""
    def cloneDevice(self, as_: str, *, device: str = ..., ephemeral: bool = ...) -> Changed:
        """Creates a copy of a device as it is now, keychain included."""
    def migrateDevice(
        self,
        as_: str,
        *,
        device: str = ...,
        encryptedBackup: bool = ...,
        ephemeral: bool = ...,
    ) -> Changed:
        """Creates another phone, set up from a backup of a device."""
    def deleteDevice(self, *, device: str = ...) -> Changed:
        """Deletes a device; calls that are pending on it end with systemCancel."""
    def resetDevice(self, *, device: str = ...) -> Changed:
        """Restores a device to the state it was created with, its clock too."""
    def getState(self, *, device: str = ...) -> GetStateResult:
        """Returns every field of a device; of the passcode only `passcodeSet`."""
    def setState(
        self,
        *,
        biometryType: Literal["none", "touchID", "faceID", "opticID"] = ...,
        sensor: Literal["ready", "covered", "disconnected", "notPaired"] = ...,
        identities: list[str] = ...,
        enrolled: bool = ...,
        passcode: str | None = ...,
        failedAttempts: int = ...,
        lockedOut: bool = ...,
        lockoutReason: Literal["failedAttempts", "restart", "remoteLock", "sos", "passcodeExpired"] | None = ...,
        passcodeFailures: int = ...,
        companion: StatePatchCompanion = ...,
        behavior: BehaviorPatch = ...,
        device: str = ...,
    ) -> Changed:
        """Sets any of the settable fields of a device, all or nothing."""
    def saveSnapshot(self, name: str, *, device: str = ...) -> Changed:
        """Saves a snapshot of a device, replacing one of the same name."""
    def restoreSnapshot(self, name: str, *, device: str = ...) -> Changed:
        """Restores a device from a snapshot, its clock too."""
    def deleteSnapshot(self, name: str, *, device: str = ...) -> Changed:
        """Deletes a snapshot."""
    def listSnapshots(self, *, device: str = ...) -> ListSnapshotsResult:
        """Lists the snapshots of a device in the order of their names."""
    def exportState(self, *, device: str = ...) -> ExportStateResult:
        """Returns a device as a whole, secrets included, for importState."""
    def importState(self, *, state: dict[str, Any], device: str = ...) -> Changed:
        """Turns a device into one that was exported, by this daemon or another."""
    def enroll(self, identity: str = ..., *, device: str = ...) -> Changed:
        """Enrols an identity: another finger, the alternate appearance."""
    def unenroll(self, identity: str = ..., *, device: str = ...) -> Changed:
        """Removes an identity from the enrolment; without a name, all of them."""
    def matchingFace(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Shows an enrolled face to the sensor."""
    def nonMatchingFace(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Shows a face that is not enrolled to the sensor."""
    def matchingFinger(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Puts an enrolled finger on the sensor."""
    def nonMatchingFinger(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Puts a finger that is not enrolled on the sensor."""
    def matchingTouch(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Another name of matchingFinger."""
    def nonMatchingTouch(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Another name of nonMatchingFinger."""
    def matchingEyes(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Shows enrolled eyes to the sensor."""
    def nonMatchingEyes(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Shows eyes that are not enrolled to the sensor."""
    def match(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Scans somebody enrolled, whatever the sensor is."""
    def nonMatch(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Scans somebody not enrolled, whatever the sensor is."""
    def unreadableScan(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Presents what the sensor cannot read: a wet finger, nobody before the camera."""
    def tapCancel(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Taps cancel; the app's call ends with userCancel."""
    def tapFallback(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Taps the fallback button: userFallback under a biometric policy, else the passcode pane."""
    def tapTryAgain(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Taps try again after a failed scan; scanning resumes."""
    def enterPasscode(
        self,
        passcode: str,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Enters a passcode on the passcode pane."""
    def enterApplicationPassword(
        self,
        password: str,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Enters the password of a keychain item on its pane."""
    def allowPermission(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Allows Face ID or Optic ID in the permission alert."""
    def denyPermission(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Denies it: biometryNotAvailable, or the passcode pane; the alert is not shown again."""
    def approveCompanion(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Approves on the paired Mac, Watch or Vision Pro."""
    def arm(self, responses: list[ArmedResponse], *, standing: bool = ..., device: str = ...) -> ArmResult:
        """Queues responses that coming prompts consume, one by one."""
    def disarm(self, *, device: str = ...) -> DisarmResult:
        """Removes armed responses and ordered failures, and returns the unused ones."""
    def failNext(
        self,
        *,
        error: OrderedFailureError | int,
        method: OrderedFailureMethod = ...,
        times: int | None = ...,
        app: str = ...,
        device: str = ...,
    ) -> Changed:
        """Lets the next calls of apps fail with an error, without a prompt."""
    def setPasscode(self, passcode: str, *, device: str = ...) -> Changed:
        """Sets or changes the device's passcode, as in Settings; clears a lockout."""
    def clearPasscode(self, *, device: str = ...) -> Changed:
        """Removes the device's passcode, as in Settings; clears a lockout."""
    def lockDevice(self, *, device: str = ...) -> Changed:
        """Locks the screen: prompts end with systemCancel, the app goes to the background."""
    def unlockDevice(
        self,
        passcode: str = ...,
        *,
        with_: Literal["biometry", "passcode"] = ...,
        identity: str = ...,
        device: str = ...,
    ) -> Changed:
        """Unlocks the device with biometry or the passcode."""
    def restartDevice(self, *, device: str = ...) -> Changed:
        """Restarts the device: locked, and biometry waits for the passcode."""
    def setApp(
        self,
        app: str = ...,
        *,
        permission: Literal["notDetermined", "granted", "denied"] = ...,
        usageDescription: bool = ...,
        kind: Literal["app", "extension"] = ...,
        accessGroups: list[str] | None = ...,
        teamIdentifier: str | None = ...,
        device: str = ...,
    ) -> Changed:
        """Sets what an app may do; an unknown app is registered, not launched."""
    def launchApp(self, app: str = ..., *, inBackground: bool = ..., device: str = ...) -> Changed:
        """Launches an app into the foreground."""
    def activateApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Brings a running app to the foreground."""
    def backgroundApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Sends an app to the background; its prompt ends with systemCancel."""
    def coverApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Covers the app in front, as a call or the app switcher does: it is inactive."""
    def uncoverApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Uncovers an app."""
    def terminateApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Terminates an app; its connections get appTerminated from then on."""
    def installApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Installs an app; its permission is then notDetermined."""
    def uninstallApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Uninstalls an app."""
    def listKeychainItems(self, app: str = ..., *, device: str = ...) -> ListKeychainItemsResult:
        """Lists keychain items without their values."""
    def resetKeychain(self, app: str = ..., *, device: str = ...) -> Changed:
        """Removes all keychain items of an app, or of all apps."""
    def setClock(
        self,
        mode: Literal["real", "manual"] = ...,
        *,
        wallTime: float = ...,
        device: str = ...,
    ) -> Changed:
        """Chooses the real or a manual clock, and sets the wall clock."""
    def advanceClock(self, seconds: float, *, device: str = ...) -> Changed:
        """Moves a manual clock forward; what falls due happens in order."""
    def subscribe(
        self,
        *,
        since: int = ...,
        kinds: list[SubscribeKindsItem] = ...,
        allDevices: bool = ...,
        device: str = ...,
    ) -> SubscribeResult:
        """Sends events to this connection, from now on or from `since` on."""
    def unsubscribe(self, *, device: str = ...) -> Changed:
        """Stops sending events to this connection."""
    @overload
    def waitFor(self, kind: Literal["promptShown"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventPromptShown: ...
    @overload
    def waitFor(self, kind: Literal["promptUpdated"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventPromptUpdated: ...
    @overload
    def waitFor(self, kind: Literal["promptDismissed"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventPromptDismissed: ...
    @overload
    def waitFor(self, kind: Literal["scan"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventScan: ...
    @overload
    def waitFor(self, kind: Literal["unreadableScan"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventUnreadableScan: ...
    @overload
    def waitFor(self, kind: Literal["lockout"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventLockout: ...
    @overload
    def waitFor(self, kind: Literal["lockoutCleared"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventLockoutCleared: ...
    @overload
    def waitFor(self, kind: Literal["enrollmentChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventEnrollmentChanged: ...
    @overload
    def waitFor(self, kind: Literal["passcodeChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventPasscodeChanged: ...
    @overload
    def waitFor(self, kind: Literal["stateChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventStateChanged: ...
    @overload
    def waitFor(self, kind: Literal["deviceLocked"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventDeviceLocked: ...
    @overload
    def waitFor(self, kind: Literal["deviceUnlocked"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventDeviceUnlocked: ...
    @overload
    def waitFor(self, kind: Literal["appStateChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventAppStateChanged: ...
    @overload
    def waitFor(self, kind: Literal["appTerminated"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventAppTerminated: ...
    @overload
    def waitFor(self, kind: Literal["keychainChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventKeychainChanged: ...
    @overload
    def waitFor(self, kind: Literal["clockAdvanced"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventClockAdvanced: ...
    @overload
    def waitFor(self, kind: Literal["deviceCreated"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventDeviceCreated: ...
    @overload
    def waitFor(self, kind: Literal["deviceDeleted"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventDeviceDeleted: ...
    def getEvents(
        self,
        *,
        since: int = ...,
        kinds: list[SubscribeKindsItem] = ...,
        limit: int = ...,
        allDevices: bool = ...,
        device: str = ...,
    ) -> GetEventsResult:
        """Returns events of the log, oldest first."""
    def createContext(
        self,
        *,
        interactionNotAllowed: bool = ...,
        reuseDuration: float = ...,
        fallbackTitle: str = ...,
        cancelTitle: str = ...,
        reason: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> CreateContextResult:
        """Creates an authentication context, as LAContext() does."""
    def invalidateContext(
        self,
        context: str,
        *,
        app: str = ...,
        device: str = ...,
    ) -> InvalidateContextResult:
        """Ends a context: a pending evaluation ends with appCancel, later ones with invalidContext."""
    def canEvaluatePolicy(
        self,
        policy: CanEvaluatePolicyPolicy,
        *,
        context: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> CanEvaluatePolicyResult:
        """Says whether a policy can be evaluated now; never shows a prompt."""
    def evaluatePolicy(
        self,
        policy: CanEvaluatePolicyPolicy,
        reason: str,
        *,
        context: str = ...,
        fallbackTitle: str = ...,
        cancelTitle: str = ...,
        reuseDuration: float = ...,
        interactionNotAllowed: bool = ...,
        app: str = ...,
        device: str = ...,
    ) -> EvaluatePolicyResult:
        """Asks the device owner; answered when the prompt ends."""
    def getDomainState(
        self,
        *,
        context: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> GetDomainStateResult:
        """Returns values that change with who can authenticate."""
    def evaluateAccessControl(
        self,
        *,
        accessControl: AccessControl,
        operation: EvaluateAccessControlOperation,
        reason: str,
        context: str = ...,
        fallbackTitle: str = ...,
        cancelTitle: str = ...,
        interactionNotAllowed: bool = ...,
        app: str = ...,
        device: str = ...,
    ) -> EvaluatePolicyResult:
        """Asks for what an access control requires; answered when the prompt ends."""
    def setCredential(
        self,
        context: str,
        *,
        type: Literal["applicationPassword"] = ...,
        credential: str | None = ...,
        credentialBase64: str | None = ...,
        app: str = ...,
        device: str = ...,
    ) -> InvalidateContextResult:
        """Gives a context the password of items with applicationPassword."""
    def secItemAdd(
        self,
        class_: Literal["genericPassword", "internetPassword", "key"],
        account: str = ...,
        service: str = ...,
        *,
        accessGroup: str = ...,
        label: str = ...,
        description: str = ...,
        comment: str = ...,
        generic: str = ...,
        creator: int = ...,
        type: int = ...,
        isInvisible: bool = ...,
        isNegative: bool = ...,
        server: str = ...,
        protocol: str = ...,
        port: int = ...,
        path: str = ...,
        securityDomain: str = ...,
        authenticationType: str = ...,
        applicationTag: str = ...,
        applicationLabel: str = ...,
        keyClass: Literal["public", "private", "symmetric"] = ...,
        keyType: Literal["rsa", "ec"] = ...,
        keySizeInBits: int = ...,
        tokenID: str = ...,
        publicKey: str = ...,
        accountBase64: str = ...,
        serviceBase64: str = ...,
        synchronizable: bool = ...,
        value: str = ...,
        valueBase64: str = ...,
        accessible: AccessControlAccessible = ...,
        accessControl: AccessControl = ...,
        returnData: bool = ...,
        returnAttributes: bool = ...,
        returnPersistentRef: bool = ...,
        context: str = ...,
        authenticationUI: Literal["allow", "fail", "skip"] = ...,
        permanent: bool = ...,
        app: str = ...,
        device: str = ...,
    ) -> SecItemAddResult:
        """Stores a keychain item, as SecItemAdd does; never shows a prompt."""
    def secItemCopyMatching(
        self,
        class_: Literal["genericPassword", "internetPassword", "key"] = ...,
        account: str = ...,
        service: str = ...,
        *,
        accessGroup: str = ...,
        label: str = ...,
        description: str = ...,
        comment: str = ...,
        generic: str = ...,
        creator: int = ...,
        type: int = ...,
        isInvisible: bool = ...,
        isNegative: bool = ...,
        server: str = ...,
        protocol: str = ...,
        port: int = ...,
        path: str = ...,
        securityDomain: str = ...,
        authenticationType: str = ...,
        applicationTag: str = ...,
        applicationLabel: str = ...,
        keyClass: Literal["public", "private", "symmetric"] = ...,
        keyType: Literal["rsa", "ec"] = ...,
        keySizeInBits: int = ...,
        tokenID: str = ...,
        publicKey: str = ...,
        accountBase64: str = ...,
        serviceBase64: str = ...,
        synchronizable: bool | Literal["any"] = ...,
        accessible: AccessControlAccessible = ...,
        persistentRef: str = ...,
        value: str = ...,
        valueBase64: str = ...,
        accessControl: AccessControl = ...,
        returnData: bool = ...,
        returnAttributes: bool = ...,
        returnPersistentRef: bool = ...,
        context: str = ...,
        authenticationUI: Literal["allow", "fail", "skip"] = ...,
        limit: int | Literal["all"] = ...,
        reason: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> SecItemAddResult:
        """Reads keychain items, as SecItemCopyMatching does; protected ones take a prompt."""
    def secItemUpdate(
        self,
        *,
        query: SecItemUpdateQuery,
        attributes: SecItemUpdateAttributes,
        app: str = ...,
        device: str = ...,
    ) -> SecItemUpdateResult:
        """Changes keychain items, as SecItemUpdate does; protected ones take a prompt."""
    def secItemDelete(
        self,
        class_: Literal["genericPassword", "internetPassword", "key"] = ...,
        account: str = ...,
        service: str = ...,
        *,
        accessGroup: str = ...,
        label: str = ...,
        description: str = ...,
        comment: str = ...,
        generic: str = ...,
        creator: int = ...,
        type: int = ...,
        isInvisible: bool = ...,
        isNegative: bool = ...,
        server: str = ...,
        protocol: str = ...,
        port: int = ...,
        path: str = ...,
        securityDomain: str = ...,
        authenticationType: str = ...,
        applicationTag: str = ...,
        applicationLabel: str = ...,
        keyClass: Literal["public", "private", "symmetric"] = ...,
        keyType: Literal["rsa", "ec"] = ...,
        keySizeInBits: int = ...,
        tokenID: str = ...,
        publicKey: str = ...,
        accountBase64: str = ...,
        serviceBase64: str = ...,
        synchronizable: bool | Literal["any"] = ...,
        accessible: AccessControlAccessible = ...,
        persistentRef: str = ...,
        value: str = ...,
        valueBase64: str = ...,
        accessControl: AccessControl = ...,
        returnData: bool = ...,
        returnAttributes: bool = ...,
        returnPersistentRef: bool = ...,
        context: str = ...,
        authenticationUI: Literal["allow", "fail", "skip"] = ...,
        app: str = ...,
        device: str = ...,
    ) -> SecItemDeleteResult:
        """Deletes keychain items, as SecItemDelete does; never shows a prompt."""
    def secKeyUse(
        self,
        *,
        operation: EvaluateAccessControlOperation,
        account: str = ...,
        service: str = ...,
        accessGroup: str = ...,
        label: str = ...,
        description: str = ...,
        comment: str = ...,
        generic: str = ...,
        creator: int = ...,
        type: int = ...,
        isInvisible: bool = ...,
        isNegative: bool = ...,
        server: str = ...,
        protocol: str = ...,
        port: int = ...,
        path: str = ...,
        securityDomain: str = ...,
        authenticationType: str = ...,
        applicationTag: str = ...,
        applicationLabel: str = ...,
        keyClass: Literal["public", "private", "symmetric"] = ...,
        keyType: Literal["rsa", "ec"] = ...,
        keySizeInBits: int = ...,
        tokenID: str = ...,
        publicKey: str = ...,
        accountBase64: str = ...,
        serviceBase64: str = ...,
        synchronizable: bool | Literal["any"] = ...,
        accessible: AccessControlAccessible = ...,
        persistentRef: str = ...,
        context: str = ...,
        authenticationUI: Literal["allow", "fail", "skip"] = ...,
        reason: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> SecKeyUseResult:
        """Hands a private key to its app, as SecKeyCreateSignature and the like need it; protected ones take a prompt."""

class AsyncDevice:
    def __init__(self, name: str | None = None, *, socket: str | None = None, timeout: float | None = 30) -> None: ...
    @classmethod
    def fresh(
        cls, *, socket: str | None = None, timeout: float | None = 30, clock: Literal["real", "manual"] = "real",
        **state: Unpack[StatePatch],
    ) -> Self: ...
    @classmethod
    def of(cls, device: Device) -> Self: ...
    @property
    def device(self) -> Device: ...
    @property
    def name(self) -> str | None: ...
    @property
    def timeout(self) -> float | None: ...
    @property
    def path(self) -> str: ...
    @overload
    def start(
        self, method: Callable[P, Coroutine[Any, Any, R]], /, *values: P.args, **params: P.kwargs,
    ) -> asyncio.Future[R]: ...
    @overload
    def start(self, method: str, /, *values: Any, **params: Any) -> asyncio.Future[Any]: ...
    async def call(self, method: str, /, *values: Any, **params: Any) -> Any: ...
    def events(self, **params: Any) -> AsyncGenerator[Event, None]: ...
    async def next_event(self, timeout: float | None = 10) -> Event: ...
    async def close(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...
    async def ping(self, *, device: str = ...) -> Position:
        """Answers at once, to show that the daemon is alive."""
    async def getServerInfo(self, *, device: str = ...) -> GetServerInfoResult:
        """Returns the daemon's name, version, limits and features."""
    async def useDevice(self, device: str) -> Changed:
        """Sets the device of this connection, for requests that name none."""
    async def cancelRequest(self, id: str | float | None, *, device: str = ...) -> Changed:
        """Cancels a pending request of this connection."""
    async def shutdown(self, *, device: str = ...) -> Position:
        """Stops the daemon."""
    async def listDevices(self, *, device: str = ...) -> ListDevicesResult:
        """Lists the devices in the order of their names."""
    async def createDevice(
        self,
        device: str,
        *,
        state: StatePatch = ...,
        ephemeral: bool = ...,
        template: str = ...,
        clock: Literal["real", "manual"] = ...,
    ) -> Changed:
        """Creates a device."""
    async def cloneDevice(self, as_: str, *, device: str = ..., ephemeral: bool = ...) -> Changed:
        """Creates a copy of a device as it is now, keychain included."""
    async def migrateDevice(
        self,
        as_: str,
        *,
        device: str = ...,
        encryptedBackup: bool = ...,
        ephemeral: bool = ...,
    ) -> Changed:
        """Creates another phone, set up from a backup of a device."""
    async def deleteDevice(self, *, device: str = ...) -> Changed:
        """Deletes a device; calls that are pending on it end with systemCancel."""
    async def resetDevice(self, *, device: str = ...) -> Changed:
        """Restores a device to the state it was created with, its clock too."""
    async def getState(self, *, device: str = ...) -> GetStateResult:
        """Returns every field of a device; of the passcode only `passcodeSet`."""
    async def setState(
        self,
        *,
        biometryType: Literal["none", "touchID", "faceID", "opticID"] = ...,
        sensor: Literal["ready", "covered", "disconnected", "notPaired"] = ...,
        identities: list[str] = ...,
        enrolled: bool = ...,
        passcode: str | None = ...,
        failedAttempts: int = ...,
        lockedOut: bool = ...,
        lockoutReason: Literal["failedAttempts", "restart", "remoteLock", "sos", "passcodeExpired"] | None = ...,
        passcodeFailures: int = ...,
        companion: StatePatchCompanion = ...,
        behavior: BehaviorPatch = ...,
        device: str = ...,
    ) -> Changed:
        """Sets any of the settable fields of a device, all or nothing."""
    async def saveSnapshot(self, name: str, *, device: str = ...) -> Changed:
        """Saves a snapshot of a device, replacing one of the same name."""
    async def restoreSnapshot(self, name: str, *, device: str = ...) -> Changed:
        """Restores a device from a snapshot, its clock too."""
    async def deleteSnapshot(self, name: str, *, device: str = ...) -> Changed:
        """Deletes a snapshot."""
    async def listSnapshots(self, *, device: str = ...) -> ListSnapshotsResult:
        """Lists the snapshots of a device in the order of their names."""
    async def exportState(self, *, device: str = ...) -> ExportStateResult:
        """Returns a device as a whole, secrets included, for importState."""
    async def importState(self, *, state: dict[str, Any], device: str = ...) -> Changed:
        """Turns a device into one that was exported, by this daemon or another."""
    async def enroll(self, identity: str = ..., *, device: str = ...) -> Changed:
        """Enrols an identity: another finger, the alternate appearance."""
    async def unenroll(self, identity: str = ..., *, device: str = ...) -> Changed:
        """Removes an identity from the enrolment; without a name, all of them."""
    async def matchingFace(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Shows an enrolled face to the sensor."""
    async def nonMatchingFace(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Shows a face that is not enrolled to the sensor."""
    async def matchingFinger(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Puts an enrolled finger on the sensor."""
    async def nonMatchingFinger(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Puts a finger that is not enrolled on the sensor."""
    async def matchingTouch(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Another name of matchingFinger."""
    async def nonMatchingTouch(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Another name of nonMatchingFinger."""
    async def matchingEyes(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Shows enrolled eyes to the sensor."""
    async def nonMatchingEyes(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Shows eyes that are not enrolled to the sensor."""
    async def match(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Scans somebody enrolled, whatever the sensor is."""
    async def nonMatch(
        self,
        identity: str = ...,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Scans somebody not enrolled, whatever the sensor is."""
    async def unreadableScan(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Presents what the sensor cannot read: a wet finger, nobody before the camera."""
    async def tapCancel(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Taps cancel; the app's call ends with userCancel."""
    async def tapFallback(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Taps the fallback button: userFallback under a biometric policy, else the passcode pane."""
    async def tapTryAgain(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Taps try again after a failed scan; scanning resumes."""
    async def enterPasscode(
        self,
        passcode: str,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Enters a passcode on the passcode pane."""
    async def enterApplicationPassword(
        self,
        password: str,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Enters the password of a keychain item on its pane."""
    async def allowPermission(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Allows Face ID or Optic ID in the permission alert."""
    async def denyPermission(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Denies it: biometryNotAvailable, or the passcode pane; the alert is not shown again."""
    async def approveCompanion(
        self,
        *,
        whenPrompted: bool = ...,
        timeout: float | None = ...,
        device: str = ...,
    ) -> Reached:
        """Approves on the paired Mac, Watch or Vision Pro."""
    async def arm(
        self,
        responses: list[ArmedResponse],
        *,
        standing: bool = ...,
        device: str = ...,
    ) -> ArmResult:
        """Queues responses that coming prompts consume, one by one."""
    async def disarm(self, *, device: str = ...) -> DisarmResult:
        """Removes armed responses and ordered failures, and returns the unused ones."""
    async def failNext(
        self,
        *,
        error: OrderedFailureError | int,
        method: OrderedFailureMethod = ...,
        times: int | None = ...,
        app: str = ...,
        device: str = ...,
    ) -> Changed:
        """Lets the next calls of apps fail with an error, without a prompt."""
    async def setPasscode(self, passcode: str, *, device: str = ...) -> Changed:
        """Sets or changes the device's passcode, as in Settings; clears a lockout."""
    async def clearPasscode(self, *, device: str = ...) -> Changed:
        """Removes the device's passcode, as in Settings; clears a lockout."""
    async def lockDevice(self, *, device: str = ...) -> Changed:
        """Locks the screen: prompts end with systemCancel, the app goes to the background."""
    async def unlockDevice(
        self,
        passcode: str = ...,
        *,
        with_: Literal["biometry", "passcode"] = ...,
        identity: str = ...,
        device: str = ...,
    ) -> Changed:
        """Unlocks the device with biometry or the passcode."""
    async def restartDevice(self, *, device: str = ...) -> Changed:
        """Restarts the device: locked, and biometry waits for the passcode."""
    async def setApp(
        self,
        app: str = ...,
        *,
        permission: Literal["notDetermined", "granted", "denied"] = ...,
        usageDescription: bool = ...,
        kind: Literal["app", "extension"] = ...,
        accessGroups: list[str] | None = ...,
        teamIdentifier: str | None = ...,
        device: str = ...,
    ) -> Changed:
        """Sets what an app may do; an unknown app is registered, not launched."""
    async def launchApp(self, app: str = ..., *, inBackground: bool = ..., device: str = ...) -> Changed:
        """Launches an app into the foreground."""
    async def activateApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Brings a running app to the foreground."""
    async def backgroundApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Sends an app to the background; its prompt ends with systemCancel."""
    async def coverApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Covers the app in front, as a call or the app switcher does: it is inactive."""
    async def uncoverApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Uncovers an app."""
    async def terminateApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Terminates an app; its connections get appTerminated from then on."""
    async def installApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Installs an app; its permission is then notDetermined."""
    async def uninstallApp(self, app: str = ..., *, device: str = ...) -> Changed:
        """Uninstalls an app."""
    async def listKeychainItems(self, app: str = ..., *, device: str = ...) -> ListKeychainItemsResult:
        """Lists keychain items without their values."""
    async def resetKeychain(self, app: str = ..., *, device: str = ...) -> Changed:
        """Removes all keychain items of an app, or of all apps."""
    async def setClock(
        self,
        mode: Literal["real", "manual"] = ...,
        *,
        wallTime: float = ...,
        device: str = ...,
    ) -> Changed:
        """Chooses the real or a manual clock, and sets the wall clock."""
    async def advanceClock(self, seconds: float, *, device: str = ...) -> Changed:
        """Moves a manual clock forward; what falls due happens in order."""
    async def subscribe(
        self,
        *,
        since: int = ...,
        kinds: list[SubscribeKindsItem] = ...,
        allDevices: bool = ...,
        device: str = ...,
    ) -> SubscribeResult:
        """Sends events to this connection, from now on or from `since` on."""
    async def unsubscribe(self, *, device: str = ...) -> Changed:
        """Stops sending events to this connection."""
    @overload
    async def waitFor(self, kind: Literal["promptShown"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventPromptShown: ...
    @overload
    async def waitFor(self, kind: Literal["promptUpdated"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventPromptUpdated: ...
    @overload
    async def waitFor(self, kind: Literal["promptDismissed"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventPromptDismissed: ...
    @overload
    async def waitFor(self, kind: Literal["scan"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventScan: ...
    @overload
    async def waitFor(self, kind: Literal["unreadableScan"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventUnreadableScan: ...
    @overload
    async def waitFor(self, kind: Literal["lockout"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventLockout: ...
    @overload
    async def waitFor(self, kind: Literal["lockoutCleared"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventLockoutCleared: ...
    @overload
    async def waitFor(self, kind: Literal["enrollmentChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventEnrollmentChanged: ...
    @overload
    async def waitFor(self, kind: Literal["passcodeChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventPasscodeChanged: ...
    @overload
    async def waitFor(self, kind: Literal["stateChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventStateChanged: ...
    @overload
    async def waitFor(self, kind: Literal["deviceLocked"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventDeviceLocked: ...
    @overload
    async def waitFor(self, kind: Literal["deviceUnlocked"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventDeviceUnlocked: ...
    @overload
    async def waitFor(self, kind: Literal["appStateChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventAppStateChanged: ...
    @overload
    async def waitFor(self, kind: Literal["appTerminated"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventAppTerminated: ...
    @overload
    async def waitFor(self, kind: Literal["keychainChanged"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventKeychainChanged: ...
    @overload
    async def waitFor(self, kind: Literal["clockAdvanced"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventClockAdvanced: ...
    @overload
    async def waitFor(self, kind: Literal["deviceCreated"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventDeviceCreated: ...
    @overload
    async def waitFor(self, kind: Literal["deviceDeleted"], *, where: dict[str, Any] = ..., since: int = ..., timeout: float | None = ..., device: str = ...) -> EventDeviceDeleted: ...
    async def getEvents(
        self,
        *,
        since: int = ...,
        kinds: list[SubscribeKindsItem] = ...,
        limit: int = ...,
        allDevices: bool = ...,
        device: str = ...,
    ) -> GetEventsResult:
        """Returns events of the log, oldest first."""
    async def createContext(
        self,
        *,
        interactionNotAllowed: bool = ...,
        reuseDuration: float = ...,
        fallbackTitle: str = ...,
        cancelTitle: str = ...,
        reason: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> CreateContextResult:
        """Creates an authentication context, as LAContext() does."""
    async def invalidateContext(
        self,
        context: str,
        *,
        app: str = ...,
        device: str = ...,
    ) -> InvalidateContextResult:
        """Ends a context: a pending evaluation ends with appCancel, later ones with invalidContext."""
    async def canEvaluatePolicy(
        self,
        policy: CanEvaluatePolicyPolicy,
        *,
        context: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> CanEvaluatePolicyResult:
        """Says whether a policy can be evaluated now; never shows a prompt."""
    async def evaluatePolicy(
        self,
        policy: CanEvaluatePolicyPolicy,
        reason: str,
        *,
        context: str = ...,
        fallbackTitle: str = ...,
        cancelTitle: str = ...,
        reuseDuration: float = ...,
        interactionNotAllowed: bool = ...,
        app: str = ...,
        device: str = ...,
    ) -> EvaluatePolicyResult:
        """Asks the device owner; answered when the prompt ends."""
    async def getDomainState(
        self,
        *,
        context: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> GetDomainStateResult:
        """Returns values that change with who can authenticate."""
    async def evaluateAccessControl(
        self,
        *,
        accessControl: AccessControl,
        operation: EvaluateAccessControlOperation,
        reason: str,
        context: str = ...,
        fallbackTitle: str = ...,
        cancelTitle: str = ...,
        interactionNotAllowed: bool = ...,
        app: str = ...,
        device: str = ...,
    ) -> EvaluatePolicyResult:
        """Asks for what an access control requires; answered when the prompt ends."""
    async def setCredential(
        self,
        context: str,
        *,
        type: Literal["applicationPassword"] = ...,
        credential: str | None = ...,
        credentialBase64: str | None = ...,
        app: str = ...,
        device: str = ...,
    ) -> InvalidateContextResult:
        """Gives a context the password of items with applicationPassword."""
    async def secItemAdd(
        self,
        class_: Literal["genericPassword", "internetPassword", "key"],
        account: str = ...,
        service: str = ...,
        *,
        accessGroup: str = ...,
        label: str = ...,
        description: str = ...,
        comment: str = ...,
        generic: str = ...,
        creator: int = ...,
        type: int = ...,
        isInvisible: bool = ...,
        isNegative: bool = ...,
        server: str = ...,
        protocol: str = ...,
        port: int = ...,
        path: str = ...,
        securityDomain: str = ...,
        authenticationType: str = ...,
        applicationTag: str = ...,
        applicationLabel: str = ...,
        keyClass: Literal["public", "private", "symmetric"] = ...,
        keyType: Literal["rsa", "ec"] = ...,
        keySizeInBits: int = ...,
        tokenID: str = ...,
        publicKey: str = ...,
        accountBase64: str = ...,
        serviceBase64: str = ...,
        synchronizable: bool = ...,
        value: str = ...,
        valueBase64: str = ...,
        accessible: AccessControlAccessible = ...,
        accessControl: AccessControl = ...,
        returnData: bool = ...,
        returnAttributes: bool = ...,
        returnPersistentRef: bool = ...,
        context: str = ...,
        authenticationUI: Literal["allow", "fail", "skip"] = ...,
        permanent: bool = ...,
        app: str = ...,
        device: str = ...,
    ) -> SecItemAddResult:
        """Stores a keychain item, as SecItemAdd does; never shows a prompt."""
    async def secItemCopyMatching(
        self,
        class_: Literal["genericPassword", "internetPassword", "key"] = ...,
        account: str = ...,
        service: str = ...,
        *,
        accessGroup: str = ...,
        label: str = ...,
        description: str = ...,
        comment: str = ...,
        generic: str = ...,
        creator: int = ...,
        type: int = ...,
        isInvisible: bool = ...,
        isNegative: bool = ...,
        server: str = ...,
        protocol: str = ...,
        port: int = ...,
        path: str = ...,
        securityDomain: str = ...,
        authenticationType: str = ...,
        applicationTag: str = ...,
        applicationLabel: str = ...,
        keyClass: Literal["public", "private", "symmetric"] = ...,
        keyType: Literal["rsa", "ec"] = ...,
        keySizeInBits: int = ...,
        tokenID: str = ...,
        publicKey: str = ...,
        accountBase64: str = ...,
        serviceBase64: str = ...,
        synchronizable: bool | Literal["any"] = ...,
        accessible: AccessControlAccessible = ...,
        persistentRef: str = ...,
        value: str = ...,
        valueBase64: str = ...,
        accessControl: AccessControl = ...,
        returnData: bool = ...,
        returnAttributes: bool = ...,
        returnPersistentRef: bool = ...,
        context: str = ...,
        authenticationUI: Literal["allow", "fail", "skip"] = ...,
        limit: int | Literal["all"] = ...,
        reason: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> SecItemAddResult:
        """Reads keychain items, as SecItemCopyMatching does; protected ones take a prompt."""
    async def secItemUpdate(
        self,
        *,
        query: SecItemUpdateQuery,
        attributes: SecItemUpdateAttributes,
        app: str = ...,
        device: str = ...,
    ) -> SecItemUpdateResult:
        """Changes keychain items, as SecItemUpdate does; protected ones take a prompt."""
    async def secItemDelete(
        self,
        class_: Literal["genericPassword", "internetPassword", "key"] = ...,
        account: str = ...,
        service: str = ...,
        *,
        accessGroup: str = ...,
        label: str = ...,
        description: str = ...,
        comment: str = ...,
        generic: str = ...,
        creator: int = ...,
        type: int = ...,
        isInvisible: bool = ...,
        isNegative: bool = ...,
        server: str = ...,
        protocol: str = ...,
        port: int = ...,
        path: str = ...,
        securityDomain: str = ...,
        authenticationType: str = ...,
        applicationTag: str = ...,
        applicationLabel: str = ...,
        keyClass: Literal["public", "private", "symmetric"] = ...,
        keyType: Literal["rsa", "ec"] = ...,
        keySizeInBits: int = ...,
        tokenID: str = ...,
        publicKey: str = ...,
        accountBase64: str = ...,
        serviceBase64: str = ...,
        synchronizable: bool | Literal["any"] = ...,
        accessible: AccessControlAccessible = ...,
        persistentRef: str = ...,
        value: str = ...,
        valueBase64: str = ...,
        accessControl: AccessControl = ...,
        returnData: bool = ...,
        returnAttributes: bool = ...,
        returnPersistentRef: bool = ...,
        context: str = ...,
        authenticationUI: Literal["allow", "fail", "skip"] = ...,
        app: str = ...,
        device: str = ...,
    ) -> SecItemDeleteResult:
        """Deletes keychain items, as SecItemDelete does; never shows a prompt."""
    async def secKeyUse(
        self,
        *,
        operation: EvaluateAccessControlOperation,
        account: str = ...,
        service: str = ...,
        accessGroup: str = ...,
        label: str = ...,
        description: str = ...,
        comment: str = ...,
        generic: str = ...,
        creator: int = ...,
        type: int = ...,
        isInvisible: bool = ...,
        isNegative: bool = ...,
        server: str = ...,
        protocol: str = ...,
        port: int = ...,
        path: str = ...,
        securityDomain: str = ...,
        authenticationType: str = ...,
        applicationTag: str = ...,
        applicationLabel: str = ...,
        keyClass: Literal["public", "private", "symmetric"] = ...,
        keyType: Literal["rsa", "ec"] = ...,
        keySizeInBits: int = ...,
        tokenID: str = ...,
        publicKey: str = ...,
        accountBase64: str = ...,
        serviceBase64: str = ...,
        synchronizable: bool | Literal["any"] = ...,
        accessible: AccessControlAccessible = ...,
        persistentRef: str = ...,
        context: str = ...,
        authenticationUI: Literal["allow", "fail", "skip"] = ...,
        reason: str = ...,
        app: str = ...,
        device: str = ...,
    ) -> SecKeyUseResult:
        """Hands a private key to its app, as SecKeyCreateSignature and the like need it; protected ones take a prompt."""

Limits = TypedDict("Limits", {
    "maxLineBytes": int,
    "maxDepth": int,
    "maxReplyBytes": int,
    "maxBatchBytes": int,
    "maxOutputBytes": int,
    "maxMemory": int,
    "maxConnections": int,
    "maxAppConnections": int,
    "maxOpenRequests": int,
    "maxDevices": int,
    "maxSnapshots": int,
    "maxKeychainBytes": int,
    "maxBoundItems": int,
    "maxChangedItems": int,
    "maxArmedResponses": int,
    "maxStandingResponses": int,
    "maxApps": int,
    "maxContexts": int,
    "maxConnectionContexts": int,
    "keptEvents": int,
    "keptEventBytes": int,
    "maxNameBytes": int,
    "maxCaptionBytes": int,
    "maxIDBytes": int,
    "maxListEntries": int,
})
StatePatchCompanion = TypedDict("StatePatchCompanion", {
    "near": NotRequired[bool],
    "type": NotRequired[Literal["watch", "mac", "vision"]],
})
StatePatch = TypedDict("StatePatch", {
    "biometryType": NotRequired[Literal["none", "touchID", "faceID", "opticID"]],
    "sensor": NotRequired[Literal["ready", "covered", "disconnected", "notPaired"]],
    "identities": NotRequired[list[str]],
    "enrolled": NotRequired[bool],
    "passcode": NotRequired[str | None],
    "failedAttempts": NotRequired[int],
    "lockedOut": NotRequired[bool],
    "lockoutReason": NotRequired[Literal["failedAttempts", "restart", "remoteLock", "sos", "passcodeExpired"] | None],
    "passcodeFailures": NotRequired[int],
    "companion": NotRequired[StatePatchCompanion],
    "behavior": NotRequired[BehaviorPatch],
})
BehaviorPatch = TypedDict("BehaviorPatch", {
    "profile": NotRequired[Literal["device", "simulator"]],
    "maxFailures": NotRequired[int],
    "passcodeNotSetPrecedence": NotRequired[Literal["header", "first"]],
    "lockoutEndsFaceIDPrompt": NotRequired[bool],
    "emptyFallbackSecondFailure": NotRequired[Literal["cancelOnly", "fail"]],
    "concurrency": NotRequired[Literal["replace", "serialize"]],
    "contextAuthenticationLifetime": NotRequired[float],
    "currentSetInvalidation": NotRequired[Literal["notFound", "authFailed"]],
    "invalidatedKeyError": NotRequired[Literal["corruptedData", "authFailed"]],
    "enclaveKeyNeedsPrivateKeyUsage": NotRequired[bool],
    "synchronizableThisDeviceOnly": NotRequired[Literal["store", "refuse"]],
    "missingUsageDescription": NotRequired[Literal["terminate", "passcode", "notAvailable"]],
    "passcodeDelays": NotRequired[list[float]],
    "scanLatency": NotRequired[float | list[float]],
    "falseRejectRate": NotRequired[float],
    "dismissDelay": NotRequired[float],
    "seed": NotRequired[int],
    "promptTimeout": NotRequired[float | None],
})
PromptPane = Literal[
    "biometry",
    "passcode",
    "permission",
    "companion",
    "applicationPassword",
]
PromptPolicy = Literal[
    "deviceOwnerAuthenticationWithBiometrics",
    "deviceOwnerAuthentication",
    "deviceOwnerAuthenticationWithCompanion",
    "deviceOwnerAuthenticationWithBiometricsOrCompanion",
]
PromptPurpose = Literal[
    "evaluateAccessControl",
    "secItemCopyMatching",
    "secItemUpdate",
    "secKeyUse",
]
Prompt = TypedDict("Prompt", {
    "id": str,
    "app": str,
    "pane": PromptPane,
    "policy": PromptPolicy | None,
    "purpose": NotRequired[PromptPurpose],
    "reason": str,
    "buttons": list[Literal["cancel", "fallback", "tryAgain", "allow", "deny"]],
    "scanning": bool,
    "attempt": int,
    "fallbackTitle": NotRequired[str],
    "cancelTitle": NotRequired[str],
})
OrderedFailureMethod = Literal[
    "canEvaluatePolicy",
    "evaluatePolicy",
    "evaluateAccessControl",
    "secItemAdd",
    "secItemCopyMatching",
    "secItemUpdate",
    "secItemDelete",
    "secKeyUse",
]
OrderedFailureError = Literal[
    "authenticationFailed",
    "userCancel",
    "userFallback",
    "systemCancel",
    "passcodeNotSet",
    "biometryNotAvailable",
    "biometryNotEnrolled",
    "biometryLockout",
    "appCancel",
    "invalidContext",
    "companionNotAvailable",
    "biometryNotPaired",
    "biometryDisconnected",
    "invalidDimensions",
    "notInteractive",
    "param",
    "userCanceled",
    "notAvailable",
    "authFailed",
    "duplicateItem",
    "itemNotFound",
    "noSuchAttr",
    "interactionNotAllowed",
    "decode",
    "missingEntitlement",
]
OrderedFailure = TypedDict("OrderedFailure", {
    "method": NotRequired[OrderedFailureMethod],
    "error": OrderedFailureError | int,
    "times": NotRequired[int | None],
    "app": NotRequired[str],
    "used": int,
})
Behavior = TypedDict("Behavior", {
    "profile": Literal["device", "simulator"],
    "maxFailures": int,
    "passcodeNotSetPrecedence": Literal["header", "first"],
    "lockoutEndsFaceIDPrompt": bool,
    "emptyFallbackSecondFailure": Literal["cancelOnly", "fail"],
    "concurrency": Literal["replace", "serialize"],
    "contextAuthenticationLifetime": float,
    "currentSetInvalidation": Literal["notFound", "authFailed"],
    "invalidatedKeyError": Literal["corruptedData", "authFailed"],
    "enclaveKeyNeedsPrivateKeyUsage": bool,
    "synchronizableThisDeviceOnly": Literal["store", "refuse"],
    "missingUsageDescription": Literal["terminate", "passcode", "notAvailable"],
    "passcodeDelays": list[float],
    "scanLatency": float | list[float],
    "falseRejectRate": float,
    "dismissDelay": float,
    "seed": int,
    "promptTimeout": float | None,
})
ArmedResponseMatchingFace = TypedDict("ArmedResponseMatchingFace", {
    "method": Literal["matchingFace"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseNonMatchingFace = TypedDict("ArmedResponseNonMatchingFace", {
    "method": Literal["nonMatchingFace"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseMatchingFinger = TypedDict("ArmedResponseMatchingFinger", {
    "method": Literal["matchingFinger"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseNonMatchingFinger = TypedDict("ArmedResponseNonMatchingFinger", {
    "method": Literal["nonMatchingFinger"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseMatchingTouch = TypedDict("ArmedResponseMatchingTouch", {
    "method": Literal["matchingTouch"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseNonMatchingTouch = TypedDict("ArmedResponseNonMatchingTouch", {
    "method": Literal["nonMatchingTouch"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseMatchingEyes = TypedDict("ArmedResponseMatchingEyes", {
    "method": Literal["matchingEyes"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseNonMatchingEyes = TypedDict("ArmedResponseNonMatchingEyes", {
    "method": Literal["nonMatchingEyes"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseMatch = TypedDict("ArmedResponseMatch", {
    "method": Literal["match"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseNonMatch = TypedDict("ArmedResponseNonMatch", {
    "method": Literal["nonMatch"],
    "identity": NotRequired[str],
    "after": NotRequired[float],
})
ArmedResponseUnreadableScan = TypedDict("ArmedResponseUnreadableScan", {
    "method": Literal["unreadableScan"],
    "after": NotRequired[float],
})
ArmedResponseTapCancel = TypedDict("ArmedResponseTapCancel", {
    "method": Literal["tapCancel"],
    "after": NotRequired[float],
})
ArmedResponseTapFallback = TypedDict("ArmedResponseTapFallback", {
    "method": Literal["tapFallback"],
    "after": NotRequired[float],
})
ArmedResponseTapTryAgain = TypedDict("ArmedResponseTapTryAgain", {
    "method": Literal["tapTryAgain"],
    "after": NotRequired[float],
})
ArmedResponseEnterPasscode = TypedDict("ArmedResponseEnterPasscode", {
    "method": Literal["enterPasscode"],
    "passcode": str,
    "after": NotRequired[float],
})
ArmedResponseEnterApplicationPassword = TypedDict("ArmedResponseEnterApplicationPassword", {
    "method": Literal["enterApplicationPassword"],
    "password": str,
    "after": NotRequired[float],
})
ArmedResponseAllowPermission = TypedDict("ArmedResponseAllowPermission", {
    "method": Literal["allowPermission"],
    "after": NotRequired[float],
})
ArmedResponseDenyPermission = TypedDict("ArmedResponseDenyPermission", {
    "method": Literal["denyPermission"],
    "after": NotRequired[float],
})
ArmedResponseApproveCompanion = TypedDict("ArmedResponseApproveCompanion", {
    "method": Literal["approveCompanion"],
    "after": NotRequired[float],
})
ArmedResponse = ArmedResponseMatchingFace | ArmedResponseNonMatchingFace | ArmedResponseMatchingFinger | ArmedResponseNonMatchingFinger | ArmedResponseMatchingTouch | ArmedResponseNonMatchingTouch | ArmedResponseMatchingEyes | ArmedResponseNonMatchingEyes | ArmedResponseMatch | ArmedResponseNonMatch | ArmedResponseUnreadableScan | ArmedResponseTapCancel | ArmedResponseTapFallback | ArmedResponseTapTryAgain | ArmedResponseEnterPasscode | ArmedResponseEnterApplicationPassword | ArmedResponseAllowPermission | ArmedResponseDenyPermission | ArmedResponseApproveCompanion
UnusedResponseMethod = Literal[
    "matchingFace",
    "nonMatchingFace",
    "matchingFinger",
    "nonMatchingFinger",
    "matchingTouch",
    "nonMatchingTouch",
    "matchingEyes",
    "nonMatchingEyes",
    "match",
    "nonMatch",
    "unreadableScan",
    "tapCancel",
    "tapFallback",
    "tapTryAgain",
    "enterPasscode",
    "enterApplicationPassword",
    "allowPermission",
    "denyPermission",
    "approveCompanion",
]
UnusedResponse = TypedDict("UnusedResponse", {
    "method": UnusedResponseMethod,
    "identity": NotRequired[str],
    "after": NotRequired[float],
    "standing": NotRequired[bool],
})
StateLastUnlockMethod = Literal[
    "biometry",
    "passcode",
    "companion",
    "applicationPassword",
    "reuse",
    "context",
]
StateLastUnlock = TypedDict("StateLastUnlock", {
    "method": StateLastUnlockMethod,
    "time": float,
})
StateAppsValue = TypedDict("StateAppsValue", {
    "installed": bool,
    "state": Literal["foreground", "inactive", "background", "notRunning"],
    "permission": Literal["notDetermined", "granted", "denied"],
    "usageDescription": bool,
    "kind": NotRequired[Literal["app", "extension"]],
    "accessGroups": NotRequired[list[str]],
    "teamIdentifier": NotRequired[str],
})
StateCompanion = TypedDict("StateCompanion", {
    "near": bool,
    "type": Literal["watch", "mac", "vision"],
})
StateClock = TypedDict("StateClock", {
    "mode": Literal["real", "manual"],
    "monotonic": float,
    "wall": float,
})
State = TypedDict("State", {
    "udid": str,
    "biometryType": Literal["none", "touchID", "faceID", "opticID"],
    "sensor": Literal["ready", "covered", "disconnected", "notPaired"],
    "identities": list[str],
    "enrolled": bool,
    "passcodeSet": bool,
    "failedAttempts": int,
    "lockedOut": bool,
    "lockoutReason": Literal["failedAttempts", "restart", "remoteLock", "sos", "passcodeExpired"] | None,
    "passcodeFailures": int,
    "passcodeRetryAfter": float | None,
    "deviceLocked": bool,
    "unlockedSinceBoot": bool,
    "lastUnlock": StateLastUnlock | None,
    "apps": dict[str, StateAppsValue],
    "companion": StateCompanion,
    "prompt": Prompt | None,
    "keychain": dict[str, int],
    "failNext": list[OrderedFailure],
    "clock": StateClock,
    "behavior": Behavior,
})
EventPromptShown = TypedDict("EventPromptShown", {
    "kind": Literal["promptShown"],
    "seq": int,
    "device": str,
    "time": float,
    "prompt": str,
    "app": str,
    "pane": PromptPane,
    "policy": PromptPolicy | None,
    "purpose": NotRequired[PromptPurpose],
    "reason": str,
    "buttons": list[Literal["cancel", "fallback", "tryAgain", "allow", "deny"]],
    "scanning": bool,
    "attempt": int,
    "fallbackTitle": NotRequired[str],
    "cancelTitle": NotRequired[str],
})
EventPromptUpdated = TypedDict("EventPromptUpdated", {
    "kind": Literal["promptUpdated"],
    "seq": int,
    "device": str,
    "time": float,
    "prompt": str,
    "app": str,
    "pane": PromptPane,
    "policy": PromptPolicy | None,
    "purpose": NotRequired[PromptPurpose],
    "reason": str,
    "buttons": list[Literal["cancel", "fallback", "tryAgain", "allow", "deny"]],
    "scanning": bool,
    "attempt": int,
    "fallbackTitle": NotRequired[str],
    "cancelTitle": NotRequired[str],
})
EventPromptDismissed = TypedDict("EventPromptDismissed", {
    "kind": Literal["promptDismissed"],
    "seq": int,
    "device": str,
    "time": float,
    "prompt": str,
    "app": str,
    "pane": PromptPane,
    "policy": PromptPolicy | None,
    "purpose": NotRequired[PromptPurpose],
    "outcome": Literal["succeeded", "failed", "ended"],
    "method": NotRequired[StateLastUnlockMethod],
    "error": NotRequired[str],
    "code": NotRequired[int],
    "awaited": NotRequired[list[str]],
})
EventScan = TypedDict("EventScan", {
    "kind": Literal["scan"],
    "seq": int,
    "device": str,
    "time": float,
    "prompt": str | None,
    "matched": bool,
    "failedAttempts": int,
})
EventUnreadableScan = TypedDict("EventUnreadableScan", {
    "kind": Literal["unreadableScan"],
    "seq": int,
    "device": str,
    "time": float,
    "prompt": str,
})
EventLockout = TypedDict("EventLockout", {
    "kind": Literal["lockout"],
    "seq": int,
    "device": str,
    "time": float,
    "reason": Literal["failedAttempts", "restart", "remoteLock", "sos", "passcodeExpired"],
})
EventLockoutCleared = TypedDict("EventLockoutCleared", {
    "kind": Literal["lockoutCleared"],
    "seq": int,
    "device": str,
    "time": float,
})
EventEnrollmentChanged = TypedDict("EventEnrollmentChanged", {
    "kind": Literal["enrollmentChanged"],
    "seq": int,
    "device": str,
    "time": float,
    "identities": list[str],
})
EventPasscodeChanged = TypedDict("EventPasscodeChanged", {
    "kind": Literal["passcodeChanged"],
    "seq": int,
    "device": str,
    "time": float,
    "passcodeSet": bool,
})
EventStateChanged = TypedDict("EventStateChanged", {
    "kind": Literal["stateChanged"],
    "seq": int,
    "device": str,
    "time": float,
    "fields": list[str],
})
EventDeviceLocked = TypedDict("EventDeviceLocked", {
    "kind": Literal["deviceLocked"],
    "seq": int,
    "device": str,
    "time": float,
})
EventDeviceUnlocked = TypedDict("EventDeviceUnlocked", {
    "kind": Literal["deviceUnlocked"],
    "seq": int,
    "device": str,
    "time": float,
    "method": StateLastUnlockMethod | None,
})
EventAppStateChanged = TypedDict("EventAppStateChanged", {
    "kind": Literal["appStateChanged"],
    "seq": int,
    "device": str,
    "time": float,
    "app": str,
    "state": Literal["foreground", "inactive", "background", "notRunning"],
})
EventAppTerminated = TypedDict("EventAppTerminated", {
    "kind": Literal["appTerminated"],
    "seq": int,
    "device": str,
    "time": float,
    "app": str,
    "reason": Literal["privacy", "terminated", "uninstalled", "restart"],
})
EventKeychainChanged = TypedDict("EventKeychainChanged", {
    "kind": Literal["keychainChanged"],
    "seq": int,
    "device": str,
    "time": float,
    "app": str,
    "operation": Literal["add", "update", "delete", "invalidate", "reset"],
    "class": NotRequired[Literal["genericPassword", "internetPassword", "key"]],
    "count": NotRequired[int],
    "account": NotRequired[str],
    "service": NotRequired[str],
    "accessGroup": NotRequired[str],
    "server": NotRequired[str],
    "protocol": NotRequired[str],
    "port": NotRequired[int],
    "path": NotRequired[str],
    "securityDomain": NotRequired[str],
    "authenticationType": NotRequired[str],
    "applicationTag": NotRequired[str],
    "applicationLabel": NotRequired[str],
    "keyClass": NotRequired[Literal["public", "private", "symmetric"]],
    "keyType": NotRequired[Literal["rsa", "ec"]],
    "keySizeInBits": NotRequired[int],
    "accountBase64": NotRequired[str],
    "serviceBase64": NotRequired[str],
})
EventClockAdvanced = TypedDict("EventClockAdvanced", {
    "kind": Literal["clockAdvanced"],
    "seq": int,
    "device": str,
    "time": float,
    "seconds": float,
})
EventDeviceCreated = TypedDict("EventDeviceCreated", {
    "kind": Literal["deviceCreated"],
    "seq": int,
    "device": str,
    "time": float,
})
EventDeviceDeleted = TypedDict("EventDeviceDeleted", {
    "kind": Literal["deviceDeleted"],
    "seq": int,
    "device": str,
    "time": float,
})
EventSubscriptionGap = TypedDict("EventSubscriptionGap", {
    "kind": Literal["subscriptionGap"],
    "seq": int,
    "from": int,
    "to": int,
})
Event = EventPromptShown | EventPromptUpdated | EventPromptDismissed | EventScan | EventUnreadableScan | EventLockout | EventLockoutCleared | EventEnrollmentChanged | EventPasscodeChanged | EventStateChanged | EventDeviceLocked | EventDeviceUnlocked | EventAppStateChanged | EventAppTerminated | EventKeychainChanged | EventClockAdvanced | EventDeviceCreated | EventDeviceDeleted | EventSubscriptionGap
ErrorDataDomain = Literal[
    "com.apple.LocalAuthentication",
    "NSOSStatusErrorDomain",
    "CryptoTokenKit",
    "jsonrpc",
    "devicesim",
]
ErrorData = TypedDict("ErrorData", {
    "domain": ErrorDataDomain,
    "name": str,
})
Error = TypedDict("Error", {
    "code": int,
    "message": str,
    "data": ErrorData,
})
AccessControlAccessible = Literal[
    "whenUnlocked",
    "afterFirstUnlock",
    "always",
    "whenPasscodeSetThisDeviceOnly",
    "whenUnlockedThisDeviceOnly",
    "afterFirstUnlockThisDeviceOnly",
    "alwaysThisDeviceOnly",
]
AccessControlFlagsItem = Literal[
    "userPresence",
    "biometryAny",
    "biometryCurrentSet",
    "devicePasscode",
    "companion",
    "or",
    "and",
    "privateKeyUsage",
    "applicationPassword",
]
AccessControl = TypedDict("AccessControl", {
    "accessible": NotRequired[AccessControlAccessible],
    "flags": list[AccessControlFlagsItem],
})
Position = TypedDict("Position", {
    "seq": int,
})
GetServerInfoResult = TypedDict("GetServerInfoResult", {
    "name": str,
    "version": str,
    "protocolVersion": int,
    "pid": int,
    "appSocket": NotRequired[str],
    "harnessConnections": int,
    "limits": Limits,
    "features": list[str],
    "templates": list[str],
    "seq": int,
})
Changed = TypedDict("Changed", {
    "changed": bool,
    "seq": int,
})
ListDevicesResultDevicesItem = TypedDict("ListDevicesResultDevicesItem", {
    "device": str,
    "udid": str,
    "biometryType": Literal["none", "touchID", "faceID", "opticID"],
    "clock": Literal["real", "manual"],
    "ephemeral": bool,
})
ListDevicesResult = TypedDict("ListDevicesResult", {
    "devices": list[ListDevicesResultDevicesItem],
    "seq": int,
})
GetStateResult = TypedDict("GetStateResult", {
    "udid": str,
    "biometryType": Literal["none", "touchID", "faceID", "opticID"],
    "sensor": Literal["ready", "covered", "disconnected", "notPaired"],
    "identities": list[str],
    "enrolled": bool,
    "passcodeSet": bool,
    "failedAttempts": int,
    "lockedOut": bool,
    "lockoutReason": Literal["failedAttempts", "restart", "remoteLock", "sos", "passcodeExpired"] | None,
    "passcodeFailures": int,
    "passcodeRetryAfter": float | None,
    "deviceLocked": bool,
    "unlockedSinceBoot": bool,
    "lastUnlock": StateLastUnlock | None,
    "apps": dict[str, StateAppsValue],
    "companion": StateCompanion,
    "prompt": Prompt | None,
    "keychain": dict[str, int],
    "failNext": list[OrderedFailure],
    "clock": StateClock,
    "behavior": Behavior,
    "seq": int,
})
ListSnapshotsResultSnapshotsItem = TypedDict("ListSnapshotsResultSnapshotsItem", {
    "name": str,
    "time": float,
})
ListSnapshotsResult = TypedDict("ListSnapshotsResult", {
    "snapshots": list[ListSnapshotsResultSnapshotsItem],
    "seq": int,
})
ExportStateResult = TypedDict("ExportStateResult", {
    "state": dict[str, Any],
    "seq": int,
})
Reached = TypedDict("Reached", {
    "prompt": str,
    "matched": bool,
    "outcome": Literal["pending", "succeeded", "failed", "ended"],
    "failedAttempts": int,
    "seq": int,
})
ArmResult = TypedDict("ArmResult", {
    "waiting": int,
    "seq": int,
})
DisarmResult = TypedDict("DisarmResult", {
    "unused": list[UnusedResponse],
    "unusedFailures": NotRequired[list[OrderedFailure]],
    "seq": int,
})
ListKeychainItemsResultItemsItem = TypedDict("ListKeychainItemsResultItemsItem", {
    "app": str,
    "class": Literal["genericPassword", "internetPassword", "key"],
    "account": NotRequired[str],
    "service": NotRequired[str],
    "accessGroup": NotRequired[str],
    "label": NotRequired[str],
    "description": NotRequired[str],
    "comment": NotRequired[str],
    "generic": NotRequired[str],
    "creator": NotRequired[int],
    "type": NotRequired[int],
    "isInvisible": NotRequired[bool],
    "isNegative": NotRequired[bool],
    "server": NotRequired[str],
    "protocol": NotRequired[str],
    "port": NotRequired[int],
    "path": NotRequired[str],
    "securityDomain": NotRequired[str],
    "authenticationType": NotRequired[str],
    "applicationTag": NotRequired[str],
    "applicationLabel": NotRequired[str],
    "keyClass": NotRequired[Literal["public", "private", "symmetric"]],
    "keyType": NotRequired[Literal["rsa", "ec"]],
    "keySizeInBits": NotRequired[int],
    "tokenID": NotRequired[str],
    "publicKey": NotRequired[str],
    "accountBase64": NotRequired[str],
    "serviceBase64": NotRequired[str],
    "synchronizable": NotRequired[bool],
    "accessible": NotRequired[AccessControlAccessible],
    "flags": NotRequired[list[AccessControlFlagsItem]],
    "creationDate": float,
    "modificationDate": float,
    "usable": bool,
})
ListKeychainItemsResult = TypedDict("ListKeychainItemsResult", {
    "items": list[ListKeychainItemsResultItemsItem],
    "seq": int,
})
SubscribeKindsItem = Literal[
    "promptShown",
    "promptUpdated",
    "promptDismissed",
    "scan",
    "unreadableScan",
    "lockout",
    "lockoutCleared",
    "enrollmentChanged",
    "passcodeChanged",
    "stateChanged",
    "deviceLocked",
    "deviceUnlocked",
    "appStateChanged",
    "appTerminated",
    "keychainChanged",
    "clockAdvanced",
    "deviceCreated",
    "deviceDeleted",
    "subscriptionGap",
]
SubscribeResult = TypedDict("SubscribeResult", {
    "state": NotRequired[State],
    "seq": int,
})
WaitForKind = Literal[
    "promptShown",
    "promptUpdated",
    "promptDismissed",
    "scan",
    "unreadableScan",
    "lockout",
    "lockoutCleared",
    "enrollmentChanged",
    "passcodeChanged",
    "stateChanged",
    "deviceLocked",
    "deviceUnlocked",
    "appStateChanged",
    "appTerminated",
    "keychainChanged",
    "clockAdvanced",
    "deviceCreated",
    "deviceDeleted",
]
GetEventsResult = TypedDict("GetEventsResult", {
    "events": list[Event],
    "seq": int,
})
CreateContextResult = TypedDict("CreateContextResult", {
    "context": str,
})
InvalidateContextResult = TypedDict("InvalidateContextResult", {
    "changed": bool,
})
CanEvaluatePolicyPolicy = Literal[
    "deviceOwnerAuthenticationWithBiometrics",
    "deviceOwnerAuthentication",
    "deviceOwnerAuthenticationWithCompanion",
    "deviceOwnerAuthenticationWithBiometricsOrCompanion",
    "biometrics",
    "owner",
    "companion",
    "biometricsOrCompanion",
]
CanEvaluatePolicyResult = TypedDict("CanEvaluatePolicyResult", {
    "canEvaluate": bool,
    "biometryType": Literal["none", "touchID", "faceID", "opticID"],
    "error": NotRequired[Error],
    "domainState": NotRequired[str],
})
EvaluatePolicyResult = TypedDict("EvaluatePolicyResult", {
    "success": bool,
    "method": StateLastUnlockMethod,
    "domainState": NotRequired[str],
})
GetDomainStateResult = TypedDict("GetDomainStateResult", {
    "domainState": str | None,
    "biometryType": Literal["none", "touchID", "faceID", "opticID"],
    "stateHash": NotRequired[str],
    "companions": list[Literal["watch", "mac", "vision"]],
})
EvaluateAccessControlOperation = Literal[
    "createItem",
    "useItem",
    "createKey",
    "useKeySign",
    "useKeyDecrypt",
    "useKeyKeyExchange",
]
SecItemAddResultItemsItemAttributesAccessControl = TypedDict("SecItemAddResultItemsItemAttributesAccessControl", {
    "accessible": AccessControlAccessible,
    "flags": list[AccessControlFlagsItem],
})
SecItemAddResultItemsItemAttributes = TypedDict("SecItemAddResultItemsItemAttributes", {
    "class": Literal["genericPassword", "internetPassword", "key"],
    "account": NotRequired[str],
    "service": NotRequired[str],
    "accessGroup": NotRequired[str],
    "label": NotRequired[str],
    "description": NotRequired[str],
    "comment": NotRequired[str],
    "generic": NotRequired[str],
    "creator": NotRequired[int],
    "type": NotRequired[int],
    "isInvisible": NotRequired[bool],
    "isNegative": NotRequired[bool],
    "server": NotRequired[str],
    "protocol": NotRequired[str],
    "port": NotRequired[int],
    "path": NotRequired[str],
    "securityDomain": NotRequired[str],
    "authenticationType": NotRequired[str],
    "applicationTag": NotRequired[str],
    "applicationLabel": NotRequired[str],
    "keyClass": NotRequired[Literal["public", "private", "symmetric"]],
    "keyType": NotRequired[Literal["rsa", "ec"]],
    "keySizeInBits": NotRequired[int],
    "tokenID": NotRequired[str],
    "publicKey": NotRequired[str],
    "accountBase64": NotRequired[str],
    "serviceBase64": NotRequired[str],
    "synchronizable": NotRequired[bool],
    "accessible": NotRequired[AccessControlAccessible],
    "accessControl": NotRequired[SecItemAddResultItemsItemAttributesAccessControl],
    "creationDate": float,
    "modificationDate": float,
})
SecItemAddResultItemsItem = TypedDict("SecItemAddResultItemsItem", {
    "value": NotRequired[str],
    "valueBase64": NotRequired[str],
    "persistentRef": NotRequired[str],
    "attributes": NotRequired[SecItemAddResultItemsItemAttributes],
})
SecItemAddResult = TypedDict("SecItemAddResult", {
    "items": list[SecItemAddResultItemsItem],
})
SecItemUpdateQuery = TypedDict("SecItemUpdateQuery", {
    "class": NotRequired[Literal["genericPassword", "internetPassword", "key"]],
    "account": NotRequired[str],
    "service": NotRequired[str],
    "accessGroup": NotRequired[str],
    "label": NotRequired[str],
    "description": NotRequired[str],
    "comment": NotRequired[str],
    "generic": NotRequired[str],
    "creator": NotRequired[int],
    "type": NotRequired[int],
    "isInvisible": NotRequired[bool],
    "isNegative": NotRequired[bool],
    "server": NotRequired[str],
    "protocol": NotRequired[str],
    "port": NotRequired[int],
    "path": NotRequired[str],
    "securityDomain": NotRequired[str],
    "authenticationType": NotRequired[str],
    "applicationTag": NotRequired[str],
    "applicationLabel": NotRequired[str],
    "keyClass": NotRequired[Literal["public", "private", "symmetric"]],
    "keyType": NotRequired[Literal["rsa", "ec"]],
    "keySizeInBits": NotRequired[int],
    "tokenID": NotRequired[str],
    "publicKey": NotRequired[str],
    "accountBase64": NotRequired[str],
    "serviceBase64": NotRequired[str],
    "synchronizable": NotRequired[bool | Literal["any"]],
    "accessible": NotRequired[AccessControlAccessible],
    "persistentRef": NotRequired[str],
    "value": NotRequired[str],
    "valueBase64": NotRequired[str],
    "accessControl": NotRequired[AccessControl],
    "returnData": NotRequired[bool],
    "returnAttributes": NotRequired[bool],
    "returnPersistentRef": NotRequired[bool],
    "context": NotRequired[str],
    "authenticationUI": NotRequired[Literal["allow", "fail", "skip"]],
    "reason": NotRequired[str],
})
SecItemUpdateAttributes = TypedDict("SecItemUpdateAttributes", {
    "account": NotRequired[str],
    "service": NotRequired[str],
    "accessGroup": NotRequired[str],
    "label": NotRequired[str],
    "description": NotRequired[str],
    "comment": NotRequired[str],
    "generic": NotRequired[str],
    "creator": NotRequired[int],
    "type": NotRequired[int],
    "isInvisible": NotRequired[bool],
    "isNegative": NotRequired[bool],
    "server": NotRequired[str],
    "protocol": NotRequired[str],
    "port": NotRequired[int],
    "path": NotRequired[str],
    "securityDomain": NotRequired[str],
    "authenticationType": NotRequired[str],
    "applicationTag": NotRequired[str],
    "applicationLabel": NotRequired[str],
    "keyClass": NotRequired[Literal["public", "private", "symmetric"]],
    "keyType": NotRequired[Literal["rsa", "ec"]],
    "keySizeInBits": NotRequired[int],
    "tokenID": NotRequired[str],
    "publicKey": NotRequired[str],
    "accountBase64": NotRequired[str],
    "serviceBase64": NotRequired[str],
    "synchronizable": NotRequired[bool],
    "value": NotRequired[str],
    "valueBase64": NotRequired[str],
    "accessible": NotRequired[AccessControlAccessible],
    "accessControl": NotRequired[AccessControl],
})
SecItemUpdateResult = TypedDict("SecItemUpdateResult", {
    "updated": int,
})
SecItemDeleteResult = TypedDict("SecItemDeleteResult", {
    "deleted": int,
})
SecKeyUseResult = TypedDict("SecKeyUseResult", {
    "value": NotRequired[str],
    "valueBase64": NotRequired[str],
})
ErrorName = Literal[
    "ambiguousDevice",
    "appCancel",
    "appTerminated",
    "authFailed",
    "authenticationFailed",
    "biometryDisconnected",
    "biometryLockout",
    "biometryNotAvailable",
    "biometryNotEnrolled",
    "biometryNotPaired",
    "cancelled",
    "companionNotAvailable",
    "corruptedData",
    "decode",
    "deviceExists",
    "duplicateItem",
    "interactionNotAllowed",
    "internalError",
    "invalidContext",
    "invalidDimensions",
    "invalidParams",
    "invalidRequest",
    "itemNotFound",
    "limitExceeded",
    "lineTooLong",
    "methodNotFound",
    "missingEntitlement",
    "noSuchAttr",
    "noSuchControl",
    "notAvailable",
    "notDelivered",
    "notInteractive",
    "notPermitted",
    "notStored",
    "param",
    "parseError",
    "passcodeNotSet",
    "refused",
    "shuttingDown",
    "systemCancel",
    "timeout",
    "unknownContext",
    "unknownDevice",
    "unknownSnapshot",
    "userCancel",
    "userCanceled",
    "userFallback",
    "wrongModality",
]
