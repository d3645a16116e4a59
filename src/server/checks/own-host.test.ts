import { expect, onTestFinished, test, vi } from "vitest";
import { PortalError, unavailable } from "#core/errors.ts";
import { hostWarning, ownHostCheck } from "./own-host.ts";

const statusOf = async (publicOrigin: string, host: string | undefined, url = "/", former: readonly string[] = []) => {
  const check = ownHostCheck(publicOrigin, async () => former);
  // What was answered before makes no difference.
  await check({ url: "/", headers: { host: new URL(publicOrigin).host } });
  const refused = await check({ url, headers: { host } });
  return refused?.status ?? 200;
};

const own = "https://check.example.com";
const old = ["https://old.example.com:8443", "http://192.0.2.7"];

test.each([
  ["check.example.com", 200],
  ["CHECK.example.COM", 200],
  ["check.example.com.", 200],
  ["check.example.com:443", 200],
  ["check.example.com:3000", 200],
  ["old.example.com", 200],
  ["192.0.2.7:3000", 200],
  ["evil.example", 421],
  ["xcheck.example.com", 421],
  ["check.example.com.evil.example", 421],
  ["localhost:3000", 421],
  ["127.0.0.1", 421],
  ["[::1]:3000", 421],
  ["check.example.com@evil.example", 400],
  ["evil.example/check.example.com", 400],
  ["check.example.com, evil.example", 400],
  ["check.example.com:80:80", 400],
  ["%63heck.example.com", 400],
  ["", 400],
  [undefined, 400],
])("a site with a public address answers a request for the host %j with %i", async (host, status) => {
  expect(await statusOf(own, host, "/", old)).toBe(status);
});

test.each([
  ["localhost", 200],
  ["LOCALHOST.:9999", 200],
  ["127.0.0.1:8080", 200],
  ["[::1]", 200],
  ["192.168.1.7:3000", 200],
  ["[2001:DB8::7]:3000", 200],
  ["[::ffff:192.168.1.7]", 200],
  ["evil.example", 421],
  ["localhost.evil.example", 421],
  ["127.0.0.1.evil.example", 421],
  ["[fe80::1%25eth0]", 400],
  ["[::1].evil.example", 400],
  ["", 400],
])("a site without a public address answers a request for the host %j with %i", async (host, status) => {
  expect(await statusOf("http://localhost:3000", host)).toBe(status);
});

test.each([
  ["http://check.example.com/", "check.example.com", 200],
  ["http://evil.example/", "check.example.com", 421],
  ["http://check.example.com/", "evil.example", 421],
  ["http://check.example.com@evil.example/", "check.example.com", 400],
  ["http://evil.example\\@check.example.com/", "check.example.com", 421],
  ["//evil.example/", "check.example.com", 200],
])("the address %s with the host %s: %i", async (url, host, status) => {
  expect(await statusOf(own, host, url)).toBe(status);
});

test.each(["/healthz", "/readyz", "/readyz/lookups", "/metrics", "/healthz?x", "http://10.0.0.7/healthz"])(
  "%s is answered under any name, and without one",
  async (url) => {
    for (const host of ["10.0.0.7:3000", "attestry", "", undefined]) expect(await statusOf(own, host, url)).toBe(200);
    expect(await statusOf(own, "evil.example", `/x${url}`)).toBe(421);
  },
);

test("wrong names ask for the former addresses once a minute", async () => {
  let reads = 0;
  const check = ownHostCheck(own, async () => ((reads += 1), old));
  for (let at = 0; at < 50; at += 1) await check({ url: "/", headers: { host: `${at}.evil.example` } });
  expect(reads).toBe(1);
});

test("a former address is never refused as another's because the list cannot be read now", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let isAway = true;
  const check = ownHostCheck(own, async () => {
    if (isAway) throw unavailable(new Error("away"), "database");
    return old;
  });
  const statusNow = async (host: string) => (await check({ url: "/", headers: { host } }))?.status ?? 200;
  for (const host of ["old.example.com", "evil.example"])
    await expect(statusNow(host)).rejects.toMatchObject({ status: 503 });
  isAway = false;
  expect([await statusNow("old.example.com"), await statusNow("evil.example")]).toEqual([200, 421]);
  isAway = true;
  vi.advanceTimersByTime(2 * 60_000);
  expect([await statusNow("old.example.com"), await statusNow("evil.example")]).toEqual([200, 421]);
});

test("the operator is told of refused names once an hour, with a count", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const told: number[] = [];
  const note = hostWarning(({ requests }) => told.push(requests));
  for (let minute = 0; minute < 150; minute += 1) {
    note(new PortalError("unclear-address"));
    note(new PortalError("wrong-host"));
    vi.advanceTimersByTime(60_000);
  }
  expect(told).toEqual([1, 60, 60]);
});
