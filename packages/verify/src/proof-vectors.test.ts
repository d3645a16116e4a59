import { createPublicKey, hash, verify } from "node:crypto";
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import { jwtVerify } from "jose";
import fc from "fast-check";
import { expect, test } from "vitest";
import { python } from "../../../test/support/processes/python.ts";
import {
  answerFor,
  type CheckpointSearch,
  type CompactStatement,
  findCheckpoint,
  judge,
  leafHashes,
  listingIn,
  type LogSearch,
  logTrustOf,
  parseCheckpoint,
  placeInLog,
  readCode,
  readReceipt,
  readSaved,
  rootOf,
  type SavedProof,
  searchLog,
  type SiteKeys,
  standsInList,
  statusOf,
  trustIn,
  verdictOf,
} from "../index.ts";
import type { PublicKeySet } from "./public-keys.ts";
import { entriesIn } from "./search-log.ts";

type ProofVector = {
  name: string;
  proof: Partial<SavedProof>;
  policy?: string | undefined;
  verdict: string;
  /** Who signed the checkpoint, and when. */
  witnesses?: Record<string, number>;
};

type Vectors = {
  site: string;
  former_issuers: string[];
  now: string;
  keys: PublicKeySet;
  proofs: ProofVector[];
  slips: { name: string; link: string; verdict: string; says?: CompactStatement }[];
  standings: { name: string; proof: string; now: string; hours?: number; verdict: string }[];
  shown: { name: string; statement: string; verdict: string; says?: object }[];
  times: { name: string; slip?: string; proof?: string; at: string; verdict: string }[];
  statuses: { name: string; token: string; address: string; place: number; now?: string; verdict: string }[];
  receipts: ({ name: string; receipt: string; disclosure: string; policy?: string; verdict: string; says?: object } & (
    | { checkpoint: string; entries: string }
    | { checkpoint?: never }
  ))[];
  registers: {
    name: string;
    text: string;
    register: string;
    key: string;
    now?: string;
    verdict: string;
    says?: string;
  }[];
  logs: { name: string; checkpoint: string; older?: string; entries: string; tile: string; verdict: string }[];
  withdrawals: { name: string; proof: string; checkpoint: string; entries: string; verdict: string }[];
  trees: {
    name: string;
    keys: PublicKeySet["keys"];
    trees: ServedTree[];
    verdict: string;
    older?: string;
    proof?: SavedProof;
  }[];
};

type ServedTree = { folder?: string; checkpoint: string; entries: string };

const vectors: Vectors = JSON.parse(readFileSync("docs/proof-vectors.json", "utf8"));
const { site, keys } = vectors;
const now = Date.parse(vectors.now);
const statementKeys = keys.keys.filter(({ kty }) => kty === "EC");
const logKeys = keys.keys.filter(({ kty }) => kty === "OKP");
const revokedOf = (of: "EC" | "OKP") => keys.revoked_keys.filter(({ kty }) => kty === of);
const siteKeys: SiteKeys = {
  former_issuers: vectors.former_issuers,
  jwks: { keys: statementKeys },
  revoked_keys: revokedOf("EC"),
  log_keys: logKeys,
  revoked_log_keys: revokedOf("OKP"),
};
const known = { origins: [site], keys: siteKeys };

/** What the page /check says of the file of a saved proof. */
async function verdictOn(proof: unknown, policy?: string) {
  const keysOfSite = { ...siteKeys, ...(policy !== undefined && { log_policy: policy }) };
  const read = await readSaved(JSON.stringify(proof), { origins: [site], keys: keysOfSite });
  const place = typeof read?.log === "object" ? read.log : null;
  const ofLog = read?.isKeyStolen ? "holds, key stolen later" : "holds";
  const verdicts: Record<string, string> = {
    statement: place?.isAccepted ? ofLog : place ? "not yet witnessed" : "not in the log",
    revoked: "stolen key",
  };
  return { verdict: verdicts[read?.reading.kind ?? ""] ?? "not signed", witnessed: place?.witnessed, log: read?.log };
}

