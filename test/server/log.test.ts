import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parseCheckpoint } from "#verify/signed-note.ts";
import { appendLeaves } from "../support/log-leaves.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { leafHash, rootOver } from "#sealing/merkle.ts";
import { provesInclusion } from "../support/proofs/tree-proofs.ts";
import { parseVerifierKey, signaturesOf } from "#sealing/note-signatures.ts";
import { readLogPage } from "#operations/log/read-log.ts";
import { revokeLogKey, revokeSigningKey, rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { currentSigningKey } from "#operations/signing/signing-keys.ts";
import { keyWords } from "#sealing/key-words.ts";
import { commandLine } from "../support/accounts/people.ts";
import { startSite } from "../support/site.ts";

const { url, portal } = await startSite({ PUBLIC_URL: "https://check.example.com" });
const get = (path: string) => fetch(`${url}${path}`, { headers: { Origin: "https://elsewhere.example" } });
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
const textOf = async (path: string) => (await get(path)).text();

const size = 600;
const commitments = Array.from({ length: size }, (_, at) => hash("sha256", `statement ${at}`, "buffer"));
await portal.database.write((writer) =>
  appendLeaves(
    portal,
    writer,
    commitments.map((commitment) => ({ kind: "published", commitment })),
  ),
);
await signCheckpoint(portal);
const leaves = commitments.map((commitment) =>
  Buffer.from(`attestry/v1 published\n${commitment.toString("base64")}\n`),
);
const hashes = Buffer.concat(leaves.map(leafHash));

describe("the files of the log", () => {
  test("match the hashes computed from the leaves", async () => {
    const { logs } = JSON.parse(await textOf("/log/logs.json")) as { logs: { origin: string; keys: string[] }[] };
    const verifier = parseVerifierKey(logs[0]?.keys[0] ?? "");
    const checkpoint = parseCheckpoint(await textOf("/log/checkpoint"));
    if (!checkpoint || !verifier) throw new Error("no checkpoint or no key");
    expect(checkpoint).toMatchObject({ origin: "check.example.com/log", size });
    expect(verifier.name).toBe("check.example.com/log");
    expect(signaturesOf(verifier, checkpoint)).toHaveLength(1);
    const root = Buffer.from(rootOver(hashes));
    expect(checkpoint.root).toBe(root.toString("base64"));
    expect(await bytesOf("/log/tile/0/001")).toEqual(hashes.subarray(256 * 32, 512 * 32));
    expect(await bytesOf("/log/tile/0/002.p/88")).toEqual(hashes.subarray(512 * 32));
    expect(await bytesOf("/log/tile/0/002.p/7")).toEqual(hashes.subarray(512 * 32, 519 * 32));
    const full = [0, 1].map((place) => rootOver(hashes.subarray(place * 256 * 32, (place + 1) * 256 * 32)));
    expect(await bytesOf("/log/tile/1/000.p/2")).toEqual(Buffer.concat(full));
    const entries = leaves.slice(512).flatMap((leaf) => [Buffer.of(0, leaf.length), leaf]);
    expect(await bytesOf("/log/tile/entries/002.p/88")).toEqual(Buffer.concat(entries));
    const [words, index, ...path] = (await textOf("/log/proof/599")).split("\n\n")[0]?.split("\n") ?? [];
    expect([words, index]).toEqual(["c2sp.org/tlog-proof@v1", "index 599"]);
    const siblings = path.map((line) => Buffer.from(line, "base64"));
    const place = { position: 599, size };
    expect(await provesInclusion(leafHash(leaves[599] ?? Buffer.of()), place, siblings, root)).toBe(true);
  });

  test("can be read by any page and any program without cookies; tiles are cached for a year", async () => {
    const expected = {
      "/log/checkpoint": ["text/plain; charset=utf-8", "public, max-age=5"],
      "/log/proof/0": ["text/plain; charset=utf-8", "public, max-age=5"],
      "/log/logs.json": ["application/json", "public, max-age=5"],
      "/log/tile/0/000": ["application/octet-stream", "public, max-age=31536000, immutable"],
      "/log/tile/entries/002.p/1": ["application/octet-stream", "public, max-age=31536000, immutable"],
    };
    for (const [path, [type, cache]] of Object.entries(expected)) {
      const { status, headers } = await get(path);
      const seen = ["content-type", "cache-control", "access-control-allow-origin", "set-cookie"];
      expect([path, status, ...seen.map((name) => headers.get(name))]).toEqual([path, 200, type, cache, "*", null]);
    }
  });

  test.for([
    "/log/tile/0/002",
    "/log/tile/0/002.p/89",
    "/log/tile/0/003.p/1",
    "/log/tile/1/000",
    "/log/tile/1/000.p/3",
    "/log/tile/2/000.p/1",
    "/log/tile/63/x999/x999/x999/999.p/255",
    "/log/tile/entries/002.p/89",
    "/log/tile/entries/x001/000",
    "/log/proof/600",
    "/log/proof/999999999999999",
    "/log/2/checkpoint",
    "/log/999999999/tile/0/000",
    "/log/nothing",
  ])("do not include %s", async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get("cache-control")]).toEqual([404, expect.stringContaining("no-store")]);
  });
});

async function keyBefore(change: () => Promise<unknown>): Promise<string> {
  const { kid } = await currentSigningKey(portal, "statement");
  await change();
  return kid;
}

async function revokeKey() {
  const { kid } = await currentSigningKey(portal, "statement");
  await revokeSigningKey(portal, commandLine, kid, { origin: "check.example.com/log", size: 0, root: "" });
}

test("/proof shows the words of current and older keys, the newest checkpoint and older origins, in both languages", async () => {
  const [replaced, stolen] = [await keyBefore(() => rotateSigningKey(portal, commandLine)), await keyBefore(revokeKey)];
  const { kid } = await currentSigningKey(portal, "log");
  await revokeLogKey(portal, commandLine, kid);
  await signCheckpoint(portal);
  const { keys, current, older: trees } = await readLogPage(portal);
  const checker = hash("sha256", await readFile("docs/check_proof.py"));
  expect(keys.older.map(({ words, isStolen }) => [words, isStolen])).toEqual([
    [keyWords(replaced), false],
    [keyWords(stolen), true],
  ]);
  expect([keys.statement?.words, keys.log?.words]).toEqual([
    expect.stringMatching(/^(\w+ ){5}\w+$/),
    expect.any(String),
  ]);
  for (const [language, words, warning, stolenLog] of [
    [
      "en",
      "Lines of its last known checkpoint: 600. Still here, from the first on: 600.",
      "Stolen.",
      "Its key was stolen.",
    ],
    ["bn", "শেষ জানা চেকপয়েন্টে ৬০০টি লাইন ছিল; প্রথম ৬০০টি", "এই চাবি চুরি হয়েছে।", "এর চাবি চুরি হয়েছে।"],
  ] as const) {
    const page = await (await fetch(`${url}/proof`, { headers: { "Accept-Language": language } })).text();
    const shown = page.replaceAll(/<[^>]*>/g, "");
    const older = `${keyWords(stolen)}${warning}`;
    const [now, ofLog] = [keys.statement?.words, keys.log?.words];
    for (const text of [
      now,
      ofLog,
      keyWords(replaced),
      older,
      current?.checkpoint?.note.trim(),
      words,
      stolenLog,
      checker,
    ]) {
      expect(shown).toContain(text);
    }
    expect(page).toContain('href="/log/2/checkpoint"');
    expect(trees.map(({ origin }) => shown.includes(origin))).toEqual([true]);
  }
});
