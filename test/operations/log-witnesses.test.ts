import { hash } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { beforeAll, expect, onTestFinished } from "vitest";
import { hourMs, minuteMs } from "#core/durations.ts";
import { parseCheckpoint } from "#verify/signed-note.ts";
import { appendLeaves } from "../support/log-leaves.ts";
import { readinessChecks } from "#operations/upkeep/check-ready.ts";
import { LogBroken } from "#operations/log/log-fault.ts";
import { askWitnesses } from "#operations/log/ask-witnesses.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { logPolicy } from "#operations/log/log-policy.ts";
import { mailCheckpoint } from "#operations/log/mail-checkpoint.ts";
import { readLogPage } from "#operations/log/read-log.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { readOverview } from "#operations/overview/read-overview.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { openMetrics } from "#server/metrics/metrics.ts";
import { isPublicAddress } from "#operations/targets/public-address.ts";
import { signaturesOf, verifierKey } from "#sealing/note-signatures.ts";
import { sealedMail } from "#operations/mails/mail-queue.ts";
import { Witness } from "../support/proofs/witness.ts";
import { localhostCertificate } from "../support/localhost-certificate.ts";
import { actorOf, freshAccount } from "../support/accounts/fresh-accounts.ts";
import { testOn } from "../support/portals.ts";

const admin = actorOf("admin-1", "admin");
const never = new AbortController().signal;
const test = testOn("sqlite");

beforeAll(() => {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, localhostCertificate.cert]);
  return () => setDefaultCACertificates(trusted);
});

async function watched(portal: Portal, log: { witnesses?: string; mailTo?: string }): Promise<Portal> {
  await changeSettings(portal, admin, { change: { log: { witnesses: "", mailTo: "", registers: "", ...log } } });
  const allows = (address: string) => address === "127.0.0.1" || isPublicAddress(address);
  return { ...portal, targets: { resolve: async () => ["127.0.0.1"], allows } };
}

async function grow(portal: Portal, count: number) {
  const entries = Array.from({ length: count }, (_, at) => ({
    kind: "published" as const,
    commitment: hash("sha256", `${count} ${at}`, "buffer"),
  }));
  await portal.database.write((writer) => appendLeaves(portal, writer, entries));
  await signCheckpoint(portal);
  const { current } = await readLogPage(portal);
  const checkpoint = parseCheckpoint(current?.checkpoint?.note ?? "");
  if (!current || !checkpoint) throw new Error("no checkpoint");
  return { ...current, ...checkpoint };
}

async function startWitness(name?: string) {
  const witness = await new Witness(name).start();
  onTestFinished(() => witness[Symbol.asyncDispose]());
  return { witness, line: `${verifierKey(witness.verifier)} ${witness.url}` };
}

test("a witness signs each checkpoint, also after a restart of our process, and is listed", async ({ portal }) => {
  const { witness, line } = await startWitness();
  const site = await watched(portal, { witnesses: line });
  const policy = `witness w1 ${line}\ngroup witnesses 1 w1\nquorum witnesses\n`;
  expect(logPolicy(await currentSettings(site))).toBe(policy);
  await grow(site, 300);
  await askWitnesses(site, never);
  const first = (await readLogPage(site)).current;
  expect(first?.witnessed).toMatchObject({ isQuorum: true, by: [{ name: witness.verifier.name }] });
  const note = parseCheckpoint(first?.checkpoint?.note ?? "");
  expect(note && signaturesOf(witness.verifier, note)).toHaveLength(1);
  expect((await grow(site, 77)).witnessed).toMatchObject({ isQuorum: false, of: 1, by: [] });
  // A new process does not know which size the witness signed last. The witness answers 409 with that size.
  await askWitnesses({ ...site, logState: { comparedAt: 0, witnesses: new Map() } }, never);
  expect((await readLogPage(site)).current?.witnessed?.isQuorum).toBe(true);
  expect(witness.seen.size).toBe(377);
  const asked = witness.received.length;
  await askWitnesses(site, never);
  expect(witness.received).toHaveLength(asked);
});

