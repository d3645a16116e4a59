import { hash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { CompactStatement } from "./compact-statement.ts";
import type { PublishedKey, RevokedKey } from "./public-keys.ts";
import { newSigner, rahim, type Signer, slipLink } from "../../../test/support/proofs/slip-links.ts";
import { statementClaims } from "../../../test/support/proofs/statement-claims.ts";
import { signedToken, unsignedStatement, unsignedToken } from "../../../src/sealing/sd-jwt.ts";
import { judge } from "./judge.ts";
import { endedInAnswer } from "./lookup-receipt.ts";
import { readSaved } from "./read-saved.ts";
import type { LogVerdict, Trust } from "./saved-proof.ts";
import type { LogSearch } from "./search-log.ts";
import { readCode, type Reading, type SiteKeys, type Standing, type Status, statusOf, verdictOf } from "./verdict.ts";

const own = "https://site.example";
const seconds = (day: string) => Date.parse(day) / 1000;
const [current, replaced, stolen, foreign] = [newSigner(), newSigner(), newSigner(), newSigner()];

const published = ({ publicJwk }: Signer, exp?: string): PublishedKey => ({
  ...publicJwk,
  iat: seconds("2026-01-01"),
  ...(exp !== undefined && { exp: seconds(exp) }),
});
const keys: SiteKeys = {
  jwks: { keys: [published(current), published(replaced, "2026-06-01")] },
  revoked_keys: [
    { ...published(stolen, "2026-09-01"), revoked: { revoked_at: seconds("2026-09-01"), after: [] } },
  ] satisfies RevokedKey[],
  log_keys: [],
  revoked_log_keys: [],
};

const read = (text: string, known: SiteKeys | null = keys): Promise<Reading> =>
  readCode(text, { origins: [own, "https://www.site.example"], keys: known });
const link = (origin: string, signer: Signer, change: Partial<CompactStatement> = {}) =>
  slipLink(origin, { ...rahim, ...change }, signer);

describe("reading a code", () => {
  test("returns the statement if a key of this site signed it, under each address of the site", async () => {
    const said = { kind: "statement", statement: rahim, leadsTo: null };
    expect(await read(await link(own, current))).toEqual(said);
    expect(await read(` ${await link("https://www.site.example", current)}\n`)).toEqual(said);
    expect(await read(await link(own, replaced))).toEqual(said);
  });

  test("names the real host of another site, however the link disguises it", async () => {
    for (const text of [await link("https://site.example.evil.example", foreign), "https://evil.example/check#AAAA"])
      expect(await read(text)).toEqual({ kind: "other-site", host: new URL(text).host });
    // A host that only looks like ours is shown in its ASCII form.
    expect(await read(await link("https://sіte.example", foreign))).toEqual({
      kind: "other-site",
      host: "xn--ste-jhd.example",
    });
    expect(await read("https://site.example@evil.example/check#AAAA")).toMatchObject({ host: "evil.example" });
    expect(await read(await link("https://evil.example", stolen))).toMatchObject({ kind: "other-site" });
  });

  test("names the other host if a link with our signed statement leads to another site", async () => {
    expect(await read(await link("https://evil.example", current))).toMatchObject({ leadsTo: "evil.example" });
    expect(await read(await link("http://site.example", current))).toMatchObject({ leadsTo: null });
  });

  test.each([
    ["signed before its key was made", () => link(own, current, { issued: "2025-07-01" }), "unsigned"],
    ["signed with a stolen key", () => link(own, stolen), "revoked"],
    ["with markup", async () => `${own}/check#<img src=x onerror=alert(1)>`, "damaged"],
    ["of another page of this site", async () => `${own}/report#x`, "not-a-slip"],
    ["without a fragment", async () => `${own}/check#`, "not-a-slip"],
    ["that is plain text", async () => "WIFI:S:office;P:check#;;", "not-a-slip"],
    ["that is no web address", async () => "javascript:alert(1)//check#x", "not-a-slip"],
    ["with an impossible address", async () => "https://[/check#x", "not-a-slip"],
    ["that is far too long", async () => `${own}/check#${"A".repeat(100_000)}`, "not-a-slip"],
  ])("does not accept a code %s", async (_, text, kind) => {
    expect(await read(await text())).toEqual({ kind });
  });

  test("reports missing keys on a device without keys, unless the code is of another site", async () => {
    expect(await read(await link(own, current), null)).toEqual({ kind: "no-keys" });
    expect(await read(await link("https://evil.example", foreign), null)).toMatchObject({ kind: "other-site" });
  });
});

describe("reading a saved statement", () => {
  const document = { kind: "workPermit", pages: 1, original_sha256: ["aa"], page_sha256: ["bb"] } as const;
  const saved = (signer: Signer, issuer = own) => {
    const { signingInput, disclosures } = unsignedStatement({
      format: 1,
      issuer,
      kid: signer.publicJwk.kid,
      list: 4_000_000_001,
      place: 9,
      issued: seconds("2026-05-22"),
      ends: seconds("2026-08-20"),
      operator: { name: "Shapla Overseas", licence: "RL-0001" },
      published: "2026-03-03",
      claims: { name: rahim.name, passport_number: rahim.number, ircc_number: "W1234567", nationality: "BANGLADESH" },
      documents: [document],
      seen: "",
      seed: "c2VlZA==",
    });
    const signature = signer.sign(Buffer.from(signingInput)).toString("base64url");
    return [`${signingInput}.${signature}`, ...disclosures, ""].join("~");
  };
  const readFile = (text: string) => readSaved(text, { origins: [own], keys });

  test("returns the same statement as a code, with the hashes of its documents, also from a JSON file", async () => {
    const statement = { ...rahim, list: 4_000_000_001, place: 9 };
    for (const text of [saved(current), JSON.stringify({ proof: { statement: saved(current) } })])
      expect(await readFile(text)).toEqual({
        reading: { kind: "statement", statement, leadsTo: null },
        own: [],
        leftOut: 0,
        papers: [],
        dated: [],
        documents: [{ kind: "workPermit", sha256: ["aa", "bb"], looksLike: [] }],
        operator: { name: "Shapla Overseas", licence: "RL-0001" },
        isKeyStolen: false,
      });
  });

  test("refuses a damaged proof, instead of the statement alone", async () => {
    expect(await readFile(`${JSON.stringify({ statement: saved(current), files: "" })}x`)).toBeNull();
  });

  test("returns the remaining fields if the holder removed the others", async () => {
    const [token = ""] = saved(current).split("~");
    expect(await readFile(`${token}~`)).toMatchObject({ reading: { statement: { name: "", number: "", kinds: [] } } });
  });

  // docs/proof-vectors.json has forged statements and those of stolen keys.
  test("names the site of a statement of another site", async () => {
    const reading = { kind: "other-site", host: "evil.example" };
    expect(await readFile(saved(foreign, "https://evil.example"))).toEqual({ reading, documents: [] });
  });

  const signedOf = (change: object, ...hidden: object[]) => {
    const disclosures = hidden.map((one) => Buffer.from(JSON.stringify(one)).toString("base64url"));
    const digests = disclosures.map((one) => hash("sha256", one, "base64url"));
    const isClaim = (_: string, at: number) => typeof Object.values(hidden[at] ?? {})[1] === "string";
    const _sd = digests.filter(isClaim);
    const documents = digests.filter((digest) => !_sd.includes(digest)).map((digest) => ({ "...": digest }));
    const payload = { ...statementClaims(own), _sd, documents, ...change };
    const token = signedToken(current.sign, unsignedToken(current.publicJwk.kid, "dc+sd-jwt", payload));
    return [token, ...disclosures, ""].join("~");
  };

  test("judge names the disclosed papers that have ended, the newest day first, whatever else it says", async () => {
    const days = { visaPaper: "2026-05-22", lmia: "2026-05-23", p1: "2026-05-01", ticket: 7, jobOffer: undefined };
    const hidden = Object.entries(days).map(([kind, last_day]) => [
      "salt",
      { kind, original_sha256: [], page_sha256: [], last_day, ...(kind === "p1" && { title: "Wafid" }) },
    ]);
    const judgedAt = (now: string, ...disclosed: object[]) => {
      const reader = { origins: [own], keys, policy: "quorum none", ask: async () => null };
      return judge(signedOf({}, ...disclosed), { ...reader, now: Date.parse(now) });
    };
    const wafid = { kind: "p1", title: "Wafid", lastDay: "2026-05-01" };
    const visa = { kind: "visaPaper", lastDay: "2026-05-22" };
    expect(await judgedAt("2026-05-22T23:59Z", ...hidden)).toMatchObject({ standing: "no-connection", ended: [wafid] });
    expect(await judgedAt("2026-05-23T00:00Z", ...hidden)).toMatchObject({ ended: [visa, wafid] });
    expect(await judgedAt("2026-05-23T00:00Z", ...hidden.slice(1, 2))).toMatchObject({ ended: [] });
  });

  test("refuses what no site of ours signs", async () => {
    const signed = (...said: Parameters<typeof signedOf>) => readFile(signedOf(...said));
    expect(await signed({}, ["salt", "name", "RAHIM"])).toMatchObject({ reading: { statement: { name: "RAHIM" } } });
    for (const change of [
      { iat: 1e300 },
      { exp: "soon" },
      { _sd: null },
      { published: 7 },
      { status: { status_list: { idx: "7" } } },
    ])
      // prettier-ignore
      expect(await signed(change)).toMatchObject({ reading: { kind: "unsigned" } });
    for (const hidden of [
      ["salt", "name", 7],
      ["salt", null],
      ["salt", "name"],
      ["salt", "name", "RAHIM", "KARIM"],
      ["salt", { kind: "workPermit" }],
    ])
      expect(await signed({}, hidden)).toMatchObject({ reading: { kind: "unsigned" } });
    expect(await signed({ documents: [null] })).toMatchObject({ reading: { kind: "unsigned" } });
  });

  test("returns null for any other text", async () => {
    expect(await readFile('{"name":"ey"}')).toBeNull();
  });
});

describe("the status of a statement", () => {
  const stands = async () => "stands" as const;
  test.each([
    ["2026-05-20T23:00:00Z", "wrong-clock"],
    ["2026-05-21T18:30:00Z", "stands"],
    ["2026-08-20T23:59:59Z", "stands"],
    ["2026-08-21T00:00:00Z", "too-old"],
  ])("at %s is %s", async (now, status) => {
    expect(await statusOf(rahim, Date.parse(now), stands)).toBe(status);
  });
});

describe("a verdict", () => {
  const now = Date.parse("2026-11-27T10:00:00Z");
  const trustOf = (hoursAgo: number): Trust => {
    const since = now / 1000 - hoursAgo * 3600;
    return { isAccepted: true, witnessed: { isQuorum: true, of: 1, by: [{ name: "w", time: since }], since } };
  };
  const logged = (hoursAgo: number) => ({
    origin: "site.example/log",
    size: 3,
    root: "",
    index: 1,
    ...trustOf(hoursAgo),
  });
  const whole = (kind: "withdrawn" | "not-withdrawn", hoursAgo: number) =>
    ({ kind, line: 3, origin: "site.example/log", trust: trustOf(hoursAgo) }) as const;

  test.each<[Status, { log?: LogVerdict; search?: LogSearch }, Standing]>([
    ["stands", { log: logged(1) }, "stands"],
    ["stands", { log: logged(25) }, "not-shown-current"],
    // The whole log was read, and its newest checkpoint is of today.
    ["stands", { log: logged(2000), search: whole("not-withdrawn", 1) }, "stands"],
    ["stands", { log: logged(1), search: whole("not-withdrawn", 25) }, "not-shown-current"],
    ["stands", { log: logged(1), search: { kind: "unread" } }, "stands"],
    ["stands", { log: "unknown" }, "log-unchecked"],
    ["stands", {}, "unwitnessed"],
    // What is wrong with the log is said first.
    ["stands", { log: logged(1), search: whole("withdrawn", 1) }, "withdrawn"],
    ["stands", { log: logged(1), search: { kind: "split-view" } }, "split-view"],
    ["stands", { log: logged(1), search: { kind: "lost-leaves" } }, "lost-leaves"],
    ["no-answer", { log: logged(1), search: { kind: "broken" } }, "broken"],
    ["too-old", { log: "not-logged" }, "not-logged"],
    ["withdrawn", { log: "not-logged" }, "withdrawn"],
    ["no-connection", { log: logged(1) }, "no-connection"],
  ])("of %s and %o is %s", (status, evidence, standing) => {
    expect(verdictOf(status, { ...evidence, now }).standing).toBe(standing);
  });
});

test("judge reads a text once, and its one word is about all that was checked", async () => {
  const now = Date.parse("2026-05-23T10:00:00Z");
  const asked: string[] = [];
  const listOf = (bits: number[], iat = now / 1000) => {
    const status_list = { bits: 1, lst: deflateSync(Uint8Array.from(bits)).toString("base64url") };
    const payload = { sub: `${own}/status-lists/${rahim.list}`, iat, exp: iat + 900, status_list };
    return signedToken(current.sign, unsignedToken(current.publicJwk.kid, "statuslist+jwt", payload));
  };
  const judged = (text: string, list: string | null) => {
    const ask = async (path: string) => (asked.push(path), list);
    return judge(text, { origins: [own], keys, policy: "quorum none", now, ask });
  };
  const bytes = (rahim.place >> 3) + 1;
  const [standing, ended] = [Array<number>(bytes).fill(0), Array<number>(bytes).fill(255)].map((bits) => listOf(bits));
  const slip = await link(own, current);
  expect(await judged(slip, standing ?? "")).toMatchObject({
    standing: "unwitnessed",
    statement: { name: rahim.name },
    listSigned: now / 1000,
  });
  expect(asked).toEqual([`/status-lists/${rahim.list}`]);
  expect(await judged(slip, ended ?? "")).toMatchObject({ standing: "withdrawn" });
  expect(await judged(slip, null)).toMatchObject({ standing: "no-connection", listSigned: null });
  const reader = { origins: [own], keys, policy: "quorum none", now, ask: () => Promise.reject(new Error("offline")) };
  expect(await judge(slip, reader)).toMatchObject({ standing: "no-connection" });
  expect(await judge(slip, { ...reader, keys: {} as SiteKeys })).toEqual({ standing: "no-keys" });
  expect(await judged(slip, "x.y.z")).toMatchObject({ standing: "no-answer", listSigned: null });
  expect(await judged(await link(own, foreign), standing ?? "")).toEqual({ standing: "unsigned" });
  expect(await judged(own, standing ?? "")).toEqual({ standing: "not-a-slip" });
});

test("a receipt names what had ended, and what is no day or no kind is left out", () => {
  const ended = { lmia: "2026-01-31", visaPaper: "2026-05-22", ticket: 7, other: "2026-05-22" } as object;
  const answer = { digest: "", outcome: "shown", published: "2026-01-01", documents: [] } as const;
  const named = [
    { kind: "visaPaper", lastDay: "2026-05-22" },
    { kind: "lmia", lastDay: "2026-01-31" },
  ];
  expect(endedInAnswer({ ...answer, ended })).toEqual(named);
  expect(endedInAnswer(answer)).toEqual([]);
  expect(endedInAnswer({ digest: "", outcome: "nothing" })).toEqual([]);
});