test.each(vectors.proofs)("the verdict on a proof ($name) is: $verdict", async ({ proof, policy, ...expected }) => {
  const { verdict, witnessed } = await verdictOn(proof, policy);
  expect(verdict).toBe(expected.verdict);
  const times = Object.fromEntries(witnessed?.by.map(({ name, time }) => [name, time]) ?? []);
  if (expected.witnesses) expect(times).toEqual(expected.witnesses);
});

test.each(vectors.standings)(
  "the verdict on a proof at a time ($name) is: $verdict",
  async ({ verdict, ...vector }) => {
    const { proof, policy } = vectors.proofs.find(({ name }) => name === vector.proof) ?? {};
    const { log } = await verdictOn(proof, policy);
    const age = { now: Date.parse(vector.now), maxAgeMs: vector.hours && vector.hours * 3_600_000 };
    expect(verdictOf("stands", { log, ...age }).standing).toBe(verdict);
  },
);

test.each(vectors.slips)("the verdict on a slip ($name) is: $verdict", async ({ link, verdict, says }) => {
  const reading = await readCode(link, known);
  const verdicts = { statement: "signed", revoked: "stolen key", "other-site": "another site" } as Record<
    string,
    string
  >;
  expect(verdicts[reading.kind] ?? "not signed").toBe(verdict);
  expect("statement" in reading ? reading.statement : undefined).toEqual(says);
});

test.each(vectors.shown)(
  "the verdict on what a wallet shows ($name) is: $verdict",
  async ({ statement, ...vector }) => {
    const judged = await judge(statement, { ...known, policy: "quorum none", now, ask: async () => null });
    const isShown = "shown" in judged ? "shown" : "not shown";
    expect("statement" in judged ? isShown : "not signed").toBe(vector.verdict);
    expect("shown" in judged ? judged.shown : undefined).toEqual(vector.says);
  },
);

test.each(vectors.times)("the verdict on the time of a statement $name is: $verdict", async ({ at, ...vector }) => {
  const slip = vectors.slips.find(({ name }) => name === vector.slip);
  const proof = vectors.proofs.find(({ name }) => name === vector.proof)?.proof;
  const reading = slip ? await readCode(slip.link, known) : (await readSaved(JSON.stringify(proof), known))?.reading;
  if (reading?.kind !== "statement") throw new Error("this is no statement");
  const verdicts: Record<string, string> = { stands: "counts", "too-old": "over", "wrong-clock": "to come" };
  const status = await statusOf(reading.statement, Date.parse(at), async () => "stands");
  expect(verdicts[status]).toBe(vector.verdict);
});

test.each(vectors.statuses)(
  "the verdict on a status list ($name) is: $verdict",
  async ({ token, place, ...vector }) => {
    const { origin, pathname } = new URL(vector.address);
    const list = Number(pathname.split("/").at(-1));
    const asked = { list, place, origins: [origin], keys: statementKeys, now: Date.parse(vector.now ?? vectors.now) };
    const stands = await standsInList(token, asked);
    expect(stands === null ? "not believed" : stands ? "stands" : "ended").toBe(vector.verdict);
  },
);

const receiptVerdicts: Record<string, string> = {
  "other-site": "another site",
  revoked: "stolen key",
  "to-come": "to come",
  "not-logged": "not in the log",
};