test("an invalid response of a witness is not stored, and the witness gets no request for a minute", async ({
  portal,
}) => {
  const { witness, line } = await startWitness();
  const other = new Witness();
  const site = await watched(portal, { witnesses: line });
  const { text, checkpoint } = await grow(site, 3);
  const takes = witness.mood;
  let now = Date.now();
  const answers: [number, string][] = [
    [500, ""],
    [200, ""],
    [200, "nonsense"],
    [200, other.cosign(text)],
    [200, witness.cosign(text, 0n)],
    [404, ""],
    [200, witness.cosign(text, 8_640_000_000_001n)],
    [200, witness.cosign(text, BigInt(Math.floor(now / 1000) + 31_536_000))],
    [200, witness.cosign(text.replace("\n3\n", "\n4\n"))],
    [409, "0\n"],
    [409, "-1\n"],
    [200, witness.cosign(text).repeat(400)],
    [302, ""],
  ];
  for (const answer of answers) {
    witness.mood = () => answer;
    now += 60_001;
    await askWitnesses({ ...site, now: () => now }, never);
    const { current } = await readLogPage(site);
    expect([answer, current?.checkpoint?.note]).toEqual([answer, checkpoint?.note]);
  }
  witness.mood = takes;
  await askWitnesses({ ...site, now: () => now + 59_000 }, never);
  expect((await readLogPage(site)).current?.witnessed?.isQuorum).toBe(false);
  await askWitnesses({ ...site, now: () => now + 60_001 }, never);
  expect((await readLogPage(site)).current?.witnessed?.isQuorum).toBe(true);
});

test("a witness that knows another tree is named everywhere until every witness has signed", async ({ portal }) => {
  await freshAccount(portal, "admin");
  const { witness, line } = await startWitness();
  const site = await watched(portal, { witnesses: line });
  await grow(site, 3);
  const mails = async () => (await site.database.read.selectFrom("mail").select("id").execute()).length;
  const kinds = async () => {
    using metrics = openMetrics(site, "");
    const isSplit = (await metrics.read()).includes("attestry_log_split 1\n");
    return [(await readOverview(site, admin)).faults[0]?.kind, (await readinessChecks(site).everything()).log, isSplit];
  };
  const before = await mails();
  const told = new Set<number>();
  const takes = witness.mood;
  let now = Date.now();
  // Its tree is larger, or has the same size and another root, or does not begin like ours.
  for (const answer of [
    [409, "4\n"],
    [409, "3\n"],
    [422, ""],
  ] as [number, string][]) {
    witness.mood = () => answer;
    now += 60_001;
    await expect(askWitnesses({ ...site, now: () => now }, never)).rejects.toThrow(
      "These witnesses know another public log localhost:3000/log: witness.example/w1.",
    );
    expect(await kinds()).toEqual(["split", "split", true]);
    told.add((await mails()) - before);
  }
  expect([...told]).toEqual([1]);
  witness.mood = takes;
  await askWitnesses({ ...site, now: () => now + 60_001 }, never);
  await askWitnesses(site, never);
  expect(await kinds()).toEqual([undefined, undefined, false]);
});

