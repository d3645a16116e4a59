import { createPublicKey, hash, verify } from "node:crypto";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import { jwtVerify } from "jose";
import { expect, test } from "vitest";
import type { CompactStatement } from "#core/proofs/compact-statement.ts";
import type { PublicKeySet } from "#core/proofs/public-keys.ts";
import { placeInLog, type SavedProof } from "#core/proofs/saved-proof.ts";
import { searchLog } from "#core/proofs/search-log.ts";
import { parseCheckpoint } from "#core/proofs/signed-note.ts";
import { standsInList } from "#core/proofs/status-list.ts";
import { hashBytes, leafHash, rootOver } from "#sealing/merkle.ts";
import { logVerifier, signaturesOf } from "#sealing/note-signatures.ts";
import { python } from "#test/support/processes/python.ts";
import { readCode, readSaved, type SiteKeys } from "./verdict.ts";

type Vectors = {
  site: string;
  now: string;
  keys: PublicKeySet;
  proofs: { name: string; proof: Partial<SavedProof>; verdict: string }[];
  slips: { name: string; link: string; verdict: string; says?: CompactStatement }[];
  statuses: { name: string; token: string; address: string; place: number; verdict: string }[];
  logs: { name: string; checkpoint: string; entries: string; tile: string; verdict: string }[];
  withdrawals: { name: string; proof: string; checkpoint: string; entries: string; verdict: string }[];
};

const vectors: Vectors = JSON.parse(readFileSync("docs/proof-vectors.json", "utf8"));
const { site, keys } = vectors;
const now = Date.parse(vectors.now);
const statementKeys = keys.keys.filter(({ kty }) => kty === "EC");
const logKeys = keys.keys.filter(({ kty }) => kty === "OKP");
const revokedOf = (of: "EC" | "OKP") => keys.revoked_keys.filter(({ kty }) => kty === of);
const siteKeys: SiteKeys = {
  jwks: { keys: statementKeys },
  revoked_keys: revokedOf("EC"),
  log_keys: logKeys,
  revoked_log_keys: revokedOf("OKP"),
};
const known = { origins: [site], keys: siteKeys };

test.each(vectors.proofs)("the verdict on a proof ($name) is: $verdict", async ({ proof, verdict }) => {
  const read = await readSaved(JSON.stringify(proof), known);
  const ofLog = read?.isKeyStolen ? "holds, key stolen later" : "holds";
  const verdicts = {
    statement: read?.log === "not-logged" ? "not in the log" : ofLog,
    revoked: "stolen key",
    unsigned: "not signed",
  } as Record<string, string>;
  // A text without a signature is not read as a statement.
  expect(verdicts[read?.reading.kind ?? "unsigned"]).toBe(verdict);
});

test.each(vectors.slips)("the verdict on a slip ($name) is: $verdict", async ({ link, verdict, says }) => {
  const reading = await readCode(link, known);
  const verdicts = { statement: "signed", revoked: "stolen key", "other-site": "another site" } as Record<
    string,
    string
  >;
  expect(verdicts[reading.kind] ?? "not signed").toBe(verdict);
  expect("statement" in reading ? reading.statement : undefined).toEqual(says);
});

test.each(vectors.statuses)("the verdict on a status list ($name) is: $verdict", async ({ token, place, verdict }) => {
  const stands = await standsInList(token, { list: 7, place, origin: site, keys: statementKeys, now });
  expect(stands === null ? "not believed" : stands ? "stands" : "ended").toBe(verdict);
});

test.each(vectors.logs)("the verdict on a log ($name) is: $verdict", ({ checkpoint, entries, tile, verdict }) => {
  const note = parseCheckpoint(checkpoint);
  const signed = note && logKeys.map((key) => signaturesOf(logVerifier("check.example/log", key as never), note));
  if (!note || !signed?.some((signatures) => signatures !== null && signatures.length > 0))
    return expect("not signed").toBe(verdict);
  const [bytes, hashes] = [Buffer.from(entries, "base64"), Buffer.from(tile, "base64")];
  const leaves: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at))
    leaves.push(leafHash(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at))));
  const isWhole =
    Buffer.concat(leaves).equals(hashes) &&
    hashes.length === note.size * hashBytes &&
    Buffer.from(rootOver(hashes)).toString("base64") === note.root;
  expect(isWhole ? "whole" : "broken").toBe(verdict);
});

test.each(vectors.withdrawals)("the verdict on a withdrawal $name is: $verdict", async ({ verdict, ...vector }) => {
  const { statement = "", log = "" } = vectors.proofs.find(({ name }) => name === vector.proof)?.proof ?? {};
  const keysOfLog = [...siteKeys.log_keys, ...siteKeys.revoked_log_keys];
  const place = await placeInLog({ statement, log }, keysOfLog);
  if (typeof place !== "object") throw new Error("the proof does not hold");
  const logs = [{ folder: "/log", checkpoint: { note: vector.checkpoint } }];
  const read = async (path: string) =>
    path.endsWith(".json")
      ? new TextEncoder().encode(JSON.stringify({ logs }))
      : new Uint8Array(Buffer.from(vector.entries, "base64"));
  const found = await searchLog({ statement, log }, { place, keys: keysOfLog, read });
  const said = { withdrawn: `withdrawn at line ${"line" in found && found.line}`, "not-withdrawn": "no withdrawal" };
  expect({ broken: "broken", unread: "unread", ...said }[found.kind]).toBe(verdict);
});

function keyOf(kid: string | undefined, of = [...statementKeys, ...keys.revoked_keys]) {
  const key = of.find((one) => one.kid === kid);
  if (!key) throw new Error("not a key of this site");
  return key;
}

/**
 * Vectors that the libraries accept and we refuse. The libraries ignore when a key was in use, accept any type, and
 * drop disclosures that the statement did not sign.
 */
const isLooser = (name: string) => /^(dated|of another type|with a name that|with one claim twice)/.test(name);

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
  for (const { name, token, address, verdict } of vectors.statuses) {
    const options = { algorithms: ["ES256"], typ: "statuslist+jwt", subject: address, currentDate: new Date(now) };
    const isSigned = await jwtVerify(
      token,
      (header: { kid?: string }) => keyOf(header.kid, statementKeys),
      options,
    ).then(
      () => true,
      () => false,
    );
    if (name !== "a place beyond the list") expect.soft([name, isSigned]).toEqual([name, verdict !== "not believed"]);
  }
});

test.skipIf(python === "")("docs/check_proof.py agrees on every vector", () => {
  const { status, stdout, stderr } = spawnSync(python, ["docs/check_proof.py", "vectors", "docs/proof-vectors.json"]);
  const { proofs, slips, statuses, logs, withdrawals } = vectors;
  const all = [proofs, slips, statuses, logs, withdrawals].flat().length;
  expect([status, stdout.toString(), stderr.toString()]).toEqual([0, `${all} vectors, each as expected\n`, ""]);
});