async function verdictOnReceipt({ receipt: token, disclosure, policy, ...log }: Vectors["receipts"][number]) {
  const keysThen = { ...siteKeys, ...(policy !== undefined && { log_policy: policy }) };
  const reading = await readReceipt(token, { origins: [site], keys: keysThen, now });
  if (reading.kind !== "receipt") return { verdict: receiptVerdicts[reading.kind] ?? "not signed" };
  const older = parseCheckpoint(reading.receipt.checkpoint ?? "");
  if (log.checkpoint !== undefined && older) {
    const { kind } = await findCheckpoint(older, { read: logOf(log), ...logTrustOf(keysThen) });
    if (kind !== "in-log") return { verdict: "not in the log" };
  }
  const told = await answerFor(reading.receipt, disclosure);
  return told ? { verdict: told.answer.outcome, says: told.asked } : { verdict: "not disclosed" };
}

test.each(vectors.receipts)("the verdict on a receipt $name is: $verdict", async ({ verdict, says, ...vector }) => {
  expect(await verdictOnReceipt({ verdict, ...vector })).toEqual({ verdict, ...(says && { says }) });
});

async function signedCheckpoint(text: string) {
  const note = parseCheckpoint(text);
  return note && typeof (await trustIn(note, { keys: logKeys })) === "object" ? note : null;
}

const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

test.each(vectors.logs)(
  "the verdict on a log ($name) is: $verdict",
  async ({ checkpoint, entries, verdict, ...vector }) => {
    const [note, older] = await Promise.all([checkpoint, vector.older ?? checkpoint].map(signedCheckpoint));
    if (!note || !older) return expect("not signed").toBe(verdict);
    const leaves = await leafHashes(entriesIn(new Uint8Array(Buffer.from(entries, "base64"))));
    const rootAt = async ({ size }: { size: number }) => inBase64(await rootOf(leaves.slice(0, size)));
    const isWhole = inBase64(Buffer.concat(leaves)) === vector.tile && leaves.length === note.size;
    if (!isWhole || (await rootAt(note)) !== note.root) return expect("broken").toBe(verdict);
    if (older.size > note.size) return expect("shorter").toBe(verdict);
    expect((await rootAt(older)) === older.root ? "whole" : "split view").toBe(verdict);
  },
);

test.each(vectors.registers)(
  "what a register tells of $name is: $verdict",
  async ({ text, register, key, ...vector }) => {
    const believed = { name: "Association", key, token: register, now: Date.parse(vector.now ?? vectors.now) };
    const found = await listingIn(text, believed);
    expect([found?.kind ?? "nothing", found?.agency?.name]).toEqual([vector.verdict, vector.says]);
  },
);

/** Reads the trees of a vector, the newest first, as a site serves them. */
const logOf = (...trees: readonly ServedTree[]) => {
  const logs = trees.map(({ folder = "/log", checkpoint }) => ({ folder, checkpoint: { note: checkpoint } }));
  return async (name: string) => {
    if (name.endsWith(".json")) return new TextEncoder().encode(JSON.stringify({ logs }));
    const served = trees.find(({ folder = "/log" }) => name.startsWith(`${folder}/tile/`));
    return new Uint8Array(Buffer.from(served?.entries ?? "", "base64"));
  };
};

test.each(vectors.withdrawals)("the verdict on a withdrawal $name is: $verdict", async ({ verdict, ...vector }) => {
  const { statement = "", log = "" } = vectors.proofs.find(({ name }) => name === vector.proof)?.proof ?? {};
  const logTrust = logTrustOf(siteKeys);
  const place = await placeInLog({ statement, log }, logTrust);
  if (typeof place !== "object") throw new Error("the proof does not hold");
  const found = await searchLog({ statement, log }, { place, read: logOf(vector), ...logTrust });
  expect(wordOf(found)).toBe(verdict);
});

const searchWords: Partial<Record<LogSearch["kind"] | CheckpointSearch["kind"], string>> = {
  "split-view": "split view",
  "lost-leaves": "lost leaves",
  "not-withdrawn": "no withdrawal",
  "in-log": "goes on",
  "not-in-log": "not in the log",
};
const wordOf = (found: LogSearch | CheckpointSearch) =>
  found.kind === "withdrawn" ? `withdrawn at line ${found.line}` : (searchWords[found.kind] ?? found.kind);

