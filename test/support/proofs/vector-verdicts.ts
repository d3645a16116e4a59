import {
  answerFor,
  type CheckpointSearch,
  type CompactStatement,
  endedInAnswer,
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
} from "../../../packages/verify/index.ts";
import type { PublicKeySet } from "../../../packages/verify/src/public-keys.ts";
import { entriesIn } from "../../../packages/verify/src/search-log.ts";

/** `docs/proof-vectors.json`, or vectors of the same form. `docs/proof.md` describes them. */
export type Vectors = {
  site: string;
  former_issuers: string[];
  now: string;
  keys: PublicKeySet;
  proofs: {
    name: string;
    proof: Partial<SavedProof>;
    policy?: string | undefined;
    verdict: string;
    /** Who signed the checkpoint, and when. */
    witnesses?: Record<string, number>;
    says?: object;
  }[];
  slips: { name: string; link: string; verdict: string; says?: CompactStatement }[];
  standings: { name: string; proof: string; now: string; hours?: number; verdict: string }[];
  shown: { name: string; statement: string; verdict: string; says?: object }[];
  times: { name: string; slip?: string; proof?: string; at: string; verdict: string }[];
  endings: ({ name: string; day: string; verdict: string } & (
    | { statement: string }
    | { slip: string }
    | { receipt: string; disclosure: string }
  ))[];
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

type Ended = readonly { kind: string; lastDay: string }[];
type ServedTree = { folder?: string; checkpoint: string; entries: string };

/** A vector without the answer that is expected. */
type Asked<Kind extends keyof Vectors> = Vectors[Kind] extends (infer One)[] ? Omit<One, "name" | "verdict"> : never;

/** What `packages/verify` says of each kind of vector, in the words of `docs/proof.md`. */
export function verdictsBy({ site, former_issuers, keys, proofs, slips, ...vectors }: Vectors) {
  const now = Date.parse(vectors.now);
  const ofKind = <Key extends { kty: string }>(all: readonly Key[], kind: "EC" | "OKP") =>
    all.filter(({ kty }) => kty === kind);
  const siteKeys: SiteKeys = {
    former_issuers,
    jwks: { keys: ofKind(keys.keys, "EC") },
    revoked_keys: ofKind(keys.revoked_keys, "EC"),
    log_keys: ofKind(keys.keys, "OKP"),
    revoked_log_keys: ofKind(keys.revoked_keys, "OKP"),
  };
  const logKeys = siteKeys.log_keys;
  const known = { origins: [site], keys: siteKeys };
  const proofNamed = (wanted: string | undefined) => proofs.find(({ name }) => name === wanted);

  /** What the page /check says of the file of a saved proof. */
  async function proofVerdict({ proof, policy }: { proof: unknown; policy?: string | undefined }) {
    const keysOfSite = { ...siteKeys, ...(policy !== undefined && { log_policy: policy }) };
    const read = await readSaved(JSON.stringify(proof), { origins: [site], keys: keysOfSite });
    const place = typeof read?.log === "object" ? read.log : null;
    const ofLog = read?.isKeyStolen ? "holds, key stolen later" : "holds";
    const verdicts: Record<string, string> = {
      statement: place?.isAccepted ? ofLog : place ? "not yet witnessed" : "not in the log",
      revoked: "stolen key",
    };
    const verdict = verdicts[read?.reading.kind ?? ""] ?? "not signed";
    const times = Object.fromEntries(place?.witnessed?.by.map(({ name, time }) => [name, time]) ?? []);
    const files = read?.documents.flatMap(({ sha256 }) => sha256);
    const said = read?.reading.kind === "statement" && verdict.startsWith("holds") ? read.reading.statement : null;
    return { verdict, times, log: read?.log, ...(said && { says: { ...said, files } }) };
  }

  async function slipVerdict({ link }: Asked<"slips">) {
    const reading = await readCode(link, known);
    if (reading.kind === "statement")
      return reading.leadsTo === null ? { verdict: "signed", says: reading.statement } : { verdict: "another site" };
    const verdicts: Record<string, string> = { revoked: "stolen key", "other-site": "another site" };
    return { verdict: verdicts[reading.kind] ?? "not signed" };
  }

  async function shownVerdict({ statement }: Asked<"shown">) {
    const judged = await judge(statement, { ...known, policy: "quorum none", now, ask: async () => null });
    if (!("statement" in judged)) return { verdict: "not signed" };
    return judged.shown ? { verdict: "shown", says: judged.shown } : { verdict: "not shown" };
  }

  async function timeVerdict({ at, ...vector }: Asked<"times">) {
    const slip = slips.find(({ name }) => name === vector.slip);
    const saved = JSON.stringify(proofNamed(vector.proof)?.proof);
    const reading = slip ? await readCode(slip.link, known) : (await readSaved(saved, known))?.reading;
    if (reading?.kind !== "statement") throw new Error("this is no statement");
    const verdicts: Record<string, string> = { stands: "counts", "too-old": "over", "wrong-clock": "to come" };
    return { verdict: verdicts[await statusOf(reading.statement, Date.parse(at), async () => "stands")] };
  }

  async function endingVerdict(vector: Vectors["endings"][number]) {
    const then = Date.parse(vector.day);
    const words = (ended: Ended | null, isAll: boolean) =>
      [...(ended ?? []).map(({ kind, lastDay }) => `${kind} ${lastDay}`), ...(isAll ? [] : ["unknown"])].join(", ");
    if ("receipt" in vector) {
      const reading = await readReceipt(vector.receipt, { ...known, now });
      const told = reading.kind === "receipt" ? await answerFor(reading.receipt, vector.disclosure) : null;
      if (!told) throw new Error("this is no receipt");
      return { verdict: words(endedInAnswer(told.answer), told.answer.outcome === "nothing") || "none" };
    }
    const text = "slip" in vector ? slips.find(({ name }) => name === vector.slip)?.link : vector.statement;
    const judged = await judge(text ?? "", { ...known, policy: "quorum none", now: then, ask: async () => null });
    if (!("statement" in judged)) throw new Error("this is not signed");
    return { verdict: words(judged.ended, judged.ended !== null && judged.leftOut === 0) || "none" };
  }

  async function standingVerdict(vector: Asked<"standings">) {
    const { log } = await proofVerdict(proofNamed(vector.proof) ?? { proof: null });
    const age = { now: Date.parse(vector.now), maxAgeMs: vector.hours && vector.hours * 3_600_000 };
    return { verdict: verdictOf("stands", { log, ...age }).standing };
  }

  async function statusVerdict({ token, place, ...vector }: Asked<"statuses">) {
    const { origin, pathname } = new URL(vector.address);
    const asked = { list: Number(pathname.split("/").at(-1)), place, origins: [origin], keys: siteKeys.jwks.keys };
    const stands = await standsInList(token, { ...asked, now: Date.parse(vector.now ?? vectors.now) });
    return { verdict: stands === null ? "not believed" : stands ? "stands" : "ended" };
  }

  async function receiptVerdict({ receipt: token, disclosure, policy, ...log }: Asked<"receipts">) {
    const keysThen = { ...siteKeys, ...(policy !== undefined && { log_policy: policy }) };
    const reading = await readReceipt(token, { origins: [site], keys: keysThen, now });
    if (reading.kind !== "receipt") return { verdict: receiptVerdicts[reading.kind] ?? "not signed" };
    const older = parseCheckpoint(reading.receipt.checkpoint ?? "");
    if ("entries" in log && log.checkpoint !== undefined && older) {
      const served = { checkpoint: log.checkpoint, entries: String(log.entries) };
      const { kind } = await findCheckpoint(older, { read: logOf(served), ...logTrustOf(keysThen) });
      if (kind !== "in-log") return { verdict: "not in the log" };
    }
    const told = await answerFor(reading.receipt, disclosure);
    return told ? { verdict: told.answer.outcome, says: told.asked } : { verdict: "not disclosed" };
  }

  async function signedCheckpoint(text: string) {
    const note = parseCheckpoint(text);
    return note && typeof (await trustIn(note, { keys: logKeys })) === "object" ? note : null;
  }

  async function logVerdict({ checkpoint, entries, tile, ...vector }: Asked<"logs">) {
    const [note, older] = await Promise.all([checkpoint, vector.older ?? checkpoint].map(signedCheckpoint));
    if (!note || !older) return { verdict: "not signed" };
    const leaves = await leafHashes(entriesIn(new Uint8Array(Buffer.from(entries, "base64"))) ?? []);
    const rootAt = async ({ size }: { size: number }) => inBase64(await rootOf(leaves.slice(0, size)));
    const isWhole = inBase64(Buffer.concat(leaves)) === tile && leaves.length === note.size;
    if (!isWhole || (await rootAt(note)) !== note.root) return { verdict: "broken" };
    if (older.size > note.size) return { verdict: "shorter" };
    return { verdict: (await rootAt(older)) === older.root ? "whole" : "split view" };
  }

  async function registerVerdict({ text, register, key, ...vector }: Asked<"registers">) {
    const believed = { name: "Association", key, token: register, now: Date.parse(vector.now ?? vectors.now) };
    const found = await listingIn(text, believed);
    return { verdict: found?.kind ?? "nothing", ...(found?.agency && { says: found.agency.name }) };
  }

  async function withdrawalVerdict(vector: Asked<"withdrawals">) {
    const { statement = "", log = "" } = proofNamed(vector.proof)?.proof ?? {};
    const logTrust = logTrustOf(siteKeys);
    const place = await placeInLog({ statement, log }, logTrust);
    if (typeof place !== "object") throw new Error("the proof does not hold");
    return { verdict: wordOf(await searchLog({ statement, log }, { place, read: logOf(vector), ...logTrust })) };
  }

  async function treesVerdict({ trees, ...vector }: Asked<"trees">) {
    const reader = { read: logOf(...trees), keys: vector.keys };
    const { proof = { statement: "", log: "" } } = vector;
    const older = parseCheckpoint(vector.older ?? "");
    if (older) return { verdict: wordOf(await findCheckpoint(older, reader)) };
    if (vector.older !== undefined) return { verdict: "not in the log" };
    const place = await placeInLog(proof, reader);
    const found = typeof place === "object" ? await searchLog(proof, { place, ...reader }) : null;
    return { verdict: found && found.kind !== "unknown" ? wordOf(found) : "broken" };
  }

  return {
    proofs: proofVerdict,
    slips: slipVerdict,
    shown: shownVerdict,
    times: timeVerdict,
    endings: endingVerdict,
    standings: standingVerdict,
    statuses: statusVerdict,
    receipts: receiptVerdict,
    registers: registerVerdict,
    logs: logVerdict,
    withdrawals: withdrawalVerdict,
    trees: treesVerdict,
  };
}

const receiptVerdicts: Record<string, string> = {
  "other-site": "another site",
  revoked: "stolen key",
  "to-come": "to come",
  "not-logged": "not in the log",
};

const searchWords: Partial<Record<LogSearch["kind"] | CheckpointSearch["kind"], string>> = {
  "split-view": "split view",
  "lost-leaves": "lost leaves",
  "not-withdrawn": "no withdrawal",
  "in-log": "goes on",
  "not-in-log": "not in the log",
  unread: "broken",
};
const wordOf = (found: LogSearch | CheckpointSearch): string =>
  found.kind === "withdrawn" ? `withdrawn at line ${found.line}` : (searchWords[found.kind] ?? found.kind);

const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** Reads the trees of a vector, the newest first, as a site serves them. */
function logOf(...trees: readonly ServedTree[]) {
  const logs = trees.map(({ folder = "/log", checkpoint }) => ({ folder, checkpoint: { note: checkpoint } }));
  return async (name: string) => {
    if (name.endsWith(".json")) return new TextEncoder().encode(JSON.stringify({ logs }));
    const served = trees.find(({ folder = "/log" }) => name.startsWith(`${folder}/tile/`));
    return new Uint8Array(Buffer.from(served?.entries ?? "", "base64"));
  };
}
