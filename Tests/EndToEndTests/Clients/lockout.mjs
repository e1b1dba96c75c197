// The lockout story of Touch ID through devicesim.mjs; prints what the app and the harness are told.

const { Device, DeviceError } = await import(`${process.argv[2]}/devicesim.mjs`);

const outcome = (pending) =>
  pending.then(({ method }) => method, (error) => `${error.name} ${error.code} ${error.domain}`);

const device = await Device.fresh({ biometryType: "touchID", clock: "manual" });
const events = await device.events({ kinds: ["lockout", "lockoutCleared"] });
const app = await Device.open({ device: device.name }); // another process, usually
for (const scans of [3, 2]) {
  const login = app.evaluatePolicy({ policy: "biometrics", reason: "Open the vault" });
  let scan;
  for (let i = 0; i < scans; i++) scan = await device.nonMatchingFinger({ whenPrompted: true });
  await new Promise((resolve) => setTimeout(resolve, 20)); // a failure that nobody looks at yet is no crash
  console.log(scan.failedAttempts, await outcome(login));
}
const { value: lockout } = await events.next();
console.log(lockout.reason, (await app.canEvaluatePolicy({ policy: "biometrics" })).error.data.name);

// Calls that are answered while others go on, and a call taken back.
let login = app.evaluatePolicy({ policy: "owner", reason: "Open the vault" });
const waiting = device.waitFor({ kind: "lockoutCleared", where: { device: device.name } });
console.log((await device.waitFor({ kind: "promptShown" })).pane);
console.log((await device.enterPasscode({ passcode: "0000", whenPrompted: true })).outcome);
const taken = outcome(waiting);
console.log((await device.cancelRequest({ id: waiting.id })).changed, await taken);
await device.enterPasscode({ passcode: "1234" });
console.log(await outcome(login), (await events.next()).value.kind, (await device.getState()).failedAttempts);

await device.matchingFinger().catch((error) =>
  console.log(error instanceof DeviceError, error.name, error.code, error.domain, error.data.reason));
await device.match({ identiy: "x" }).catch((error) => console.log(error.name, error.data.parameter));
await Promise.all(Array.from({ length: 200 }, () => device.ping()));
await device.secItemAdd({ class: "genericPassword", account: "me", value: "pässwörd" });
console.log((await device.secItemCopyMatching({ class: "genericPassword", returnData: true })).items[0].value);
login = device.evaluatePolicy({ policy: "owner", reason: "Open the vault" });
device.close();
await login.catch((error) => console.log(error.message));
await device.ping().catch((error) => console.log(error.message));
await Device.open({ socket: "/nonexistent/s" }).catch((error) => console.log(error.message));
// The other connection is open and idle: Node ends all the same.