test("each witness that knows another tree is told of, until it signs or is removed", async ({ portal }) => {
  await freshAccount(portal, "admin");
  const [one, other] = [await startWitness("one.example"), await startWitness("other.example")];
  const site = await watched(portal, { witnesses: `${one.line}\n${other.line}` });
  await grow(site, 3);
  const told = async () => {
    const rows = await site.database.read.selectFrom("mail").selectAll().execute();
    const texts = rows.map((row) => sealedMail.openRow(site.keyring, row).text);
    const mailed = ["one.example", "other.example"].filter((name) => texts.some((text) => text.includes(name)));
    return { mailed, witnesses: (await readOverview(site, admin)).faults.flatMap(({ witnesses }) => witnesses) };
  };
  const ask = (ms: number) => askWitnesses({ ...site, now: () => Date.now() + ms }, never);
  const signs = other.witness.mood;
  const another = (): [number, string] => [422, ""];
  one.witness.mood = another;
  await expect(ask(0)).rejects.toThrow("one.example");
  expect(await told()).toEqual({ mailed: ["one.example"], witnesses: ["one.example"] });
  await grow(site, 4);
  other.witness.mood = another;
  await expect(ask(61_000)).rejects.toThrow("other.example");
  expect(await told()).toEqual({
    mailed: ["one.example", "other.example"],
    witnesses: ["one.example", "other.example"],
  });
  other.witness.mood = signs;
  await expect(ask(122_000)).rejects.toThrow("one.example");
  // What the witness signed is known at the next turn.
  await ask(122_001);
  expect((await told()).witnesses).toEqual(["one.example"]);
  await askWitnesses(await watched(portal, { witnesses: other.line }), never);
  expect((await told()).witnesses).toEqual([]);
});

/** What admins are told of the log, everywhere: the faults with their witnesses, and the subjects of new mails. */
async function toldOf(site: Portal) {
  using metrics = openMetrics(site, "");
  const text = await metrics.read();
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
  return {
    overview: (await readOverview(site, admin)).faults.map(({ kind, witnesses }) => [kind, ...witnesses].join(" ")),
    ready: (await readinessChecks(site).everything()).log,
    metrics: ["unwitnessed", "silent_witnesses"].map((name) => value(`attestry_log_${name}`)),
  };
}

const subjects = async ({ database, keyring }: Portal) => {
  const rows = await database.read.selectFrom("mail").selectAll().orderBy("queued_at").execute();
  return rows.map((row) => sealedMail.openRow(keyring, row).subject.split(": ")[1]?.split(" / ")[0]);
};

test("a log to which nothing is added is signed again by its witnesses twice a day, and keeps one signature of each", async ({
  portal,
}) => {
  const { witness, line } = await startWitness();
  const site = await watched(portal, { witnesses: line });
  const { text } = await grow(site, 3);
  const start = Date.now();
  const signedAt = async (ms: number) => {
    witness.now = () => start + ms;
    await askWitnesses({ ...site, now: witness.now }, never);
    const { current } = await readLogPage(site);
    const { by = [] } = current?.witnessed ?? {};
    const lines = current?.checkpoint?.note.split("\n").filter((one) => one.startsWith("— witness")).length;
    return [current?.checkpoint?.size, lines, ...by.map(({ time }) => time - Math.floor(start / 1000))];
  };
  expect(await signedAt(0)).toEqual([3, 1, 0]);
  expect(await signedAt(11 * hourMs)).toEqual([3, 1, 0]);
  const later = 12 * hourMs + 1000;
  expect(await signedAt(later)).toEqual([3, 1, later / 1000]);
  expect(witness.received).toHaveLength(2);
  // A signature of an earlier time replaces none.
  witness.mood = () => [200, witness.cosign(text, 1000n)];
  expect(await signedAt(25 * hourMs)).toEqual([3, 1, later / 1000]);
  expect(await signedAt(26 * hourMs)).toEqual([3, 1, later / 1000]);
  // The quorum is missing only when the last signature does not count.
  const toldAt = async (ms: number) => (await toldOf({ ...site, now: () => start + ms })).overview;
  expect(await toldAt(26 * hourMs)).toEqual(["silent witness.example/w1"]);
  for (const hours of [37, 38]) await signedAt(hours * hourMs);
  expect(await toldAt(38 * hourMs)).toEqual(["unwitnessed", "silent witness.example/w1"]);
});

