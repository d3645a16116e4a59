import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createHash, hash, randomBytes } from "node:crypto";
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { checkpointText, writtenNote } from "#core/proofs/signed-note.ts";
import { appendLeaf, appendLeaves } from "#operations/log/append-leaf.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { logFiles } from "#operations/log/export-log.ts";
import { proveInclusion, writtenProof } from "#operations/log/prove-inclusion.ts";
import { currentSigningKey } from "#operations/proofs/signing-keys.ts";
import { logVerifier, signNote } from "#sealing/note-signatures.ts";
import { startSite } from "../support/site.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

const { server, portal } = await startSite({ PUBLIC_URL: "https://check.example.com" });
const folder = path.join(inject("scratch"), `check-proof-${randomBytes(4).toString("hex")}`);
const at = (name: string) => path.join(folder, name);

async function check(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn("python3", ["docs/check_proof.py", ...args]);
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const inBase64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const contentOf = (written: string): unknown => JSON.parse(Buffer.from(written, "base64url").toString());
const saltOf = (written: string) => (contentOf(written) as [salt: string])[0];
const disclosed = (...claim: unknown[]) => {
  const written = inBase64Url([randomBytes(16).toString("base64url"), ...claim]);
  return { written, digest: hash("sha256", written, "base64url") };
};

/** An SD-JWT as the site signs it, in the log. */
async function savedProof(image: Uint8Array) {
  const { kid, sign } = await currentSigningKey(portal, "statement");
  const name = disclosed("name", "Rahima Khatun");
  const document = disclosed({ kind: "visaPaper", pages: 1, page_sha256: [hash("sha256", image)] });
  const payload = {
    iss: portal.publicOrigin,
    exp: 4_000_000_000,
    _sd: [name.digest],
    documents: [{ "...": document.digest }],
    _sd_alg: "sha-256",
  };
  const signed = `${inBase64Url({ alg: "ES256", typ: "dc+sd-jwt", kid })}.${inBase64Url(payload)}`;
  const statement = [
    `${signed}.${sign(Buffer.from(signed)).toString("base64url")}`,
    name.written,
    document.written,
    "",
  ];
  const nonce = randomBytes(32);
  const entry = { kind: "published", commitment: sha256(Buffer.concat([nonce, sha256(signed)])) } as const;
  const place = await portal.database.write((writer) => appendLeaf(portal, writer, entry));
  const proof = await proveInclusion(portal, place);
  if (!proof) throw new Error("no proof");
  return { statement: statement.join("~"), log: writtenProof(proof, nonce) };
}

const image = randomBytes(2000);
let saved: Awaited<ReturnType<typeof savedProof>>;

beforeAll(async () => {
  const entries = Array.from({ length: 700 }, (_, seq) => ({
    kind: "withdrawn" as const,
    commitment: sha256(`${seq}`),
  }));
  await portal.database.write((writer) => appendLeaves(portal, writer, entries.slice(0, 300)));
  await signCheckpoint(portal);
  await mkdir(folder, { recursive: true });
  await writeFile(at("kept.txt"), await (await fetch(`${server.url}/log/checkpoint`)).text());
  await portal.database.write((writer) => appendLeaves(portal, writer, entries.slice(300)));
  saved = await savedProof(image);
  await writeFile(at("proof.json"), JSON.stringify(saved));
  await writeFile(at("image"), image);
  await writeFile(at("keys.json"), await (await fetch(`${server.url}/.well-known/jwks.json`)).text());
  for await (const { path: name, content } of logFiles(portal)) {
    await mkdir(path.dirname(at(`site${name}`)), { recursive: true });
    await writeFile(at(`site${name}`), content);
  }
});

describe.skipIf(!hasPython)("docs/check_proof.py, for which a python3 has to be in the PATH,", () => {
  test("checks the log of the site, of its files, and a saved proof", async () => {
    for (const place of [server.url, at("site")]) {
      expect(await check("log", place, at("kept.txt"))).toEqual({
        code: 0,
        err: "",
        out: `goes on from ${at("kept.txt")}\ncheck.example.com/log: 701 leaves, signed\n`,
      });
    }
    const checked = await check("statement", at("proof.json"), at("keys.json"), at("image"));
    expect(checked).toMatchObject({ code: 0, err: "", out: expect.stringContaining("Rahima Khatun") });
    expect(checked.out).toMatch(/image was published\n[^]*signed and logged\n$/);
  });

  test("catches a rewritten row, another statement, a swapped image and a statement that was never logged", async () => {
    const [token = "", name = "", document = ""] = saved.statement.split("~");
    const renamed = inBase64Url([saltOf(name), "name", "Rahim Khan"]);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const later = inBase64Url({ ...(contentOf(payload) as object), exp: 4_100_000_000 });
    const elsewhere = await savedProof(randomBytes(10));
    const wrong = [
      [
        { ...saved, statement: [token, renamed, document, ""].join("~") },
        "something was disclosed that was never signed",
      ],
      [{ ...saved, statement: [`${header}.${later}.${signature}`, name, ""].join("~") }, "the statement is forged"],
      [{ ...saved, log: elsewhere.log }, "the log does not have this statement"],
      [{ ...saved, log: saved.log.replace(/index \d+/, "index 5") }, "the proof of inclusion is too short"],
      [{ ...saved, log: saved.log.replace("\n701\n", "\n702\n") }, "the checkpoint is forged"],
    ] as const;
    for (const [proof, reason] of wrong) {
      await writeFile(at("bent.json"), JSON.stringify(proof));
      expect(await check("statement", at("bent.json"), at("keys.json"))).toMatchObject({
        code: 1,
        err: `WRONG: ${reason}\n`,
      });
    }
    await writeFile(at("swapped"), image.with(7, (image[7] ?? 0) ^ 1));
    const swapped = await check("statement", at("proof.json"), at("keys.json"), at("swapped"));
    expect(swapped).toMatchObject({ code: 1, err: expect.stringContaining("none of the files that were published") });
  });

  test("catches a removed leaf, a rewritten one and a forked checkpoint", async () => {
    const entries = "site/log/tile/entries/001";
    const bent = async (change: () => Promise<void>) => {
      await cp(at("site"), at("good"), { recursive: true });
      await change();
      const { code, err } = await check("log", at("site"), at("kept.txt"));
      await cp(at("good"), at("site"), { recursive: true, force: true });
      return [code, err];
    };
    const bytes = await readFile(at(entries));
    const length = 2 + bytes.readUInt16BE(0);
    const ofLeaves = "WRONG: the leaves from 256 on are not those of their tile\n";
    expect(await bent(() => writeFile(at(entries), bytes.subarray(length)))).toEqual([1, ofLeaves]);
    expect(await bent(() => writeFile(at(entries), bytes.with(40, (bytes[40] ?? 0) ^ 1)))).toEqual([1, ofLeaves]);
    // The very key of the site signed another tree.
    const { publicJwk, sign } = await currentSigningKey(portal, "log");
    const origin = "check.example.com/log";
    const text300 = checkpointText({ origin, size: 300, root: sha256("another").toString("base64") });
    const note = writtenNote({ text: text300, signatures: [signNote(text300, logVerifier(origin, publicJwk), sign)] });
    await copyFile(at("kept.txt"), at("own.txt"));
    await writeFile(at("kept.txt"), note);
    const forked = `WRONG: the log does not go on from ${at("kept.txt")}: it was forked\n`;
    expect(await bent(async () => undefined)).toEqual([1, forked]);
    await copyFile(at("own.txt"), at("kept.txt"));
  });
});