test.each(vectors.trees)("the verdict on trees ($name) is: $verdict", async ({ trees, verdict, ...vector }) => {
  const reader = { read: logOf(...trees), keys: vector.keys };
  const { proof = { statement: "", log: "" } } = vector;
  const older = parseCheckpoint(vector.older ?? "");
  const place = await placeInLog(proof, reader);
  const searched = typeof place === "object" && (await searchLog(proof, { place, ...reader }));
  const found = older ? await findCheckpoint(older, reader) : searched;
  expect(found && wordOf(found)).toBe(verdict);
});

function keyOf(kid: string | undefined, of = [...statementKeys, ...keys.revoked_keys]) {
  const key = of.find((one) => one.kid === kid);
  if (!key) throw new Error("not a key of this site");
  return key;
}

/**
 * Vectors that the libraries accept and we refuse. The libraries ignore when a key was in use, accept any type, drop
 * disclosures that the statement did not sign, accept several spellings of a signature, and know no list of files.
 */
const isLooser = (name: string) =>
  /^(dated|of another type|with a name that|with one claim twice|whose end is|with a time that|with a signature with|(with|beside) (a|the) list)/.test(
    name,
  );

/** Status lists that jose accepts: it does not know when a key was in use, nor how long a list may live. */
const isLooserList = (name: string) =>
  /^(signed (with a replaced key|with a key that|an hour|five minutes|in half)|that (lives|does)|without an end|of two|of more than|whose data|a place beyond)/.test(
    name,
  );

