// Made by Protocol/clients/generate from Protocol/openrpc.json; do not edit.
import { EventEmitter } from "node:events";

export declare class DeviceError extends Error {
  name: ErrorName;
  code: number;
  domain: string;
  data: { name: ErrorName; domain: string; [member: string]: unknown };
}

/** The promise of a result. */
export type Answer<Result> = Promise<Result> & {
  /** of its request, for cancelRequest */
  id: number;
  /** Takes the request back, and its prompt goes; the promise is rejected with "cancelled". False if it was answered. */
  cancel(): boolean;
};

/** The name of a kind of event. */
export type EventKind = AnyEvent["kind"];

/** An event; of one kind, Event<"lockout">. */
export type Event<Kind extends EventKind = EventKind> = Extract<AnyEvent, { kind: Kind }>;

export declare class Device extends EventEmitter {
  readonly name: string | undefined;
  static open(options?: { device?: string; socket?: string }): Promise<Device>;
  static fresh(options?: StatePatch & { clock?: "real" | "manual"; socket?: string }): Promise<Device>;
  call(method: string, params?: object): Answer<any>;
  events<Kind extends EventKind = EventKind>(
    params?: { since?: number; kinds?: Kind[]; allDevices?: boolean },
  ): Promise<AsyncGenerator<Event<Kind>, void, undefined>>;
  close(): void;
  on(name: "event", listener: (event: Event) => void): this;
  on(name: "close", listener: () => void): this;
  once(name: "event", listener: (event: Event) => void): this;
  once(name: "close", listener: () => void): this;
  /** Answers at once, to show that the daemon is alive. */
  ping(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Returns the daemon's name, version, limits and features. */
  getServerInfo(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** always devicesim */
    name: string;
    /** of the program */
    version: string;
    /** of this protocol */
    protocolVersion: number;
    /** process id of the daemon */
    pid: number;
    /** path of the socket for apps; absent where there is none */
    appSocket?: string;
    /** open connections of harnesses, with this one; those to the socket for apps do not count */
    harnessConnections: number;
    /** what it bounds */
    limits: Limits;
    /** what a client may rely on */
    features: Array<string>;
    /** what createDevice can begin with */
    templates: Array<string>;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Sets the device of this connection, for requests that name none. */
  useDevice(params: {
    /** the device to use from now on */
    device: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Cancels a pending request of this connection. */
  cancelRequest(params: {
    /** id of the request that waits */
    id: string | number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Stops the daemon. */
  shutdown(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Lists the devices in the order of their names. */
  listDevices(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** every device there is */
    devices: Array<{
      /** its name */
      device: string;
      /** a UUID, for harnesses of Apple's simulator */
      udid: string;
      /** its sensor */
      biometryType: "none" | "touchID" | "faceID" | "opticID";
      /** which clock it runs on: real or manual */
      clock: "real" | "manual";
      /** deleted with the connection that created it */
      ephemeral: boolean;
    }>;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Creates a device. */
  createDevice(params: {
    /** its name */
    device: string;
    /** fields that differ from the defaults */
    state?: StatePatch;
    /** deleted with the connection that created it; default: false */
    ephemeral?: boolean;
    /** a template of the daemon's that it begins as, changed by state */
    template?: string;
    /** which clock it runs on: real or manual; default: the template's, else real */
    clock?: "real" | "manual";
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Creates a copy of a device as it is now, keychain included. */
  cloneDevice(params: {
    /** name of the copy */
    as: string;
    /** the one to copy */
    device?: string;
    /** deleted with the connection that created it; default: false */
    ephemeral?: boolean;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Creates another phone, set up from a backup of a device. */
  migrateDevice(params: {
    /** name of the new phone */
    as: string;
    /** the old one, which stays as it is */
    device?: string;
    /** whether the backup is encrypted; one that is not has no keychain; default: true; default: true */
    encryptedBackup?: boolean;
    /** deleted with the connection that created it; default: false */
    ephemeral?: boolean;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Deletes a device; calls that are pending on it end with systemCancel. */
  deleteDevice(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Restores a device to the state it was created with, its clock too. */
  resetDevice(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Returns every field of a device; of the passcode only `passcodeSet`. */
  getState(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** a UUID, for harnesses of Apple's simulator: the device's name if that is one, else made from it, always the same */
    udid: string;
    /** the sensor; set without identities or enrolled, the new sensor's default identity is enrolled */
    biometryType: "none" | "touchID" | "faceID" | "opticID";
    /** whether it can be used: ready, covered (closed lid), disconnected or notPaired (Touch ID in a keyboard) */
    sensor: "ready" | "covered" | "disconnected" | "notPaired";
    /** who is enrolled; Touch ID holds 5, Face ID 2, Optic ID 1 */
    identities: Array<string>;
    /** whether anybody is; true enrols the default identity if nobody was, false nobody */
    enrolled: boolean;
    /** whether the device has a passcode */
    passcodeSet: boolean;
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** whether biometry waits for the passcode */
    lockedOut: boolean;
    /** why biometry waits for the passcode, or null */
    lockoutReason: "failedAttempts" | "restart" | "remoteLock" | "sos" | "passcodeExpired" | null;
    /** different wrong passcodes in a row */
    passcodeFailures: number;
    /** seconds until the next passcode is accepted; null: never, the device is disabled */
    passcodeRetryAfter: number | null;
    /** whether the device is locked */
    deviceLocked: boolean;
    /** whether the device was unlocked after its last start */
    unlockedSinceBoot: boolean;
    /** how and when the device was last unlocked, or null */
    lastUnlock: {
      /** how */
      method: "biometry" | "passcode" | "companion" | "applicationPassword" | "reuse" | "context";
      /** when, on the device's monotonic clock */
      time: number;
    } | null;
    /** the apps this device knows, by bundle id */
    apps: Record<string, {
      /** whether the app is installed */
      installed: boolean;
      /** where it is in its life */
      state: "foreground" | "inactive" | "background" | "notRunning";
      /** whether it may use Face ID or Optic ID */
      permission: "notDetermined" | "granted" | "denied";
      /** whether it says what it uses Face ID for */
      usageDescription: boolean;
      /** an app, or an extension: a widget, a share sheet, a push handler */
      kind?: "app" | "extension";
      /** the access groups it declares; absent: it may name any */
      accessGroups?: Array<string>;
      /** what its own access group begins with */
      teamIdentifier?: string;
    }>;
    /** the paired Watch, Mac or Vision Pro */
    companion: {
      /** whether it is in reach */
      near: boolean;
      /** what it is; a new device's: watch */
      type: "watch" | "mac" | "vision";
    };
    /** the prompt on screen, or null */
    prompt: Prompt | null;
    /** how many keychain items each app has */
    keychain: Record<string, number>;
    /** failures that coming calls of apps meet, the first that fits first */
    failNext: Array<OrderedFailure>;
    /** the device's two clocks */
    clock: {
      /** which clock it runs on: real or manual */
      mode: "real" | "manual";
      /** seconds since the device was created; never goes back */
      monotonic: number;
      /** what the device shows as date and time, in Unix seconds */
      wall: number;
    };
    /** the knobs; those not given stay */
    behavior: Behavior;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Sets any of the settable fields of a device, all or nothing. */
  setState(params?: {
    /** the sensor; set without identities or enrolled, the new sensor's default identity is enrolled */
    biometryType?: "none" | "touchID" | "faceID" | "opticID";
    /** whether it can be used: ready, covered (closed lid), disconnected or notPaired (Touch ID in a keyboard) */
    sensor?: "ready" | "covered" | "disconnected" | "notPaired";
    /** who is enrolled; Touch ID holds 5, Face ID 2, Optic ID 1 */
    identities?: Array<string>;
    /** whether anybody is; true enrols the default identity if nobody was, false nobody */
    enrolled?: boolean;
    /** null: none is set; never shown, see passcodeSet */
    passcode?: string | null;
    /** failed scans in a row, on the whole device */
    failedAttempts?: number;
    /** whether biometry waits for the passcode */
    lockedOut?: boolean;
    /** why biometry waits for the passcode, or null */
    lockoutReason?: "failedAttempts" | "restart" | "remoteLock" | "sos" | "passcodeExpired" | null;
    /** different wrong passcodes in a row */
    passcodeFailures?: number;
    /** the paired Watch, Mac or Vision Pro */
    companion?: {
      /** whether it is in reach */
      near?: boolean;
      /** what it is; a new device's: watch */
      type?: "watch" | "mac" | "vision";
    };
    /** the knobs; those not given stay */
    behavior?: BehaviorPatch;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Saves a snapshot of a device, replacing one of the same name. */
  saveSnapshot(params: {
    /** name of the snapshot */
    name: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Restores a device from a snapshot, its clock too. */
  restoreSnapshot(params: {
    /** name of the snapshot */
    name: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Deletes a snapshot. */
  deleteSnapshot(params: {
    /** name of the snapshot */
    name: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Lists the snapshots of a device in the order of their names. */
  listSnapshots(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** every snapshot */
    snapshots: Array<{
      /** what it is called */
      name: string;
      /** when it was saved, on the device's monotonic clock */
      time: number;
    }>;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Returns a device as a whole, secrets included, for importState. */
  exportState(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** the device */
    state: Record<string, unknown>;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Turns a device into one that was exported, by this daemon or another. */
  importState(params: {
    /** what exportState returned */
    state: Record<string, unknown>;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Enrols an identity: another finger, the alternate appearance. */
  enroll(params?: {
    /** name of an enrolment identity */
    identity?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Removes an identity from the enrolment; without a name, all of them. */
  unenroll(params?: {
    /** name of an enrolment identity */
    identity?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Shows an enrolled face to the sensor. */
  matchingFace(params?: {
    /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Shows a face that is not enrolled to the sensor. */
  nonMatchingFace(params?: {
    /** who is scanned; of no effect, for it does not match */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Puts an enrolled finger on the sensor. */
  matchingFinger(params?: {
    /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Puts a finger that is not enrolled on the sensor. */
  nonMatchingFinger(params?: {
    /** who is scanned; of no effect, for it does not match */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Another name of matchingFinger. */
  matchingTouch(params?: {
    /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Another name of nonMatchingFinger. */
  nonMatchingTouch(params?: {
    /** who is scanned; of no effect, for it does not match */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Shows enrolled eyes to the sensor. */
  matchingEyes(params?: {
    /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Shows eyes that are not enrolled to the sensor. */
  nonMatchingEyes(params?: {
    /** who is scanned; of no effect, for it does not match */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Scans somebody enrolled, whatever the sensor is. */
  match(params?: {
    /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Scans somebody not enrolled, whatever the sensor is. */
  nonMatch(params?: {
    /** who is scanned; of no effect, for it does not match */
    identity?: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Presents what the sensor cannot read: a wet finger, nobody before the camera. */
  unreadableScan(params?: {
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Taps cancel; the app's call ends with userCancel. */
  tapCancel(params?: {
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Taps the fallback button: userFallback under a biometric policy, else the passcode pane. */
  tapFallback(params?: {
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Taps try again after a failed scan; scanning resumes. */
  tapTryAgain(params?: {
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Enters a passcode on the passcode pane. */
  enterPasscode(params: {
    /** what is entered, right or wrong */
    passcode: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Enters the password of a keychain item on its pane. */
  enterApplicationPassword(params: {
    /** what is entered, right or wrong */
    password: string;
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Allows Face ID or Optic ID in the permission alert. */
  allowPermission(params?: {
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Denies it: biometryNotAvailable, or the passcode pane; the alert is not shown again. */
  denyPermission(params?: {
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Approves on the paired Mac, Watch or Vision Pro. */
  approveCompanion(params?: {
    /** wait for a prompt that takes it, or answer the one on screen; default: false */
    whenPrompted?: boolean;
    /** with whenPrompted: how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** which prompt it reached */
    prompt: string;
    /** whether the scan or passcode was the right one */
    matched: boolean;
    /** what became of the app's call; pending: the prompt is still on screen */
    outcome: "pending" | "succeeded" | "failed" | "ended";
    /** failed scans in a row, on the whole device */
    failedAttempts: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Queues responses that coming prompts consume, one by one. */
  arm(params: {
    /** what to do, in this order */
    responses: Array<ArmedResponse>;
    /** whether they serve every prompt that takes them, until disarmed; default: false */
    standing?: boolean;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** how many are armed now */
    waiting: number;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Removes armed responses and ordered failures, and returns the unused ones. */
  disarm(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** in order */
    unused: Array<UnusedResponse>;
    /** failures that too few calls met, in order; absent: none */
    unusedFailures?: Array<OrderedFailure>;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Lets the next calls of apps fail with an error, without a prompt. */
  failNext(params: {
    /** an LAError or an OSStatus by its name, or a number, which is of the kind that the call has */
    error: "authenticationFailed" | "userCancel" | "userFallback" | "systemCancel" | "passcodeNotSet" | "biometryNotAvailable" | "biometryNotEnrolled" | "biometryLockout" | "appCancel" | "invalidContext" | "companionNotAvailable" | "biometryNotPaired" | "biometryDisconnected" | "invalidDimensions" | "notInteractive" | "param" | "userCanceled" | "notAvailable" | "authFailed" | "duplicateItem" | "itemNotFound" | "noSuchAttr" | "interactionNotAllowed" | "decode" | "missingEntitlement" | number;
    /** which calls; default: any that can fail with the error */
    method?: "canEvaluatePolicy" | "evaluatePolicy" | "evaluateAccessControl" | "secItemAdd" | "secItemCopyMatching" | "secItemUpdate" | "secItemDelete" | "secKeyUse";
    /** how many calls fail; null: all; default: 1 */
    times?: number | null;
    /** whose calls; default: those of any app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Sets or changes the device's passcode, as in Settings; clears a lockout. */
  setPasscode(params: {
    /** the new passcode */
    passcode: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Removes the device's passcode, as in Settings; clears a lockout. */
  clearPasscode(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Locks the screen: prompts end with systemCancel, the app goes to the background. */
  lockDevice(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Unlocks the device with biometry or the passcode. */
  unlockDevice(params?: {
    /** what is entered on the lock screen */
    passcode?: string;
    /** how; default: what the other parameters say, else biometry */
    with?: "biometry" | "passcode";
    /** who looks or touches; default: the first enrolled identity */
    identity?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Restarts the device: locked, and biometry waits for the passcode. */
  restartDevice(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Sets what an app may do; an unknown app is registered, not launched. */
  setApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** whether it may use Face ID or Optic ID */
    permission?: "notDetermined" | "granted" | "denied";
    /** whether it says what it uses Face ID for; without one Face ID terminates it */
    usageDescription?: boolean;
    /** an app, or an extension: a widget, a share sheet, a push handler, which comes up beside an app */
    kind?: "app" | "extension";
    /** its keychain-access-groups, by their full names; null: none are declared, and it may name any */
    accessGroups?: Array<string> | null;
    /** what its own access group begins with; null: that is its bundle id alone */
    teamIdentifier?: string | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Launches an app into the foreground. */
  launchApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** launch it where nobody sees it, as a push does; default: false; default: false */
    inBackground?: boolean;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Brings a running app to the foreground. */
  activateApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Sends an app to the background; its prompt ends with systemCancel. */
  backgroundApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Covers the app in front, as a call or the app switcher does: it is inactive. */
  coverApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Uncovers an app. */
  uncoverApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Terminates an app; its connections get appTerminated from then on. */
  terminateApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Installs an app; its permission is then notDetermined. */
  installApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Uninstalls an app. */
  uninstallApp(params?: {
    /** bundle id of the app; default: com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Lists keychain items without their values. */
  listKeychainItems(params?: {
    /** bundle id of an app; default: all apps */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** app by app, the oldest item first; never what they keep */
    items: Array<{
      /** whose it is */
      app: string;
      /** what kind of item */
      class: "genericPassword" | "internetPassword" | "key";
      /** whose password it is; in every class part of the primary key */
      account?: string;
      /** what a generic password is for; part of its primary key */
      service?: string;
      /** part of the primary key; default: the app's bundle id */
      accessGroup?: string;
      /** a title for people */
      label?: string;
      /** what kind of item it is, for people */
      description?: string;
      /** a remark */
      comment?: string;
      /** anything of the app's own */
      generic?: string;
      /** four characters of the app that made it, as a number */
      creator?: number;
      /** four characters that tell the app's kinds of items apart, as a number */
      type?: number;
      /** whether people are not to see it */
      isInvisible?: boolean;
      /** whether it only says that there is no password */
      isNegative?: boolean;
      /** the host of an internet password; part of its primary key, as the next five are */
      server?: string;
      /** like https */
      protocol?: string;
      /** a number */
      port?: number;
      /** mostly that of a URL */
      path?: string;
      /** the realm */
      securityDomain?: string;
      /** like form */
      authenticationType?: string;
      /** what a key is found by; part of its primary key, as the next four are */
      applicationTag?: string;
      /** mostly a hash of the public key */
      applicationLabel?: string;
      /** which half of a pair it is */
      keyClass?: "public" | "private" | "symmetric";
      /** the algorithm; ec: the elliptic curves of NIST */
      keyType?: "rsa" | "ec";
      /** how long a key is */
      keySizeInBits?: number;
      /** what keeps a key; its value is then never read */
      tokenID?: string;
      /** the public half of a private key, so that nobody is asked for it */
      publicKey?: string;
      /** the same as base64 of any bytes; not beside account */
      accountBase64?: string;
      /** the same as base64 of any bytes; not beside service */
      serviceBase64?: string;
      /** whether it goes to other devices */
      synchronizable?: boolean;
      /** when it can be read */
      accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
      /** who has to be there for a read; absent: no access control */
      flags?: Array<"userPresence" | "biometryAny" | "biometryCurrentSet" | "devicePasscode" | "companion" | "or" | "and" | "privateKeyUsage" | "applicationPassword">;
      /** on the device's wall clock, in Unix seconds */
      creationDate: number;
      /** on the device's wall clock, in Unix seconds */
      modificationDate: number;
      /** whether it could be read as the device stands, if need be with the right answer to a prompt */
      usable: boolean;
    }>;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Removes all keychain items of an app, or of all apps. */
  resetKeychain(params?: {
    /** bundle id of an app; default: all apps */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Chooses the real or a manual clock, and sets the wall clock. */
  setClock(params?: {
    /** real, or manual: only advanceClock moves it */
    mode?: "real" | "manual";
    /** date and time in Unix seconds */
    wallTime?: number;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Moves a manual clock forward; what falls due happens in order. */
  advanceClock(params: {
    /** how far */
    seconds: number;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Sends events to this connection, from now on or from `since` on. */
  subscribe<Kind extends EventKind = EventKind>(params?: {
    /** only events with a greater seq */
    since?: number;
    /** only events of these kinds */
    kinds?: Kind[];
    /** events of every device, not of this one only; default: false */
    allDevices?: boolean;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** the device's state at seq; absent with allDevices */
    state?: State;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Stops sending events to this connection. */
  unsubscribe(params?: {
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Waits for an event of a kind; answered at once if its state already holds. */
  waitFor<Kind extends EventKind = EventKind>(params: {
    /** which event */
    kind: Kind;
    /** members the event must have, by the names it has them under */
    where?: Record<string, unknown>;
    /** only events with a greater seq */
    since?: number;
    /** how long to wait, in real seconds; null: for ever; default: 10 */
    timeout?: number | null;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<Event<Kind>>;
  /** Returns events of the log, oldest first. */
  getEvents<Kind extends EventKind = EventKind>(params?: {
    /** only events with a greater seq */
    since?: number;
    /** only events of these kinds */
    kinds?: Kind[];
    /** at most this many, the oldest first; default: all */
    limit?: number;
    /** events of every device, not of this one only; default: false */
    allDevices?: boolean;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** what is in the log */
    events: Array<Event<Kind>>;
    /** the log's position after this reply */
    seq: number;
  }>;
  /** Creates an authentication context, as LAContext() does. */
  createContext(params?: {
    /** fail with notInteractive instead of showing a prompt; default: false */
    interactionNotAllowed?: boolean;
    /** seconds for which a biometric device unlock counts as the answer; default: 0, at most 300 count */
    reuseDuration?: number;
    /** title of the fallback button; empty: there is none */
    fallbackTitle?: string;
    /** title of the cancel button; empty: the default */
    cancelTitle?: string;
    /** the reason for prompts that give none */
    reason?: string;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** its id on this device */
    context: string;
  }>;
  /** Ends a context: a pending evaluation ends with appCancel, later ones with invalidContext. */
  invalidateContext(params: {
    /** which context */
    context: string;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
  }>;
  /** Says whether a policy can be evaluated now; never shows a prompt. */
  canEvaluatePolicy(params: {
    /** what is asked of the device owner */
    policy: "deviceOwnerAuthenticationWithBiometrics" | "deviceOwnerAuthentication" | "deviceOwnerAuthenticationWithCompanion" | "deviceOwnerAuthenticationWithBiometricsOrCompanion" | "biometrics" | "owner" | "companion" | "biometricsOrCompanion";
    /** a context of this connection; default: a fresh one */
    context?: string;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** the answer */
    canEvaluate: boolean;
    /** the sensor, whatever the answer */
    biometryType: "none" | "touchID" | "faceID" | "opticID";
    /** why not */
    error?: Error;
    /** changes with every change of the enrolment; absent where there is none */
    domainState?: string;
  }>;
  /** Asks the device owner; answered when the prompt ends. */
  evaluatePolicy(params: {
    /** what is asked of the device owner */
    policy: "deviceOwnerAuthenticationWithBiometrics" | "deviceOwnerAuthentication" | "deviceOwnerAuthenticationWithCompanion" | "deviceOwnerAuthenticationWithBiometricsOrCompanion" | "biometrics" | "owner" | "companion" | "biometricsOrCompanion";
    /** what the app says it is for */
    reason: string;
    /** a context of this connection; default: a fresh one */
    context?: string;
    /** title of the fallback button; empty: there is none */
    fallbackTitle?: string;
    /** title of the cancel button; empty: the default */
    cancelTitle?: string;
    /** seconds for which a biometric device unlock counts as the answer; default: 0, at most 300 count */
    reuseDuration?: number;
    /** fail with notInteractive instead of showing a prompt; default: false */
    interactionNotAllowed?: boolean;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** always true; a failure is an error */
    success: boolean;
    /** who satisfied it; context: nobody had to */
    method: "biometry" | "passcode" | "companion" | "applicationPassword" | "reuse" | "context";
    /** changes with every change of the enrolment; absent where there is none */
    domainState?: string;
  }>;
  /** Returns values that change with who can authenticate. */
  getDomainState(params?: {
    /** a context of this connection; default: a fresh one */
    context?: string;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** null until a biometric check or match of this context succeeded; changes with the enrolment */
    domainState: string | null;
    /** the sensor */
    biometryType: "none" | "touchID" | "faceID" | "opticID";
    /** changes with the enrolment; absent: nobody is enrolled */
    stateHash?: string;
    /** the companions in reach */
    companions: Array<"watch" | "mac" | "vision">;
  }>;
  /** Asks for what an access control requires; answered when the prompt ends. */
  evaluateAccessControl(params: {
    /** what to evaluate */
    accessControl: AccessControl;
    /** what the app is about to do; the constraints are asked for in any case */
    operation: "createItem" | "useItem" | "createKey" | "useKeySign" | "useKeyDecrypt" | "useKeyKeyExchange";
    /** what the app says it is for */
    reason: string;
    /** a context of this connection; default: a fresh one */
    context?: string;
    /** title of the fallback button; empty: there is none */
    fallbackTitle?: string;
    /** title of the cancel button; empty: the default */
    cancelTitle?: string;
    /** fail with notInteractive instead of showing a prompt; default: false */
    interactionNotAllowed?: boolean;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** always true; a failure is an error */
    success: boolean;
    /** who satisfied it; context: nobody had to */
    method: "biometry" | "passcode" | "companion" | "applicationPassword" | "reuse" | "context";
    /** changes with every change of the enrolment; absent where there is none */
    domainState?: string;
  }>;
  /** Gives a context the password of items with applicationPassword. */
  setCredential(params: {
    /** which context */
    context: string;
    /** what the credential is; the only type */
    type?: "applicationPassword";
    /** null: none any more, as text */
    credential?: string | null;
    /** null: none any more, as base64 of any bytes; not beside credential */
    credentialBase64?: string | null;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** false if the state already was as asked */
    changed: boolean;
  }>;
  /** Stores a keychain item, as SecItemAdd does; never shows a prompt. */
  secItemAdd(params: {
    /** what kind of item */
    class: "genericPassword" | "internetPassword" | "key";
    /** whose password it is; in every class part of the primary key */
    account?: string;
    /** what a generic password is for; part of its primary key */
    service?: string;
    /** part of the primary key; default: the app's bundle id */
    accessGroup?: string;
    /** a title for people */
    label?: string;
    /** what kind of item it is, for people */
    description?: string;
    /** a remark */
    comment?: string;
    /** anything of the app's own */
    generic?: string;
    /** four characters of the app that made it, as a number */
    creator?: number;
    /** four characters that tell the app's kinds of items apart, as a number */
    type?: number;
    /** whether people are not to see it */
    isInvisible?: boolean;
    /** whether it only says that there is no password */
    isNegative?: boolean;
    /** the host of an internet password; part of its primary key, as the next five are */
    server?: string;
    /** like https */
    protocol?: string;
    /** a number */
    port?: number;
    /** mostly that of a URL */
    path?: string;
    /** the realm */
    securityDomain?: string;
    /** like form */
    authenticationType?: string;
    /** what a key is found by; part of its primary key, as the next four are */
    applicationTag?: string;
    /** mostly a hash of the public key */
    applicationLabel?: string;
    /** which half of a pair it is */
    keyClass?: "public" | "private" | "symmetric";
    /** the algorithm; ec: the elliptic curves of NIST */
    keyType?: "rsa" | "ec";
    /** how long a key is */
    keySizeInBits?: number;
    /** what keeps a key; its value is then never read */
    tokenID?: string;
    /** the public half of a private key, so that nobody is asked for it */
    publicKey?: string;
    /** the same as base64 of any bytes; not beside account */
    accountBase64?: string;
    /** the same as base64 of any bytes; not beside service */
    serviceBase64?: string;
    /** whether it goes to other devices; default: false */
    synchronizable?: boolean;
    /** what it keeps; default: empty, as text */
    value?: string;
    /** what it keeps; default: empty, as base64 of any bytes; not beside value */
    valueBase64?: string;
    /** when it can be read; default: whenUnlocked */
    accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
    /** what protects it; not beside accessible */
    accessControl?: AccessControl;
    /** return what it keeps; default: false */
    returnData?: boolean;
    /** return its attributes; default: false */
    returnAttributes?: boolean;
    /** return what finds it again later; default: false */
    returnPersistentRef?: boolean;
    /** a context of this connection; default: a fresh one */
    context?: string;
    /** fail: no prompt; skip: leave out items that need one; default: allow */
    authenticationUI?: "allow" | "fail" | "skip";
    /** false: a key is checked and not stored; default: true */
    permanent?: boolean;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** the item, if anything of it is to be returned */
    items: Array<{
      /** what it keeps, if it was stored as text and returnData is true */
      value?: string;
      /** what it keeps, if it was stored as base64 and returnData is true */
      valueBase64?: string;
      /** what finds the item again, if returnPersistentRef is true, as base64 */
      persistentRef?: string;
      /** everything else, if returnAttributes is true */
      attributes?: {
        /** what kind of item */
        class: "genericPassword" | "internetPassword" | "key";
        /** whose password it is; in every class part of the primary key */
        account?: string;
        /** what a generic password is for; part of its primary key */
        service?: string;
        /** part of the primary key; default: the app's bundle id */
        accessGroup?: string;
        /** a title for people */
        label?: string;
        /** what kind of item it is, for people */
        description?: string;
        /** a remark */
        comment?: string;
        /** anything of the app's own */
        generic?: string;
        /** four characters of the app that made it, as a number */
        creator?: number;
        /** four characters that tell the app's kinds of items apart, as a number */
        type?: number;
        /** whether people are not to see it */
        isInvisible?: boolean;
        /** whether it only says that there is no password */
        isNegative?: boolean;
        /** the host of an internet password; part of its primary key, as the next five are */
        server?: string;
        /** like https */
        protocol?: string;
        /** a number */
        port?: number;
        /** mostly that of a URL */
        path?: string;
        /** the realm */
        securityDomain?: string;
        /** like form */
        authenticationType?: string;
        /** what a key is found by; part of its primary key, as the next four are */
        applicationTag?: string;
        /** mostly a hash of the public key */
        applicationLabel?: string;
        /** which half of a pair it is */
        keyClass?: "public" | "private" | "symmetric";
        /** the algorithm; ec: the elliptic curves of NIST */
        keyType?: "rsa" | "ec";
        /** how long a key is */
        keySizeInBits?: number;
        /** what keeps a key; its value is then never read */
        tokenID?: string;
        /** the public half of a private key, so that nobody is asked for it */
        publicKey?: string;
        /** the same as base64 of any bytes; not beside account */
        accountBase64?: string;
        /** the same as base64 of any bytes; not beside service */
        serviceBase64?: string;
        /** whether it goes to other devices */
        synchronizable?: boolean;
        /** when it can be read */
        accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
        /** what protects it; absent: its class alone */
        accessControl?: {
          /** when it can be read */
          accessible: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
          /** who has to be there for a read; absent: no access control */
          flags: Array<"userPresence" | "biometryAny" | "biometryCurrentSet" | "devicePasscode" | "companion" | "or" | "and" | "privateKeyUsage" | "applicationPassword">;
        };
        /** on the device's wall clock, in Unix seconds */
        creationDate: number;
        /** on the device's wall clock, in Unix seconds */
        modificationDate: number;
      };
    }>;
  }>;
  /** Reads keychain items, as SecItemCopyMatching does; protected ones take a prompt. */
  secItemCopyMatching(params?: {
    /** what kind of item; needed without persistentRef */
    class?: "genericPassword" | "internetPassword" | "key";
    /** whose password it is; in every class part of the primary key */
    account?: string;
    /** what a generic password is for; part of its primary key */
    service?: string;
    /** part of the primary key; default: the app's bundle id */
    accessGroup?: string;
    /** a title for people */
    label?: string;
    /** what kind of item it is, for people */
    description?: string;
    /** a remark */
    comment?: string;
    /** anything of the app's own */
    generic?: string;
    /** four characters of the app that made it, as a number */
    creator?: number;
    /** four characters that tell the app's kinds of items apart, as a number */
    type?: number;
    /** whether people are not to see it */
    isInvisible?: boolean;
    /** whether it only says that there is no password */
    isNegative?: boolean;
    /** the host of an internet password; part of its primary key, as the next five are */
    server?: string;
    /** like https */
    protocol?: string;
    /** a number */
    port?: number;
    /** mostly that of a URL */
    path?: string;
    /** the realm */
    securityDomain?: string;
    /** like form */
    authenticationType?: string;
    /** what a key is found by; part of its primary key, as the next four are */
    applicationTag?: string;
    /** mostly a hash of the public key */
    applicationLabel?: string;
    /** which half of a pair it is */
    keyClass?: "public" | "private" | "symmetric";
    /** the algorithm; ec: the elliptic curves of NIST */
    keyType?: "rsa" | "ec";
    /** how long a key is */
    keySizeInBits?: number;
    /** what keeps a key; its value is then never read */
    tokenID?: string;
    /** the public half of a private key, so that nobody is asked for it */
    publicKey?: string;
    /** the same as base64 of any bytes; not beside account */
    accountBase64?: string;
    /** the same as base64 of any bytes; not beside service */
    serviceBase64?: string;
    /** which items; default: false */
    synchronizable?: boolean | "any";
    /** which items; default: any */
    accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
    /** what returnPersistentRef returned, as base64 */
    persistentRef?: string;
    /** accepted, and does not narrow the query */
    value?: string;
    /** accepted, and does not narrow the query */
    valueBase64?: string;
    /** accepted, and does not narrow the query */
    accessControl?: AccessControl;
    /** return what it keeps; default: false */
    returnData?: boolean;
    /** return its attributes; default: false */
    returnAttributes?: boolean;
    /** return what finds it again later; default: false */
    returnPersistentRef?: boolean;
    /** a context of this connection; default: a fresh one */
    context?: string;
    /** fail: no prompt; skip: leave out items that need one; default: allow */
    authenticationUI?: "allow" | "fail" | "skip";
    /** how many items at most; default: 1 */
    limit?: number | "all";
    /** what a prompt says it is for; default: the context's */
    reason?: string;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** one object each, the oldest item first */
    items: Array<{
      /** what it keeps, if it was stored as text and returnData is true */
      value?: string;
      /** what it keeps, if it was stored as base64 and returnData is true */
      valueBase64?: string;
      /** what finds the item again, if returnPersistentRef is true, as base64 */
      persistentRef?: string;
      /** everything else, if returnAttributes is true */
      attributes?: {
        /** what kind of item */
        class: "genericPassword" | "internetPassword" | "key";
        /** whose password it is; in every class part of the primary key */
        account?: string;
        /** what a generic password is for; part of its primary key */
        service?: string;
        /** part of the primary key; default: the app's bundle id */
        accessGroup?: string;
        /** a title for people */
        label?: string;
        /** what kind of item it is, for people */
        description?: string;
        /** a remark */
        comment?: string;
        /** anything of the app's own */
        generic?: string;
        /** four characters of the app that made it, as a number */
        creator?: number;
        /** four characters that tell the app's kinds of items apart, as a number */
        type?: number;
        /** whether people are not to see it */
        isInvisible?: boolean;
        /** whether it only says that there is no password */
        isNegative?: boolean;
        /** the host of an internet password; part of its primary key, as the next five are */
        server?: string;
        /** like https */
        protocol?: string;
        /** a number */
        port?: number;
        /** mostly that of a URL */
        path?: string;
        /** the realm */
        securityDomain?: string;
        /** like form */
        authenticationType?: string;
        /** what a key is found by; part of its primary key, as the next four are */
        applicationTag?: string;
        /** mostly a hash of the public key */
        applicationLabel?: string;
        /** which half of a pair it is */
        keyClass?: "public" | "private" | "symmetric";
        /** the algorithm; ec: the elliptic curves of NIST */
        keyType?: "rsa" | "ec";
        /** how long a key is */
        keySizeInBits?: number;
        /** what keeps a key; its value is then never read */
        tokenID?: string;
        /** the public half of a private key, so that nobody is asked for it */
        publicKey?: string;
        /** the same as base64 of any bytes; not beside account */
        accountBase64?: string;
        /** the same as base64 of any bytes; not beside service */
        serviceBase64?: string;
        /** whether it goes to other devices */
        synchronizable?: boolean;
        /** when it can be read */
        accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
        /** what protects it; absent: its class alone */
        accessControl?: {
          /** when it can be read */
          accessible: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
          /** who has to be there for a read; absent: no access control */
          flags: Array<"userPresence" | "biometryAny" | "biometryCurrentSet" | "devicePasscode" | "companion" | "or" | "and" | "privateKeyUsage" | "applicationPassword">;
        };
        /** on the device's wall clock, in Unix seconds */
        creationDate: number;
        /** on the device's wall clock, in Unix seconds */
        modificationDate: number;
      };
    }>;
  }>;
  /** Changes keychain items, as SecItemUpdate does; protected ones take a prompt. */
  secItemUpdate(params: {
    /** which items: all that match */
    query: {
      /** what kind of item; needed without persistentRef */
      class?: "genericPassword" | "internetPassword" | "key";
      /** whose password it is; in every class part of the primary key */
      account?: string;
      /** what a generic password is for; part of its primary key */
      service?: string;
      /** part of the primary key; default: the app's bundle id */
      accessGroup?: string;
      /** a title for people */
      label?: string;
      /** what kind of item it is, for people */
      description?: string;
      /** a remark */
      comment?: string;
      /** anything of the app's own */
      generic?: string;
      /** four characters of the app that made it, as a number */
      creator?: number;
      /** four characters that tell the app's kinds of items apart, as a number */
      type?: number;
      /** whether people are not to see it */
      isInvisible?: boolean;
      /** whether it only says that there is no password */
      isNegative?: boolean;
      /** the host of an internet password; part of its primary key, as the next five are */
      server?: string;
      /** like https */
      protocol?: string;
      /** a number */
      port?: number;
      /** mostly that of a URL */
      path?: string;
      /** the realm */
      securityDomain?: string;
      /** like form */
      authenticationType?: string;
      /** what a key is found by; part of its primary key, as the next four are */
      applicationTag?: string;
      /** mostly a hash of the public key */
      applicationLabel?: string;
      /** which half of a pair it is */
      keyClass?: "public" | "private" | "symmetric";
      /** the algorithm; ec: the elliptic curves of NIST */
      keyType?: "rsa" | "ec";
      /** how long a key is */
      keySizeInBits?: number;
      /** what keeps a key; its value is then never read */
      tokenID?: string;
      /** the public half of a private key, so that nobody is asked for it */
      publicKey?: string;
      /** the same as base64 of any bytes; not beside account */
      accountBase64?: string;
      /** the same as base64 of any bytes; not beside service */
      serviceBase64?: string;
      /** which items; default: false */
      synchronizable?: boolean | "any";
      /** which items; default: any */
      accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
      /** what returnPersistentRef returned, as base64 */
      persistentRef?: string;
      /** accepted, and does not narrow the query */
      value?: string;
      /** accepted, and does not narrow the query */
      valueBase64?: string;
      /** accepted, and does not narrow the query */
      accessControl?: AccessControl;
      /** return what it keeps; default: false */
      returnData?: boolean;
      /** return its attributes; default: false */
      returnAttributes?: boolean;
      /** return what finds it again later; default: false */
      returnPersistentRef?: boolean;
      /** a context of this connection; default: a fresh one */
      context?: string;
      /** fail: no prompt; skip: leave out items that need one; default: allow */
      authenticationUI?: "allow" | "fail" | "skip";
      /** what a prompt says it is for; default: the context's */
      reason?: string;
    };
    /** the changes */
    attributes: {
      /** whose password it is; in every class part of the primary key */
      account?: string;
      /** what a generic password is for; part of its primary key */
      service?: string;
      /** part of the primary key; default: the app's bundle id */
      accessGroup?: string;
      /** a title for people */
      label?: string;
      /** what kind of item it is, for people */
      description?: string;
      /** a remark */
      comment?: string;
      /** anything of the app's own */
      generic?: string;
      /** four characters of the app that made it, as a number */
      creator?: number;
      /** four characters that tell the app's kinds of items apart, as a number */
      type?: number;
      /** whether people are not to see it */
      isInvisible?: boolean;
      /** whether it only says that there is no password */
      isNegative?: boolean;
      /** the host of an internet password; part of its primary key, as the next five are */
      server?: string;
      /** like https */
      protocol?: string;
      /** a number */
      port?: number;
      /** mostly that of a URL */
      path?: string;
      /** the realm */
      securityDomain?: string;
      /** like form */
      authenticationType?: string;
      /** what a key is found by; part of its primary key, as the next four are */
      applicationTag?: string;
      /** mostly a hash of the public key */
      applicationLabel?: string;
      /** which half of a pair it is */
      keyClass?: "public" | "private" | "symmetric";
      /** the algorithm; ec: the elliptic curves of NIST */
      keyType?: "rsa" | "ec";
      /** how long a key is */
      keySizeInBits?: number;
      /** what keeps a key; its value is then never read */
      tokenID?: string;
      /** the public half of a private key, so that nobody is asked for it */
      publicKey?: string;
      /** the same as base64 of any bytes; not beside account */
      accountBase64?: string;
      /** the same as base64 of any bytes; not beside service */
      serviceBase64?: string;
      /** whether it goes to other devices */
      synchronizable?: boolean;
      /** what it keeps, as text */
      value?: string;
      /** what it keeps, as base64 of any bytes; not beside value */
      valueBase64?: string;
      /** when it can be read */
      accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
      /** what protects it; not beside accessible */
      accessControl?: AccessControl;
    };
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** how many items */
    updated: number;
  }>;
  /** Deletes keychain items, as SecItemDelete does; never shows a prompt. */
  secItemDelete(params?: {
    /** what kind of item; needed without persistentRef */
    class?: "genericPassword" | "internetPassword" | "key";
    /** whose password it is; in every class part of the primary key */
    account?: string;
    /** what a generic password is for; part of its primary key */
    service?: string;
    /** part of the primary key; default: the app's bundle id */
    accessGroup?: string;
    /** a title for people */
    label?: string;
    /** what kind of item it is, for people */
    description?: string;
    /** a remark */
    comment?: string;
    /** anything of the app's own */
    generic?: string;
    /** four characters of the app that made it, as a number */
    creator?: number;
    /** four characters that tell the app's kinds of items apart, as a number */
    type?: number;
    /** whether people are not to see it */
    isInvisible?: boolean;
    /** whether it only says that there is no password */
    isNegative?: boolean;
    /** the host of an internet password; part of its primary key, as the next five are */
    server?: string;
    /** like https */
    protocol?: string;
    /** a number */
    port?: number;
    /** mostly that of a URL */
    path?: string;
    /** the realm */
    securityDomain?: string;
    /** like form */
    authenticationType?: string;
    /** what a key is found by; part of its primary key, as the next four are */
    applicationTag?: string;
    /** mostly a hash of the public key */
    applicationLabel?: string;
    /** which half of a pair it is */
    keyClass?: "public" | "private" | "symmetric";
    /** the algorithm; ec: the elliptic curves of NIST */
    keyType?: "rsa" | "ec";
    /** how long a key is */
    keySizeInBits?: number;
    /** what keeps a key; its value is then never read */
    tokenID?: string;
    /** the public half of a private key, so that nobody is asked for it */
    publicKey?: string;
    /** the same as base64 of any bytes; not beside account */
    accountBase64?: string;
    /** the same as base64 of any bytes; not beside service */
    serviceBase64?: string;
    /** which items; default: false */
    synchronizable?: boolean | "any";
    /** which items; default: any */
    accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
    /** what returnPersistentRef returned, as base64 */
    persistentRef?: string;
    /** accepted, and does not narrow the query */
    value?: string;
    /** accepted, and does not narrow the query */
    valueBase64?: string;
    /** accepted, and does not narrow the query */
    accessControl?: AccessControl;
    /** return what it keeps; default: false */
    returnData?: boolean;
    /** return its attributes; default: false */
    returnAttributes?: boolean;
    /** return what finds it again later; default: false */
    returnPersistentRef?: boolean;
    /** a context of this connection; default: a fresh one */
    context?: string;
    /** fail: no prompt; skip: leave out items that need one; default: allow */
    authenticationUI?: "allow" | "fail" | "skip";
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** how many items */
    deleted: number;
  }>;
  /** Hands a private key to its app, as SecKeyCreateSignature and the like need it; protected ones take a prompt. */
  secKeyUse(params: {
    /** what the app is about to do; the same is asked in any case */
    operation: "createItem" | "useItem" | "createKey" | "useKeySign" | "useKeyDecrypt" | "useKeyKeyExchange";
    /** whose password it is; in every class part of the primary key */
    account?: string;
    /** what a generic password is for; part of its primary key */
    service?: string;
    /** part of the primary key; default: the app's bundle id */
    accessGroup?: string;
    /** a title for people */
    label?: string;
    /** what kind of item it is, for people */
    description?: string;
    /** a remark */
    comment?: string;
    /** anything of the app's own */
    generic?: string;
    /** four characters of the app that made it, as a number */
    creator?: number;
    /** four characters that tell the app's kinds of items apart, as a number */
    type?: number;
    /** whether people are not to see it */
    isInvisible?: boolean;
    /** whether it only says that there is no password */
    isNegative?: boolean;
    /** the host of an internet password; part of its primary key, as the next five are */
    server?: string;
    /** like https */
    protocol?: string;
    /** a number */
    port?: number;
    /** mostly that of a URL */
    path?: string;
    /** the realm */
    securityDomain?: string;
    /** like form */
    authenticationType?: string;
    /** what a key is found by; part of its primary key, as the next four are */
    applicationTag?: string;
    /** mostly a hash of the public key */
    applicationLabel?: string;
    /** which half of a pair it is */
    keyClass?: "public" | "private" | "symmetric";
    /** the algorithm; ec: the elliptic curves of NIST */
    keyType?: "rsa" | "ec";
    /** how long a key is */
    keySizeInBits?: number;
    /** what keeps a key; its value is then never read */
    tokenID?: string;
    /** the public half of a private key, so that nobody is asked for it */
    publicKey?: string;
    /** the same as base64 of any bytes; not beside account */
    accountBase64?: string;
    /** the same as base64 of any bytes; not beside service */
    serviceBase64?: string;
    /** which items; default: false */
    synchronizable?: boolean | "any";
    /** which items; default: any */
    accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
    /** what returnPersistentRef returned, as base64 */
    persistentRef?: string;
    /** a context of this connection; default: a fresh one */
    context?: string;
    /** fail: no prompt; skip: leave out items that need one; default: allow */
    authenticationUI?: "allow" | "fail" | "skip";
    /** what a prompt says it is for; default: the context's */
    reason?: string;
    /** bundle id of the app that asks; default: the context's, else com.example.app */
    app?: string;
    /** which device; default: the one chosen with useDevice, else default, else the only one */
    device?: string;
  }): Answer<{
    /** what it keeps, if it was stored as text */
    value?: string;
    /** what it keeps, if it was stored as base64 */
    valueBase64?: string;
  }>;
}

export type ErrorName =
  | "ambiguousDevice"
  | "appCancel"
  | "appTerminated"
  | "authFailed"
  | "authenticationFailed"
  | "biometryDisconnected"
  | "biometryLockout"
  | "biometryNotAvailable"
  | "biometryNotEnrolled"
  | "biometryNotPaired"
  | "cancelled"
  | "companionNotAvailable"
  | "corruptedData"
  | "decode"
  | "deviceExists"
  | "duplicateItem"
  | "interactionNotAllowed"
  | "internalError"
  | "invalidContext"
  | "invalidDimensions"
  | "invalidParams"
  | "invalidRequest"
  | "itemNotFound"
  | "limitExceeded"
  | "lineTooLong"
  | "methodNotFound"
  | "missingEntitlement"
  | "noSuchAttr"
  | "noSuchControl"
  | "notAvailable"
  | "notDelivered"
  | "notInteractive"
  | "notPermitted"
  | "notStored"
  | "param"
  | "parseError"
  | "passcodeNotSet"
  | "refused"
  | "shuttingDown"
  | "systemCancel"
  | "timeout"
  | "unknownContext"
  | "unknownDevice"
  | "unknownSnapshot"
  | "userCancel"
  | "userCanceled"
  | "userFallback"
  | "wrongModality";

export type Limits = {
  /** bytes of one request line */
  maxLineBytes: number;
  /** levels of nesting in a request */
  maxDepth: number;
  /** bytes of one line that the daemon sends */
  maxReplyBytes: number;
  /** bytes of the reply to one batch */
  maxBatchBytes: number;
  /** unread bytes after which a connection gets no more events */
  maxOutputBytes: number;
  /** bytes held for all connections, beside the devices' own state */
  maxMemory: number;
  /** connections at one time */
  maxConnections: number;
  /** connections of the app socket among them */
  maxAppConnections: number;
  /** requests of one connection that wait */
  maxOpenRequests: number;
  /** devices at one time */
  maxDevices: number;
  /** saved states of one device */
  maxSnapshots: number;
  /** bytes of the keychain items of one device */
  maxKeychainBytes: number;
  /** items of one device that go with its passcode or its enrolment */
  maxBoundItems: number;
  /** items that one call changes or deletes */
  maxChangedItems: number;
  /** responses armed on one device */
  maxArmedResponses: number;
  /** standing responses of one device */
  maxStandingResponses: number;
  /** apps that one device knows */
  maxApps: number;
  /** contexts of one device */
  maxContexts: number;
  /** contexts of one connection on one device */
  maxConnectionContexts: number;
  /** events that since can go back */
  keptEvents: number;
  /** bytes of these events, about */
  keptEventBytes: number;
  /** bytes of a name that a request gives to something */
  maxNameBytes: number;
  /** bytes of a reason or a title */
  maxCaptionBytes: number;
  /** bytes of a request's id, as it is written */
  maxIDBytes: number;
  /** entries of an array among the parameters */
  maxListEntries: number;
};

export type StatePatch = {
  /** the sensor; set without identities or enrolled, the new sensor's default identity is enrolled */
  biometryType?: "none" | "touchID" | "faceID" | "opticID";
  /** whether it can be used: ready, covered (closed lid), disconnected or notPaired (Touch ID in a keyboard) */
  sensor?: "ready" | "covered" | "disconnected" | "notPaired";
  /** who is enrolled; Touch ID holds 5, Face ID 2, Optic ID 1 */
  identities?: Array<string>;
  /** whether anybody is; true enrols the default identity if nobody was, false nobody */
  enrolled?: boolean;
  /** null: none is set; never shown, see passcodeSet */
  passcode?: string | null;
  /** failed scans in a row, on the whole device */
  failedAttempts?: number;
  /** whether biometry waits for the passcode */
  lockedOut?: boolean;
  /** why biometry waits for the passcode, or null */
  lockoutReason?: "failedAttempts" | "restart" | "remoteLock" | "sos" | "passcodeExpired" | null;
  /** different wrong passcodes in a row */
  passcodeFailures?: number;
  /** the paired Watch, Mac or Vision Pro */
  companion?: {
    /** whether it is in reach */
    near?: boolean;
    /** what it is; a new device's: watch */
    type?: "watch" | "mac" | "vision";
  };
  /** the knobs; those not given stay */
  behavior?: BehaviorPatch;
};

export type BehaviorPatch = {
  /** device, or what Apple's iOS Simulator is reported to do; default: device */
  profile?: "device" | "simulator";
  /** failed scans in a row that lock biometry out; default: 5 */
  maxFailures?: number;
  /** where no passcode stands among the reasons why biometry is unavailable: last (header) or first; default: header */
  passcodeNotSetPrecedence?: "header" | "first";
  /** whether the scan that locks Face ID out ends its prompt at once; default: false */
  lockoutEndsFaceIDPrompt?: boolean;
  /** what Face ID's second failure does when the fallback title is empty; default: cancelOnly */
  emptyFallbackSecondFailure?: "cancelOnly" | "fail";
  /** whether a second evaluation takes the screen or waits its turn; default: replace */
  concurrency?: "replace" | "serialize";
  /** seconds for which an authenticated context needs no prompt; default: 600 */
  contextAuthenticationLifetime?: number;
  /** how reading an item bound to a changed enrolment fails; default: notFound */
  currentSetInvalidation?: "notFound" | "authFailed";
  /** how using a private key bound to a changed enrolment fails; default: corruptedData */
  invalidatedKeyError?: "corruptedData" | "authFailed";
  /** whether the access control of a key in the Secure Enclave needs privateKeyUsage; default: true */
  enclaveKeyNeedsPrivateKeyUsage?: boolean;
  /** whether an item that never leaves the device can be synchronizable; default: store */
  synchronizableThisDeviceOnly?: "store" | "refuse";
  /** what an app without a usage description gets for Face ID: its end, the passcode, or notAvailable; default: terminate */
  missingUsageDescription?: "terminate" | "passcode" | "notAvailable";
  /** seconds of back-off after the 4th, 5th … wrong passcode; one more disables the device; default: [0,0,60,300,900,3600] */
  passcodeDelays?: Array<number>;
  /** seconds a scan takes, or [shortest, longest]; default: 0 */
  scanLatency?: number | Array<number>;
  /** how often a genuine scan is refused; default: 0 */
  falseRejectRate?: number;
  /** seconds that an answered prompt takes to leave the screen; its app is inactive until then; default: 0 */
  dismissDelay?: number;
  /** where the device's random numbers start; default: 0 */
  seed?: number;
  /** real seconds after which an unanswered prompt ends with systemCancel; null: never; default: null */
  promptTimeout?: number | null;
};

export type Prompt = {
  /** which prompt of this device */
  id: string;
  /** bundle id of the app that asks */
  app: string;
  /** what the prompt shows, or showed last */
  pane: "biometry" | "passcode" | "permission" | "companion" | "applicationPassword";
  /** the policy; null: the call evaluates none */
  policy: "deviceOwnerAuthenticationWithBiometrics" | "deviceOwnerAuthentication" | "deviceOwnerAuthenticationWithCompanion" | "deviceOwnerAuthenticationWithBiometricsOrCompanion" | null;
  /** the call, if it evaluates no policy */
  purpose?: "evaluateAccessControl" | "secItemCopyMatching" | "secItemUpdate" | "secKeyUse";
  /** what the app says it is for; may be empty for a keychain item */
  reason: string;
  /** what can be tapped */
  buttons: Array<"cancel" | "fallback" | "tryAgain" | "allow" | "deny">;
  /** whether the sensor takes a scan now */
  scanning: boolean;
  /** failed scans in this prompt */
  attempt: number;
  /** the app's title of the fallback button */
  fallbackTitle?: string;
  /** the app's title of the cancel button */
  cancelTitle?: string;
};

export type OrderedFailure = {
  /** which calls; default: any that can fail with the error */
  method?: "canEvaluatePolicy" | "evaluatePolicy" | "evaluateAccessControl" | "secItemAdd" | "secItemCopyMatching" | "secItemUpdate" | "secItemDelete" | "secKeyUse";
  /** an LAError or an OSStatus by its name, or a number, which is of the kind that the call has */
  error: "authenticationFailed" | "userCancel" | "userFallback" | "systemCancel" | "passcodeNotSet" | "biometryNotAvailable" | "biometryNotEnrolled" | "biometryLockout" | "appCancel" | "invalidContext" | "companionNotAvailable" | "biometryNotPaired" | "biometryDisconnected" | "invalidDimensions" | "notInteractive" | "param" | "userCanceled" | "notAvailable" | "authFailed" | "duplicateItem" | "itemNotFound" | "noSuchAttr" | "interactionNotAllowed" | "decode" | "missingEntitlement" | number;
  /** how many calls fail; null: all; default: 1 */
  times?: number | null;
  /** whose calls; default: those of any app */
  app?: string;
  /** how many calls it has failed */
  used: number;
};

export type Behavior = {
  /** device, or what Apple's iOS Simulator is reported to do; default: device */
  profile: "device" | "simulator";
  /** failed scans in a row that lock biometry out; default: 5 */
  maxFailures: number;
  /** where no passcode stands among the reasons why biometry is unavailable: last (header) or first; default: header */
  passcodeNotSetPrecedence: "header" | "first";
  /** whether the scan that locks Face ID out ends its prompt at once; default: false */
  lockoutEndsFaceIDPrompt: boolean;
  /** what Face ID's second failure does when the fallback title is empty; default: cancelOnly */
  emptyFallbackSecondFailure: "cancelOnly" | "fail";
  /** whether a second evaluation takes the screen or waits its turn; default: replace */
  concurrency: "replace" | "serialize";
  /** seconds for which an authenticated context needs no prompt; default: 600 */
  contextAuthenticationLifetime: number;
  /** how reading an item bound to a changed enrolment fails; default: notFound */
  currentSetInvalidation: "notFound" | "authFailed";
  /** how using a private key bound to a changed enrolment fails; default: corruptedData */
  invalidatedKeyError: "corruptedData" | "authFailed";
  /** whether the access control of a key in the Secure Enclave needs privateKeyUsage; default: true */
  enclaveKeyNeedsPrivateKeyUsage: boolean;
  /** whether an item that never leaves the device can be synchronizable; default: store */
  synchronizableThisDeviceOnly: "store" | "refuse";
  /** what an app without a usage description gets for Face ID: its end, the passcode, or notAvailable; default: terminate */
  missingUsageDescription: "terminate" | "passcode" | "notAvailable";
  /** seconds of back-off after the 4th, 5th … wrong passcode; one more disables the device; default: [0,0,60,300,900,3600] */
  passcodeDelays: Array<number>;
  /** seconds a scan takes, or [shortest, longest]; default: 0 */
  scanLatency: number | Array<number>;
  /** how often a genuine scan is refused; default: 0 */
  falseRejectRate: number;
  /** seconds that an answered prompt takes to leave the screen; its app is inactive until then; default: 0 */
  dismissDelay: number;
  /** where the device's random numbers start; default: 0 */
  seed: number;
  /** real seconds after which an unanswered prompt ends with systemCancel; null: never; default: null */
  promptTimeout: number | null;
};

export type ArmedResponse = {
  /** which of the forms this is */
  method: "matchingFace";
  /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "nonMatchingFace";
  /** who is scanned; of no effect, for it does not match */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "matchingFinger";
  /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "nonMatchingFinger";
  /** who is scanned; of no effect, for it does not match */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "matchingTouch";
  /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "nonMatchingTouch";
  /** who is scanned; of no effect, for it does not match */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "matchingEyes";
  /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "nonMatchingEyes";
  /** who is scanned; of no effect, for it does not match */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "match";
  /** who is scanned; one that is not enrolled does not match; default: the first enrolled identity */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "nonMatch";
  /** who is scanned; of no effect, for it does not match */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "unreadableScan";
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "tapCancel";
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "tapFallback";
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "tapTryAgain";
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "enterPasscode";
  /** what is entered, right or wrong */
  passcode: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "enterApplicationPassword";
  /** what is entered, right or wrong */
  password: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "allowPermission";
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "denyPermission";
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
} | {
  /** which of the forms this is */
  method: "approveCompanion";
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
};

export type UnusedResponse = {
  /** which response */
  method: "matchingFace" | "nonMatchingFace" | "matchingFinger" | "nonMatchingFinger" | "matchingTouch" | "nonMatchingTouch" | "matchingEyes" | "nonMatchingEyes" | "match" | "nonMatch" | "unreadableScan" | "tapCancel" | "tapFallback" | "tapTryAgain" | "enterPasscode" | "enterApplicationPassword" | "allowPermission" | "denyPermission" | "approveCompanion";
  /** name of an enrolment identity */
  identity?: string;
  /** seconds to wait once a prompt could take it; default: 0 */
  after?: number;
  /** whether they serve every prompt that takes them, until disarmed; default: false */
  standing?: boolean;
};

export type State = {
  /** a UUID, for harnesses of Apple's simulator: the device's name if that is one, else made from it, always the same */
  udid: string;
  /** the sensor; set without identities or enrolled, the new sensor's default identity is enrolled */
  biometryType: "none" | "touchID" | "faceID" | "opticID";
  /** whether it can be used: ready, covered (closed lid), disconnected or notPaired (Touch ID in a keyboard) */
  sensor: "ready" | "covered" | "disconnected" | "notPaired";
  /** who is enrolled; Touch ID holds 5, Face ID 2, Optic ID 1 */
  identities: Array<string>;
  /** whether anybody is; true enrols the default identity if nobody was, false nobody */
  enrolled: boolean;
  /** whether the device has a passcode */
  passcodeSet: boolean;
  /** failed scans in a row, on the whole device */
  failedAttempts: number;
  /** whether biometry waits for the passcode */
  lockedOut: boolean;
  /** why biometry waits for the passcode, or null */
  lockoutReason: "failedAttempts" | "restart" | "remoteLock" | "sos" | "passcodeExpired" | null;
  /** different wrong passcodes in a row */
  passcodeFailures: number;
  /** seconds until the next passcode is accepted; null: never, the device is disabled */
  passcodeRetryAfter: number | null;
  /** whether the device is locked */
  deviceLocked: boolean;
  /** whether the device was unlocked after its last start */
  unlockedSinceBoot: boolean;
  /** how and when the device was last unlocked, or null */
  lastUnlock: {
    /** how */
    method: "biometry" | "passcode" | "companion" | "applicationPassword" | "reuse" | "context";
    /** when, on the device's monotonic clock */
    time: number;
  } | null;
  /** the apps this device knows, by bundle id */
  apps: Record<string, {
    /** whether the app is installed */
    installed: boolean;
    /** where it is in its life */
    state: "foreground" | "inactive" | "background" | "notRunning";
    /** whether it may use Face ID or Optic ID */
    permission: "notDetermined" | "granted" | "denied";
    /** whether it says what it uses Face ID for */
    usageDescription: boolean;
    /** an app, or an extension: a widget, a share sheet, a push handler */
    kind?: "app" | "extension";
    /** the access groups it declares; absent: it may name any */
    accessGroups?: Array<string>;
    /** what its own access group begins with */
    teamIdentifier?: string;
  }>;
  /** the paired Watch, Mac or Vision Pro */
  companion: {
    /** whether it is in reach */
    near: boolean;
    /** what it is; a new device's: watch */
    type: "watch" | "mac" | "vision";
  };
  /** the prompt on screen, or null */
  prompt: Prompt | null;
  /** how many keychain items each app has */
  keychain: Record<string, number>;
  /** failures that coming calls of apps meet, the first that fits first */
  failNext: Array<OrderedFailure>;
  /** the device's two clocks */
  clock: {
    /** which clock it runs on: real or manual */
    mode: "real" | "manual";
    /** seconds since the device was created; never goes back */
    monotonic: number;
    /** what the device shows as date and time, in Unix seconds */
    wall: number;
  };
  /** the knobs; those not given stay */
  behavior: Behavior;
};

export type AnyEvent = {
  /** which of the forms this is */
  kind: "promptShown";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** which prompt of this device */
  prompt: string;
  /** bundle id of the app that asks */
  app: string;
  /** what the prompt shows, or showed last */
  pane: "biometry" | "passcode" | "permission" | "companion" | "applicationPassword";
  /** the policy; null: the call evaluates none */
  policy: "deviceOwnerAuthenticationWithBiometrics" | "deviceOwnerAuthentication" | "deviceOwnerAuthenticationWithCompanion" | "deviceOwnerAuthenticationWithBiometricsOrCompanion" | null;
  /** the call, if it evaluates no policy */
  purpose?: "evaluateAccessControl" | "secItemCopyMatching" | "secItemUpdate" | "secKeyUse";
  /** what the app says it is for; may be empty for a keychain item */
  reason: string;
  /** what can be tapped */
  buttons: Array<"cancel" | "fallback" | "tryAgain" | "allow" | "deny">;
  /** whether the sensor takes a scan now */
  scanning: boolean;
  /** failed scans in this prompt */
  attempt: number;
  /** the app's title of the fallback button */
  fallbackTitle?: string;
  /** the app's title of the cancel button */
  cancelTitle?: string;
} | {
  /** which of the forms this is */
  kind: "promptUpdated";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** which prompt of this device */
  prompt: string;
  /** bundle id of the app that asks */
  app: string;
  /** what the prompt shows, or showed last */
  pane: "biometry" | "passcode" | "permission" | "companion" | "applicationPassword";
  /** the policy; null: the call evaluates none */
  policy: "deviceOwnerAuthenticationWithBiometrics" | "deviceOwnerAuthentication" | "deviceOwnerAuthenticationWithCompanion" | "deviceOwnerAuthenticationWithBiometricsOrCompanion" | null;
  /** the call, if it evaluates no policy */
  purpose?: "evaluateAccessControl" | "secItemCopyMatching" | "secItemUpdate" | "secKeyUse";
  /** what the app says it is for; may be empty for a keychain item */
  reason: string;
  /** what can be tapped */
  buttons: Array<"cancel" | "fallback" | "tryAgain" | "allow" | "deny">;
  /** whether the sensor takes a scan now */
  scanning: boolean;
  /** failed scans in this prompt */
  attempt: number;
  /** the app's title of the fallback button */
  fallbackTitle?: string;
  /** the app's title of the cancel button */
  cancelTitle?: string;
} | {
  /** which of the forms this is */
  kind: "promptDismissed";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** which prompt of this device */
  prompt: string;
  /** bundle id of the app that asks */
  app: string;
  /** what the prompt shows, or showed last */
  pane: "biometry" | "passcode" | "permission" | "companion" | "applicationPassword";
  /** the policy; null: the call evaluates none */
  policy: "deviceOwnerAuthenticationWithBiometrics" | "deviceOwnerAuthentication" | "deviceOwnerAuthenticationWithCompanion" | "deviceOwnerAuthenticationWithBiometricsOrCompanion" | null;
  /** the call, if it evaluates no policy */
  purpose?: "evaluateAccessControl" | "secItemCopyMatching" | "secItemUpdate" | "secKeyUse";
  /** failed: not recognised or locked out; ended: in any other way */
  outcome: "succeeded" | "failed" | "ended";
  /** who satisfied it, if it succeeded */
  method?: "biometry" | "passcode" | "companion" | "applicationPassword" | "reuse" | "context";
  /** name of the error the app got, if any */
  error?: string;
  /** number of that error */
  code?: number;
  /** what would have answered the prompt that promptTimeout ended, as method names */
  awaited?: Array<string>;
} | {
  /** which of the forms this is */
  kind: "scan";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** the prompt; null: the lock screen */
  prompt: string | null;
  /** whether the scan matched an enrolled identity */
  matched: boolean;
  /** failed scans in a row after it */
  failedAttempts: number;
} | {
  /** which of the forms this is */
  kind: "unreadableScan";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** the prompt */
  prompt: string;
} | {
  /** which of the forms this is */
  kind: "lockout";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** why */
  reason: "failedAttempts" | "restart" | "remoteLock" | "sos" | "passcodeExpired";
} | {
  /** which of the forms this is */
  kind: "lockoutCleared";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
} | {
  /** which of the forms this is */
  kind: "enrollmentChanged";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** who is enrolled now */
  identities: Array<string>;
} | {
  /** which of the forms this is */
  kind: "passcodeChanged";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** whether a passcode is set now */
  passcodeSet: boolean;
} | {
  /** which of the forms this is */
  kind: "stateChanged";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** which, by their names in getState */
  fields: Array<string>;
} | {
  /** which of the forms this is */
  kind: "deviceLocked";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
} | {
  /** which of the forms this is */
  kind: "deviceUnlocked";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** how; null: nothing was asked, for there is no passcode */
  method: "biometry" | "passcode" | "companion" | "applicationPassword" | "reuse" | "context" | null;
} | {
  /** which of the forms this is */
  kind: "appStateChanged";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** bundle id of the app */
  app: string;
  /** where it is now */
  state: "foreground" | "inactive" | "background" | "notRunning";
} | {
  /** which of the forms this is */
  kind: "appTerminated";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** bundle id of the app */
  app: string;
  /** why */
  reason: "privacy" | "terminated" | "uninstalled" | "restart";
} | {
  /** which of the forms this is */
  kind: "keychainChanged";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** bundle id of the app */
  app: string;
  /** what happened; invalidate: an enrolment or a passcode went, reset: all of the app's items did */
  operation: "add" | "update" | "delete" | "invalidate" | "reset";
  /** what kind of item; absent: more than one */
  class?: "genericPassword" | "internetPassword" | "key";
  /** how many items, where one event tells of all that a command changed, for there are more than 1,000 */
  count?: number;
  /** whose password it is; in every class part of the primary key */
  account?: string;
  /** what a generic password is for; part of its primary key */
  service?: string;
  /** part of the primary key; default: the app's bundle id */
  accessGroup?: string;
  /** the host of an internet password; part of its primary key, as the next five are */
  server?: string;
  /** like https */
  protocol?: string;
  /** a number */
  port?: number;
  /** mostly that of a URL */
  path?: string;
  /** the realm */
  securityDomain?: string;
  /** like form */
  authenticationType?: string;
  /** what a key is found by; part of its primary key, as the next four are */
  applicationTag?: string;
  /** mostly a hash of the public key */
  applicationLabel?: string;
  /** which half of a pair it is */
  keyClass?: "public" | "private" | "symmetric";
  /** the algorithm; ec: the elliptic curves of NIST */
  keyType?: "rsa" | "ec";
  /** how long a key is */
  keySizeInBits?: number;
  /** the same as base64 of any bytes; not beside account */
  accountBase64?: string;
  /** the same as base64 of any bytes; not beside service */
  serviceBase64?: string;
} | {
  /** which of the forms this is */
  kind: "clockAdvanced";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
  /** how far */
  seconds: number;
} | {
  /** which of the forms this is */
  kind: "deviceCreated";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
} | {
  /** which of the forms this is */
  kind: "deviceDeleted";
  /** its place in the daemon's one sequence */
  seq: number;
  /** the device it happened on */
  device: string;
  /** seconds on the device's monotonic clock */
  time: number;
} | {
  /** which of the forms this is */
  kind: "subscriptionGap";
  /** its place in the daemon's one sequence */
  seq: number;
  /** seq of the first event missed */
  from: number;
  /** seq of the last event missed */
  to: number;
};

export type Error = {
  /** the native number of its domain */
  code: number;
  /** one sentence for a person */
  message: string;
  /** at least the domain and the name */
  data: {
    /** whose number it is */
    domain: "com.apple.LocalAuthentication" | "NSOSStatusErrorDomain" | "CryptoTokenKit" | "jsonrpc" | "devicesim";
    /** what to key on */
    name: string;
  };
};

export type AccessControl = {
  /** when it can be read; default: whenUnlocked */
  accessible?: "whenUnlocked" | "afterFirstUnlock" | "always" | "whenPasscodeSetThisDeviceOnly" | "whenUnlockedThisDeviceOnly" | "afterFirstUnlockThisDeviceOnly" | "alwaysThisDeviceOnly";
  /** who has to be there for a read; several constraints need or, or and */
  flags: Array<"userPresence" | "biometryAny" | "biometryCurrentSet" | "devicePasscode" | "companion" | "or" | "and" | "privateKeyUsage" | "applicationPassword">;
};