test("witnesses that do not sign for an hour are told of once, and a missing quorum, until they sign again", async ({
  portal,
}) => {
  await freshAccount(portal, "admin");
  const all = [await startWitness("a.example"), await startWitness("b.example"), await startWitness("c.example")];
  const site = await watched(portal, { witnesses: all.map(({ line }) => line).join("\n") });
  await grow(site, 3);
  const start = Date.now();
  const signs = all.map(({ witness }) => witness.mood);
  const before = (await subjects(site)).length;
  const after = async (ms: number) => {
    const then = { ...site, now: () => start + ms };
    for (const { witness } of all) witness.now = then.now;
    await askWitnesses(then, never);
    return { ...(await toldOf(then)), mails: (await subjects(site)).slice(before) };
  };
  const [one, other, third] = all;
  if (one) one.witness.mood = () => [503, ""];
  const nothing = { overview: [], ready: undefined, metrics: [0, 0], mails: [] as string[] };
  expect(await after(0)).toEqual(nothing);
  expect(await after(hourMs - 1)).toEqual(nothing);
  const silent = { overview: ["silent a.example"], ready: "silent", metrics: [0, 1], mails: ["a witness is silent"] };
  for (const ms of [hourMs, hourMs + 70_000, 13 * hourMs]) expect(await after(ms)).toEqual(silent);
  // The log grows, and another one is away: the quorum is missing.
  await grow(site, 1);
  if (other) other.witness.mood = () => [302, ""];
  expect(await after(14 * hourMs)).toEqual(silent);
  expect(await after(15 * hourMs)).toEqual({
    overview: ["unwitnessed", "silent a.example b.example"],
    ready: "unwitnessed",
    metrics: [1, 2],
    mails: [...silent.mails, "too few witnesses sign the public log"],
  });
  // The others are not enough, so no mail says so of the last one.
  await grow(site, 1);
  if (third) third.witness.mood = () => [503, ""];
  const mails = [...silent.mails, "too few witnesses sign the public log"];
  for (const ms of [16 * hourMs, 17 * hourMs]) expect(await after(ms)).toMatchObject({ mails });
  // They must sign as long: a signature in each hour would hide that most are missing.
  for (const [at, { witness }] of all.entries()) witness.mood = signs[at] ?? witness.mood;
  expect(await after(18 * hourMs)).toMatchObject({ ready: "unwitnessed" });
  expect(await after(19 * hourMs)).toMatchObject({ overview: [], ready: undefined, metrics: [0, 0], mails });
});

test("a witness that signs once in most hours is told of, and one that fails now and then is not", async ({
  portal,
}) => {
  await freshAccount(portal, "admin");
  const [seldom, often] = [await startWitness("seldom.example"), await startWitness("often.example")];
  const site = await watched(portal, { witnesses: `${seldom.line}\n${often.line}` });
  const start = Date.now();
  const [signs, fails] = [seldom.witness.mood, () => [503, ""] as [number, string]];
  const signsAlso = often.witness.mood;
  const before = (await subjects(site)).length;
  for (let round = 1; round <= 24; round += 1) {
    await grow(site, 1);
    const then = { ...site, now: () => start + round * 10 * minuteMs };
    seldom.witness.now = often.witness.now = then.now;
    seldom.witness.mood = round % 5 === 0 ? signs : fails;
    often.witness.mood = round % 5 === 0 ? fails : signsAlso;
    await askWitnesses(then, never);
  }
  const later = { ...site, now: () => start + 4 * hourMs };
  expect((await toldOf(later)).overview).toEqual(["unwitnessed", "silent seldom.example"]);
  expect((await subjects(site)).slice(before)).toEqual(["too few witnesses sign the public log"]);
});

test.for([
  { status: 404, mails: [] },
  { status: 422, mails: ["a witness knows another public log"] },
])("a witness that answers now $status, now 200, causes one mail a day at most", async (answer, { portal }) => {
  await freshAccount(portal, "admin");
  const { witness, line } = await startWitness();
  const site = await watched(portal, { witnesses: line });
  const [signs, before] = [witness.mood, (await subjects(site)).length];
  const start = Date.now();
  for (let round = 1; round <= 10; round += 1) {
    await grow(site, 1);
    for (const [at, mood] of [() => [answer.status, ""] as [number, string], signs, signs].entries()) {
      witness.mood = mood;
      witness.now = () => start + (3 * round + at) * 61_000;
      await askWitnesses({ ...site, now: witness.now }, never).catch((error: unknown) => {
        if (!(error instanceof LogBroken)) throw error;
      });
    }
  }
  expect((await subjects(site)).slice(before)).toEqual(answer.mails);
});

