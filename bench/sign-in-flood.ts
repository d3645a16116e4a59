import { median } from "./support/measure.ts";
import { startServer } from "./support/server.ts";

/**
 * Measures how 400 wrong sign-ins from 400 addresses affect the right sign-in and visitors. Run it after password
 * hashing has changed: `node tools/ready.mjs run node bench/sign-in-flood.ts`.
 */
const wrongSignIns = 400;
const owner = { email: "owner@example.org", password: "gravel tulip nine oboe" };

await using server = await startServer({
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
  TRUSTED_PROXIES: "127.0.0.1",
});

type SignIn = { status: number; seconds: number; cookies: string };

async function signIn(address: string, typed: object, cookies = ""): Promise<SignIn> {
  const begun = performance.now();
  const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: server.url, "X-Forwarded-For": address, Cookie: cookies },
    body: JSON.stringify(typed),
  });
  await response.text();
  const lines = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const kept = lines.filter((line) => line.startsWith("attestry-known="));
  return { status: response.status, seconds: (performance.now() - begun) / 1000, cookies: kept.join("; ") };
}

async function secondsOfPage(): Promise<number> {
  const begun = performance.now();
  await (await fetch(`${server.url}/`)).text();
  return (performance.now() - begun) / 1000;
}

const quiet = await signIn("192.0.2.1", owner);
const wrong = Array.from({ length: wrongSignIns }, (_, at) =>
  signIn(`198.51.${100 + (at >> 8)}.${at & 255}`, {
    email: `nobody-${at}@example.org`,
    password: "not this one at all",
  }),
);
// These requests make sure that the flood has arrived before the owner signs in.
await Promise.all([secondsOfPage(), secondsOfPage()]);
const [known, fresh, ...visits] = await Promise.all([
  signIn("192.0.2.1", owner, quiet.cookies),
  signIn("192.0.2.2", owner),
  ...Array.from({ length: 5 }, secondsOfPage),
]);
const answers = await Promise.all(wrong);
const statuses = Map.groupBy(answers, ({ status }) => status);

console.table([
  { who: "the owner, on a quiet site", status: quiet.status, seconds: quiet.seconds.toFixed(2) },
  { who: "the owner, known browser, in the flood", status: known.status, seconds: known.seconds.toFixed(2) },
  { who: "the owner, new browser, in the flood", status: fresh.status, seconds: fresh.seconds.toFixed(2) },
  { who: "a visitor's page in the flood", status: 200, seconds: median(visits).toFixed(2) },
]);
for (const [status, some] of statuses) {
  const slowest = Math.max(...some.map(({ seconds }) => seconds));
  console.log(`${some.length} wrong sign-ins were answered ${status}, the last after ${slowest.toFixed(1)} s.`);
}