test("@sd-jwt/sd-jwt-vc and jose accept exactly the signatures that we accept", async () => {
  const library = new SDJwtVcInstance({
    hashAlg: "sha-256",
    hasher: (data) => hash("sha256", typeof data === "string" ? data : Buffer.from(data), "buffer"),
    verifier: async (data, signature) => {
      const { kid, alg } = JSON.parse(Buffer.from(data.split(".")[0] ?? "", "base64url").toString()) as Record<
        string,
        string
      >;
      if (alg !== "ES256") return false;
      const publicKey = createPublicKey({ key: keyOf(kid), format: "jwk" });
      return verify(
        "sha256",
        Buffer.from(data),
        { key: publicKey, dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      );
    },
    statusListFetcher: async () => vectors.statuses[0]?.token ?? "",
    statusValidator: async () => undefined,
  });
  const isBelieved = (statement: string) =>
    library.verify(statement, { currentDate: now / 1000 }).then(
      () => true,
      () => false,
    );
  for (const { name, proof, verdict } of vectors.proofs.filter((one) => !isLooser(one.name)))
    expect.soft([name, await isBelieved(proof.statement ?? "")]).toEqual([name, verdict !== "not signed"]);
  for (const { name, token, address, verdict } of vectors.statuses.filter((one) => !isLooserList(one.name))) {
    const options = { algorithms: ["ES256"], typ: "statuslist+jwt", subject: address, currentDate: new Date(now) };
    const isSigned = await jwtVerify(
      token,
      (header: { kid?: string }) => keyOf(header.kid, statementKeys),
      options,
    ).then(
      () => true,
      () => false,
    );
    expect.soft([name, isSigned]).toEqual([name, verdict !== "not believed"]);
  }
});

test.skipIf(python === "")("docs/check_proof.py agrees on every vector", () => {
  const { status, stdout, stderr } = spawnSync(python, ["docs/check_proof.py", "vectors", "docs/proof-vectors.json"]);
  const { proofs, shown, slips, times, standings, statuses, receipts, registers, logs, withdrawals, trees } = vectors;
  const signed = [proofs, shown, slips, times, standings, statuses, receipts, registers];
  const all = [...signed, logs, withdrawals, trees].flat().length;
  expect([status, stdout.toString(), stderr.toString()]).toEqual([0, `${all} vectors, each as expected\n`, ""]);
});

const genuine = vectors.proofs.filter(({ verdict }) => verdict.startsWith("holds"));

/** Letters that base64, JSON, lines or Unicode treat in their own way, and none. */
const letters = [..."AQgw019+/=-_.~— \n\r\té٣\u0085\ufeff", "\ud800", ""];
const alterations = fc.record({
  proof: fc.constantFrom(...genuine),
  other: fc.constantFrom(...genuine),
  part: fc.constantFrom("statement", "log", "log", "files", "policy"),
  kind: fc.constantFrom("letter", "letter", "letter", "insert", "cut", "repeat", "drop", "swap", "other", "value"),
  value: fc.constantFrom(undefined, null, 5, "", [], {}),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  letter: fc.constantFrom(...letters),
  /** Of the time of checking, after the signatures of the witnesses. */
  seconds: fc.constantFrom(0, 86_399, 86_401),
});
type Alteration = typeof alterations extends fc.Arbitrary<infer One> ? One : never;

function altered({ proof: { proof, policy }, other, part, kind, value, at, letter }: Alteration) {
  const parts: Record<string, string | undefined> = { ...proof, policy };
  const text = parts[part] ?? "";
  const place = Math.floor(at * text.length);
  const pieces = text.split(/(?<=[.~\n ])/);
  const piece = Math.floor(at * pieces.length);
  const [taken = "", next = ""] = pieces.slice(piece);
  const changed = {
    letter: () => text.slice(0, place) + letter + text.slice(place + 1),
    insert: () => text.slice(0, place) + letter + text.slice(place),
    cut: () => text.slice(0, place),
    repeat: () => pieces.toSpliced(piece, 0, taken).join(""),
    drop: () => pieces.toSpliced(piece, 1).join(""),
    swap: () => pieces.toSpliced(piece, 2, next, taken).join(""),
    other: () => ({ ...other.proof, policy: other.policy })[part],
    value: () => value,
  };
  const made = changed[kind]();
  // A site has no policy, or a text.
  return part === "policy"
    ? { proof, policy: typeof made === "string" ? made : undefined }
    : { proof: { ...proof, [part]: made }, policy };
}

test.skipIf(python === "")("docs/check_proof.py agrees on 500 altered proofs", async () => {
  const proofs: { name: string; proof: object; policy: string | undefined; verdict: string }[] = [];
  const standings: Vectors["standings"] = [];
  for (const alteration of fc.sample(alterations, { numRuns: 500, seed: 53 })) {
    const { proof, policy } = altered(alteration);
    const { verdict, log } = await verdictOn(proof, policy);
    const name = JSON.stringify({ proof, policy });
    proofs.push({ name, proof, policy, verdict });
    const at = (1_795_000_000 + alteration.seconds) * 1000;
    const { standing } = verdictOf("stands", { log, now: at });
    if (typeof log === "object")
      standings.push({ name, proof: name, now: new Date(at).toISOString(), verdict: standing });
  }
  const none = { shown: [], slips: [], times: [], statuses: [], receipts: [] };
  const others = { ...none, registers: [], logs: [], withdrawals: [], trees: [] };
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "attestry-altered-"));
  const file = path.join(folder.path, "vectors.json");
  writeFileSync(file, JSON.stringify({ ...vectors, ...others, proofs, standings }));
  const { stdout, stderr } = spawnSync(python, ["docs/check_proof.py", "vectors", file]);
  expect(stderr.toString() + stdout.toString()).toBe(`${500 + standings.length} vectors, each as expected\n`);
  const holding = proofs.filter(({ verdict }) => verdict.startsWith("holds")).length;
  expect([holding > 20, holding < 400]).toEqual([true, true]);
  const drawn = new Set(standings.map(({ verdict }) => verdict));
  expect(drawn).toEqual(new Set(["stands", "not-shown-current", "too-few", "unwitnessed"]));
});
