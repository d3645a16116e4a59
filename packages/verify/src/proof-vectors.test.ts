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
import { type Vectors, verdictsBy } from "../../../test/support/proofs/vector-verdicts.ts";
import { verdictOf } from "../index.ts";
import { jsonIn } from "./json-web-token.ts";

const vectors: Vectors & { signing_key: { kid: string } } = JSON.parse(readFileSync("docs/proof-vectors.json", "utf8"));
const { keys } = vectors;
const now = Date.parse(vectors.now);
const statementKeys = keys.keys.filter(({ kty }) => kty === "EC");
const verdicts = verdictsBy(vectors);

test.each(vectors.proofs)("the verdict on a proof ($name) is: $verdict", async ({ verdict, ...vector }) => {
  const { times, says, ...found } = await verdicts.proofs(vector);
  expect(found.verdict).toBe(verdict);
  if (vector.witnesses) expect(times).toEqual(vector.witnesses);
  if (vector.says) expect(says).toEqual(vector.says);
});

const others = [
  ...vectors.slips.map((one) => ({ one, judge: () => verdicts.slips(one) })),
  ...vectors.shown.map((one) => ({ one, judge: () => verdicts.shown(one) })),
  ...vectors.times.map((one) => ({ one, judge: () => verdicts.times(one) })),
  ...vectors.endings.map((one) => ({ one, judge: () => verdicts.endings(one) })),
  ...vectors.standings.map((one) => ({ one, judge: () => verdicts.standings(one) })),
  ...vectors.statuses.map((one) => ({ one, judge: () => verdicts.statuses(one) })),
  ...vectors.receipts.map((one) => ({ one, judge: () => verdicts.receipts(one) })),
  ...vectors.registers.map((one) => ({ one, judge: () => verdicts.registers(one) })),
  ...vectors.logs.map((one) => ({ one, judge: () => verdicts.logs(one) })),
  ...vectors.withdrawals.map((one) => ({ one, judge: () => verdicts.withdrawals(one) })),
  ...vectors.trees.map((one) => ({ one, judge: () => verdicts.trees(one) })),
];

test.each(others)("the verdict ($one.name) is: $one.verdict", async ({ one, judge }) => {
  expect(await judge()).toEqual({ verdict: one.verdict, ...("says" in one && { says: one.says }) });
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

/** Contents that the key of further vectors signed, and that we refuse. The libraries look at the signature alone. */
const isHostile = (token: string, isRefused: boolean) =>
  isRefused && jsonIn<{ kid: string }>(token.split(".")[0] ?? "")?.kid === vectors.signing_key.kid;

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
  for (const { name, proof, verdict } of vectors.proofs.filter((one) => !isLooser(one.name))) {
    if (isHostile(proof.statement ?? "", verdict === "not signed")) continue;
    expect.soft([name, await isBelieved(proof.statement ?? "")]).toEqual([name, verdict !== "not signed"]);
  }
  for (const { name, token, address, verdict } of vectors.statuses.filter((one) => !isLooserList(one.name))) {
    if (isHostile(token, verdict === "not believed")) continue;
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
  const all = vectors.proofs.length + others.length;
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
  const proofs: Vectors["proofs"] = [];
  const standings: Vectors["standings"] = [];
  for (const alteration of fc.sample(alterations, { numRuns: 500, seed: 53 })) {
    const { proof, policy } = altered(alteration);
    const { verdict, log } = await verdicts.proofs({ proof, policy });
    const name = JSON.stringify({ proof, policy });
    proofs.push({ name, proof, policy, verdict });
    const at = (1_795_000_000 + alteration.seconds) * 1000;
    const { standing } = verdictOf("stands", { log, now: at });
    if (typeof log === "object")
      standings.push({ name, proof: name, now: new Date(at).toISOString(), verdict: standing });
  }
  const none = { shown: [], slips: [], times: [], endings: [], statuses: [], receipts: [] };
  const noOthers = { ...none, registers: [], logs: [], withdrawals: [], trees: [] };
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "attestry-altered-"));
  const file = path.join(folder.path, "vectors.json");
  writeFileSync(file, JSON.stringify({ ...vectors, ...noOthers, proofs, standings }));
  const { stdout, stderr } = spawnSync(python, ["docs/check_proof.py", "vectors", file]);
  expect(stderr.toString() + stdout.toString()).toBe(`${500 + standings.length} vectors, each as expected\n`);
  const holding = proofs.filter(({ verdict }) => verdict.startsWith("holds")).length;
  expect([holding > 20, holding < 400]).toEqual([true, true]);
  const drawn = new Set(standings.map(({ verdict }) => verdict));
  expect(drawn).toEqual(new Set(["stands", "not-shown-current", "too-few", "unwitnessed"]));
});