test("a witness that does not know the log for five minutes, as after a move, is told of", async ({ portal }) => {
  await freshAccount(portal, "admin");
  const { witness, line } = await startWitness();
  const site = await watched(portal, { witnesses: line });
  await grow(site, 3);
  const signs = witness.mood;
  witness.mood = () => [404, ""];
  const before = (await subjects(site)).length;
  const start = Date.now();
  const at = (minutes: number) => ({ ...site, now: () => start + minutes * minuteMs });
  for (const minutes of [0, 2, 4.9]) await askWitnesses(at(minutes), never);
  expect((await toldOf(at(4.9))).overview).toEqual([]);
  for (const minutes of [6, 8]) await askWitnesses(at(minutes), never);
  expect((await toldOf(at(8))).overview).toEqual(["unknown witness.example/w1"]);
  expect((await subjects(site)).slice(before)).toEqual(["a witness does not know the public log"]);
  witness.mood = signs;
  for (const minutes of [10, 15]) await askWitnesses(at(minutes), never);
  expect((await toldOf(at(15))).overview).toEqual([]);
});

test("the settings accept a witness only with a valid key and an https address, and only valid mail addresses", async ({
  portal,
}) => {
  const { witness, line } = await startWitness();
  const key = verifierKey(witness.verifier);
  const wrong = [
    key,
    line.replace("https:", "http:"),
    `${key} https://user@witness.example`,
    `${line} more`,
    line.replace("+", "-"),
    line.replace(/.(?= )/, (letter) => (letter === "A" ? "B" : "A")),
    `${verifierKey({ ...witness.verifier, type: 1 })} https://witness.example`,
    `${verifierKey({ ...witness.verifier, type: 6, publicKey: Buffer.alloc(1312) })} https://witness.example`,
    `${line}\n`.repeat(2),
    `${line}\n${(await startWitness()).line}`,
    (await startWitness("localhost:3000/log")).line,
    (await startWitness("localhost:3000/log/2")).line,
    (await startWitness("w".repeat(256))).line,
    `${line}\n`.repeat(9),
  ];
  for (const witnesses of wrong) {
    await expect(watched(portal, { witnesses }), witnesses).rejects.toMatchObject({
      fields: { "log.witnesses": "witness-format" },
    });
  }
  await expect(watched(portal, { mailTo: "a@b.example\nnobody" })).rejects.toMatchObject({
    fields: { "log.mailTo": "email-format" },
  });
});

test("the newest checkpoint is mailed at most once a day, and only if the log grew", async ({ portal, there }) => {
  const site = await watched(portal, { mailTo: "one@elsewhere.example\n two@elsewhere.example \n" });
  const { checkpoint } = await grow(site, 2);
  const mails = async () => {
    const rows = await site.database.read.selectFrom("mail").selectAll().execute();
    return rows.map((row) => sealedMail.openRow(site.keyring, row));
  };
  await Promise.all([mailCheckpoint(site), mailCheckpoint({ ...there, settingsCache: { last: null } })]);
  const sent = await mails();
  expect(sent.map(({ to }) => to).toSorted()).toEqual(["one@elsewhere.example", "two@elsewhere.example"]);
  for (const { text } of sent) expect(text).toContain(checkpoint?.note);
  const later = (hours: number) => ({ ...site, now: () => Date.now() + hours * 3_600_000 });
  await mailCheckpoint(later(30));
  expect(await mails()).toHaveLength(2);
  await grow(later(1), 1);
  await mailCheckpoint(later(1.1));
  await mailCheckpoint(later(30));
  await mailCheckpoint(later(31));
  expect(await mails()).toHaveLength(4);
});
