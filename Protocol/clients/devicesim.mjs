/**
 * A client of devicesimd in one file. It needs Node 20 or newer and no other package.
 *
 *     import { Device } from "./devicesim.mjs";
 *
 *     const device = await Device.fresh({ biometryType: "touchID" });   // a device of its own, deleted at the end
 *     const login = device.evaluatePolicy({ policy: "biometrics", reason: "Log in" });   // runs meanwhile
 *     await device.nonMatchingFinger({ whenPrompted: true });
 *     await device.matchingFinger();
 *     assert.equal((await login).method, "biometry");
 *     device.close();
 *
 * Every method of the protocol is a method of Device, made from the rpc.discover of the daemon. An error of the daemon
 * rejects the promise with a DeviceError, whose stack begins at the line of the call. devicesim.d.mts has the types, for
 * editors and type checkers; README.md beside it has more.
 */

import { randomUUID } from "node:crypto";
import { EventEmitter, on } from "node:events";
import { lstatSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { dirname } from "node:path";

/** An error reply of the daemon. Its name, such as biometryLockout or notDelivered, tells which error it is. */
export class DeviceError extends Error {
  constructor({ code, message, data }) {
    super(message);
    Object.assign(this, { name: data.name, code, domain: data.domain, data });
  }
}

/** The stack of who called a function. */
function called(entry) {
  const call = {};
  Error.captureStackTrace(call, entry);
  return call;
}

/** An error with the stack of the call that it is the answer to. */
function at(call, error) {
  const [, ...lines] = call.stack.split("\n");
  Object.defineProperty(error, "stack", {
    value: [`${error.name}: ${error.message}`, ...lines].join("\n"), configurable: true, writable: true,
  });
  return error;
}

/** The version of the protocol that this client speaks. */
const PROTOCOL_VERSION = 1;

/** What devices inherit, by socket: the methods of the daemon's rpc.discover. */
const prototypes = new Map();

/** A connection to the daemon, for one of its devices. Emits "event" and "close". */
export class Device extends EventEmitter {
  #socket;
  #pending = new Map();
  #last = 0;
  /** Makes the error of a connection that did not end for its end alone; each call gets one of its own. */
  #reason;

  /** Connects for a device, else $DEVICESIM_DEVICE, else the default device of the daemon. */
  static async open({ device = process.env.DEVICESIM_DEVICE || undefined, socket } = {}) {
    const named = socket || process.env.DEVICESIM_SOCKET;
    socket = named || defaultPath();
    checkFiles(socket, !named);
    const connection = await connected(socket, called(Device.open));
    const self = new Device(device, connection, socket);
    if (!prototypes.has(socket)) prototypes.set(socket, Device.#prototype(await self.#discover(socket)));
    return Object.setPrototypeOf(self, prototypes.get(socket));
  }

  /** What the devices of a daemon inherit: its methods, made once. */
  static #prototype({ methods }) {
    const prototype = Object.create(Device.prototype);
    for (const { name, "x-audience": audience } of methods) {
      // A call of the app waits for the harness, and may fail before anything handles its promise.
      const quiet = audience === "app";
      const make = (device) => function method(params) {
        const answer = device.#send(name, params, method);
        if (quiet) answer.catch(() => {});
        return answer;
      };
      // Bound at its first use, so that it may be handed on without its device.
      const own = (device, value) => Object.defineProperty(device, name, { value, writable: true, configurable: true });
      Object.defineProperty(prototype, name, {
        get() { return own(this, make(this))[name]; },
        set(value) { own(this, value); },
      });
    }
    return prototype;
  }

  /** Creates a device that is deleted when the connection closes, and connects for it; the state as for setState. */
  static async fresh({ socket, clock = "real", ...state } = {}) {
    const self = await Device.open({ device: `fresh-${randomUUID().slice(-12)}`, socket });
    try {
      await self.createDevice({ device: self.name, ephemeral: true, clock, state });
    } catch (error) {
      self.close();
      throw error;
    }
    return self;
  }

  constructor(name, socket, path) {
    super();
    this.name = name;
    this.#socket = socket;
    let rest = "";
    socket.setEncoding("utf8").on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        let message;
        try {
          message = understood(JSON.parse(line), this.#pending);
        } catch {
          this.#reason ??= () => new Error(`${path} does not speak the protocol: ${line.slice(0, 200)}`);
          socket.destroy();
          return;
        }
        this.#receive(message);
      }
    });
    socket.on("error", () => {}).once("close", () => {
      for (const { reject } of this.#pending.values()) reject((this.#reason ?? closed)());
      this.#pending.clear();
      this.emit("close");
    });
  }

  /** The methods of the daemon, if it speaks this protocol. */
  async #discover(path) {
    try {
      const document = await this.call("rpc.discover", { device: undefined });
      const version = document.info["x-protocolVersion"];
      if (version === PROTOCOL_VERSION) return document;
      throw new Error(
        `the daemon at ${path} speaks version ${version} of the protocol, and this client version ${PROTOCOL_VERSION}`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Sends a call, and returns a promise of its result. */
  call(method, params) {
    return this.#send(method, params, this.call);
  }

  /** Sends a call; errors have the stack of who called `entry`. */
  #send(method, params, entry) {
    const call = called(entry);
    const id = ++this.#last;
    const answer = new Promise((resolve, fail) => {
      const reject = (error) => fail(at(call, error));
      if (!this.#socket.writable) return reject(closed());
      this.#pending.set(id, { resolve, reject });
      this.#socket.write(JSON.stringify({ jsonrpc: "2.0", id, method, params: { device: this.name, ...params } }) + "\n");
      this.#holdOpen();
    });
    return Object.assign(answer, { id, cancel: () => this.#cancel(id, answer) });
  }

  /** Takes a request back, and its prompt goes; its promise is rejected with "cancelled". False if it was answered. */
  #cancel(id, answer) {
    if (!this.#pending.has(id)) return false;
    answer.catch(() => {}); // who takes it back need not look
    this.call("cancelRequest", { id }).catch(() => {});
    return true;
  }

  /** Subscribes, with the parameters of subscribe, and resolves to an iterator that waits for each event. */
  async events(params) {
    const stream = on(this, "event", { close: ["close"] });
    await this.call("subscribe", params).catch((error) => stream.return().then(() => { throw error; }));
    return (async function* () { for await (const [event] of stream) yield event; })();
  }

  /** Closes the connection; its fresh device and its contexts end with it. */
  close() {
    this.#socket.destroy();
  }

  #receive({ id, method, params, result, error }) {
    if (method) return method === "event" && this.emit("event", params);
    if (id === null) this.#reason = () => new DeviceError(error); // it refuses the connection, and closes it
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) waiting?.reject(new DeviceError(error));
    else waiting?.resolve(result);
    this.#holdOpen();
  }

  /** An idle connection does not keep Node running; an open call or a listener for events does. */
  #holdOpen() {
    if (this.#pending.size || this.listenerCount("event")) this.#socket.ref();
    else this.#socket.unref();
  }
}

/** A connection to the daemon; one that is too busy to accept it is tried again for as long as devicesim does. */
async function connected(socket, call) {
  for (const limit = performance.now() + 800; ; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const connection = createConnection(socket);
    const code = await new Promise((resolve) => {
      connection.once("connect", () => resolve()).once("error", (error) => resolve(error.code));
    });
    if (!code) return connection;
    if (code !== "EAGAIN" || performance.now() > limit) {
      throw at(call, new Error(`no daemon at ${socket} (${code}): devicesim start --detach`));
    }
  }
}

const closed = () => new Error("the connection to the daemon is closed");

/** A message as JSON-RPC has it; throws for anything else, and for a reply to what was not asked. */
function understood(message, pending) {
  const { jsonrpc, id, method, result, error } = message;
  const kinds = [method, result, error].filter((part) => part !== undefined);
  const isReply = method === undefined;
  const isKnown = pending.has(id) || (id === null && error);
  const isError = error === undefined || (Number.isInteger(error.code) && typeof error.data.name === "string");
  if (jsonrpc !== "2.0" || kinds.length !== 1 || (isReply && !isKnown) || !isError) throw new Error("not understood");
  return message;
}

function defaultPath() {
  const { XDG_RUNTIME_DIR } = process.env;
  const hasFolder = XDG_RUNTIME_DIR?.startsWith("/");
  return `${hasFolder ? `${XDG_RUNTIME_DIR}/devicesim` : `/tmp/devicesim-${process.geteuid()}`}/devicesim.sock`;
}

/**
 * Looks before anything is opened. At the default path the folder and the socket must be ours; who names a path has
 * chosen its folder, and the socket there may be root's, too. Root may use anyone's. Node cannot ask who listens.
 */
function checkFiles(path, isDefault) {
  const user = process.geteuid();
  const quietly = { throwIfNoEntry: false };
  const look = (status) => {
    try {
      return status();
    } catch {
      return undefined; // as connecting will show
    }
  };
  if (isDefault) {
    const folder = dirname(path);
    const status = look(() => lstatSync(folder, quietly));
    if (status && !(status.isDirectory() && status.uid === user && (status.mode & 0o077) === 0)) {
      throw new Error(
        `the folder ${folder} must be a directory of user ${user} with mode 0700, which it is not; correct that, or ` +
          "name another socket");
    }
  }
  const owner = look(() => statSync(path, quietly))?.uid;
  if (owner === undefined || owner === user || (!isDefault && (owner === 0 || user === 0))) return;
  throw new Error(`the socket ${path} belongs to user ${owner}, not to user ${user}; name another socket`);
}
