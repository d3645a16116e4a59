import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { beforeAll, expect, inject } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { currentSigningKey, publicKeys } from "#operations/signing/signing-keys.ts";
import { believedRegisters, readRegistersAgain } from "#operations/registers/believed-registers.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { registerToken } from "#sealing/register-token.ts";
import { listingIn, readRegister } from "#verify/register.ts";
import { localhostCertificate } from "../support/localhost-certificate.ts";
import { testOn } from "../support/portals.ts";
import { attestry } from "../support/command.ts";
import { serve } from "../support/processes/serve.ts";
import { newSigner, type Signer } from "../support/proofs/slip-links.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

beforeAll(() => {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, localhostCertificate.cert]);
  return () => setDefaultCACertificates(trusted);
});

const test = testOn("sqlite");
const never = new AbortController().signal;

test("an association makes a register from a table, renews it, and is told which rows are wrong", async ({
  portal,
}) => {
  await Promise.all([currentSigningKey(portal, "statement"), currentSigningKey(portal, "log")]);
  const { keys } = await publicKeys(portal, portal.database.read, "statement");
  const logKeys = await publicKeys(portal, portal.database.read, "log");
  const former = ["https://old.example"];
  const right = JSON.stringify({ former_issuers: former, jwks: { keys }, log_keys: logKeys.keys });
  let answer = right;
  await using site = await serve((request, response) => {
    response.writeHead(request.url === "/.well-known/jwt-vc-issuer" ? 200 : 404).end(answer);
  });
  const folder = await mkdtemp(path.join(inject("scratch"), "register-"));
  const file = (name: string) => path.join(folder, name);
  const head = "Name,Licence,Address,Keys,From,Until,State";
  const address = `http://localhost:${site.port}`;
  const padma = `Padma Overseas,RL-2,${address},${keys[0]?.kid},2026-01-01,,listed`;
  const gone = "Old Overseas,RL-1,https://gone.example,,2020-01-01,2025-06-30,ended";
  const made = async (...rows: string[]) => {
    await writeFile(file("agencies.csv"), [head, ...rows].join("\n"));
    const files = [file("agencies.csv"), "--key", file("key.pem"), "--out", file("r.jwt")];
    return attestry({}, ["register", "make", ...files, "--name", "Association"]);
  };
  const refused = await made(
    `No Key,RL-3,${address},,2026-01-01,,listed`,
    "No Site,RL-4,ftp://x.example,k,2026-01-01,,listed",
    "No Day,RL-5,https://x.example,k,,,listed",
    "No End,RL-5,https://x.example,k,2026-01-01,,ended",
  );
  expect(refused.err.trim().split("\n").toSorted()).toEqual([
    "Nothing was signed.",
    `Row 2: keys: ask the agency which are its own; its site shows ${keys.map(({ kid }) => kid).join(" ")}.`,
    "Row 3: address: it must be an https address.",
    "Row 4: from: it must be a day such as 2026-11-27.",
    "Row 5: until: an entry that ended needs its last day.",
  ]);
  expect(refused.code).toBe(1);
  expect(await made(padma, gone)).toMatchObject({ code: 0, err: "" });
  expect((await stat(file("key.pem"))).mode & 0o777).toBe(0o600);
  const first = await readFile(file("r.jwt"), "utf8");
  expect(await made(padma)).toMatchObject({ code: 0 });
  const token = await readFile(file("r.jwt"), "utf8");
  const kid = /^([\w-]{43}) https/m.exec((await made(padma)).out)?.[1] ?? "";
  const register = await readRegister(first, kid);
  expect(register?.agencies).toMatchObject([
    {
      name: "Padma Overseas",
      origin: address,
      former,
      keys: [{ kid: keys[0]?.kid, iat: keys[0]?.iat }],
      log: logKeys.keys[0]?.kid,
    },
    { name: "Old Overseas", until: "2025-06-30", state: "ended", keys: [] },
  ]);
  expect(await readRegister(token, kid)).toMatchObject({ agencies: [{ name: "Padma Overseas" }] });
  // Whoever has taken the site over names a key of their own like that of the agency.
  answer = JSON.stringify({ jwks: { keys: [{ ...newSigner().publicJwk, kid: keys[0]?.kid }] }, log_keys: [] });
  expect(await made(padma)).toMatchObject({ code: 1, err: expect.stringContaining("keys: ask the agency") });
  answer = "<html>Busy</html>";
  expect(await made(padma.replace("Padma", "New Padma"))).toMatchObject({
    code: 0,
    err: expect.stringContaining("its keys are those of the last list"),
  });
  expect((await readRegister(await readFile(file("r.jwt"), "utf8"), kid))?.agencies).toEqual([
    { ...register?.agencies[0], name: "New Padma Overseas" },
  ]);
  const unknown = padma.replace(String(keys[0]?.kid), "A".repeat(43));
  expect(await made(unknown)).toMatchObject({ code: 1, err: expect.stringContaining(`${address} did not answer`) });
  answer = right;
  const check = (...args: string[]) => attestry({}, ["register", "check", ...args]);
  expect(await check(file("r.jwt"), "--key", kid, address)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${address}: listed: New Padma Overseas, RL-2, ${address}`),
  });
  const clone = await check(file("r.jwt"), "https://clone.example");
  expect(clone).toMatchObject({ code: 1, out: expect.stringContaining("https://clone.example: not-listed") });
  expect((await check(file("r.jwt"), "--key", "A".repeat(43))).err).toMatch(/is not a register that the key A+ signed/);
});

const listWith = (name: string, signer: Signer, iat = 1_790_000_000) =>
  registerToken({ name, iat, exp: iat + 2_000_000_000, agencies: [] }, signer);

test("a site reads the registers that it believes, and keeps neither a forged, an older, a later nor an endless one", async ({
  portal,
}) => {
  const signer = newSigner();
  const { kid } = signer.publicJwk;
  await using place = await new WebhookReceiver().start();
  const targets = { resolve: async () => ["127.0.0.1"], allows: () => true };
  let later = 0;
  const site = { ...portal, targets, now: () => portal.now() + later };
  const believe = async (registers: string) => {
    const { log } = await currentSettings(portal);
    await changeSettings(portal, system("test"), { change: { log: { ...log, registers } } });
  };
  const read = async () => {
    later += 2 * 3_600_000;
    await readRegistersAgain(site, never);
    const found = await believedRegisters(site, await currentSettings(portal));
    return Promise.all(found.map(async ({ token, name }) => [name, (await readRegister(token, kid))?.name]));
  };
  for (const wrong of ["x https://a.example A", `${kid} http://a.example A`, `${kid} https://a.example`])
    await expect(believe(wrong)).rejects.toMatchObject({ fields: { "log.registers": "register-format" } });
  await believe(`${kid} ${place.url} The association`);
  place.mood = () => [200, listWith("First", newSigner())];
  expect(await read()).toEqual([]);
  place.mood = () => [200, `${listWith("First", signer)}\n`];
  expect(await read()).toEqual([["The association", "First"]]);
  const older = listWith("Older", signer, 1_780_000_000);
  const ofWrongClock = listWith("Later", signer, 3_790_000_000);
  const moods: WebhookReceiver["mood"][] = [404, "never ends", () => [200, older], () => [200, ofWrongClock]];
  for (const mood of moods) {
    place.mood = mood;
    expect(await read()).toEqual([["The association", "First"]]);
  }
  place.mood = () => [200, listWith("Second", signer, 1_790_000_001)];
  expect(await read()).toEqual([["The association", "Second"]]);
  const asked = place.received.length;
  await readRegistersAgain(site, never);
  expect(place.received).toHaveLength(asked);
  // The addresses of this machine and its network are refused, like those of webhooks.
  later += 2 * 3_600_000;
  await readRegistersAgain({ ...site, targets: { ...targets, allows: () => false } }, never);
  expect(place.received).toHaveLength(asked);
  await believe("");
  expect(await read()).toEqual([]);
  expect(await portal.database.read.selectFrom("read_register").selectAll().execute()).toEqual([]);
  expect(await listingIn("https://a.example", { name: "A", key: kid, token: "", now: 0 })).toMatchObject({
    kind: "altered",
  });
});
