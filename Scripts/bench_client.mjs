// Measures the Node client for Scripts/bench, as bench_client.py does the one for Python.
// usage: bench_client.mjs SOCKET SECONDS

import { Device } from "../Protocol/clients/devicesim.mjs";

const [, , socket, seconds] = process.argv;

const opening = async () => (await Device.open({ socket })).close();

/** A fresh device, five wrong fingers, and the lockout. */
async function story() {
  const device = await Device.fresh({ socket, biometryType: "touchID" });
  let name;
  for (const tries of [3, 2]) {
    const login = device.evaluatePolicy({ policy: "biometrics", reason: "Log in" });
    for (let scan = 0; scan < tries; scan++) await device.nonMatchingFinger({ whenPrompted: true });
    name = await login.then(() => "success", (error) => error.name);
  }
  if (name !== "biometryLockout") throw new Error(`the story ends with ${name}`);
  device.close();
}

/** How many seconds one takes. */
async function each(action) {
  await action();
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < seconds * 1000; count++) await action();
  return (performance.now() - start) / 1000 / count;
}

console.log(JSON.stringify({ open: (await each(opening)) * 1e9, stories: 1 / (await each(story)) }));
