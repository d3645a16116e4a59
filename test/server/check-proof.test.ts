import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHash, randomBytes } from "node:crypto";
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { deflateSync } from "node:zlib";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { downloadAddress, imageAddress, proofAddress } from "#core/images/image-links.ts";
import { receiptLink } from "#verify/lookup-receipt.ts";
import { receiptType } from "#verify/presented.ts";
import type { ListedAgency } from "#verify/register.ts";
import type { SavedProof } from "#verify/saved-proof.ts";
import { checkpointText, parseCheckpoint, writtenNote } from "#verify/signed-note.ts";
import { appendLeaves } from "../support/log-leaves.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { logFiles } from "#operations/log/export-log.ts";
import { revokeLogKey, revokeSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { makeReceipt, receiptAnswer, siteOf } from "#operations/desk/make-receipt.ts";
import { currentSigningKey } from "#operations/signing/signing-keys.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { registerToken } from "#sealing/register-token.ts";
import { signedToken, unsignedToken } from "#sealing/sd-jwt.ts";
import { logVerifier, signNote, verifierKey } from "#sealing/note-signatures.ts";
import { admin, commandLine } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { addTestRecord } from "../support/records.ts";
import { python } from "../support/processes/python.ts";
import { serve } from "../support/processes/serve.ts";
import { newCosigner } from "../support/proofs/cosigner.ts";
import { newSigner, slipLink } from "../support/proofs/slip-links.ts";
import { startSite } from "../support/site.ts";
import { readSaved } from "#verify/read-saved.ts";
import type { SiteKeys } from "#verify/verdict.ts";

const { url, portal } = await startSite({ PUBLIC_URL: "https://check.example.com" });
const folder = path.join(inject("scratch"), `check-proof-${randomBytes(4).toString("hex")}`);
const at = (name: string) => path.join(folder, name);

async function check(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  // As on Windows, whose terminals cannot write every name.
  const env = { ...process.env, PYTHONIOENCODING: "cp1252" };
  const child = spawn(python, ["docs/check_proof.py", ...args], { env });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}

/** Without asking witnesses: the exit code of what holds is 3. */
const checkAlone = (...args: string[]) => check(...args, "--without-witnesses");

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const inBase64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const contentOf = (written: string): unknown => JSON.parse(Buffer.from(written, "base64url").toString());
const saltOf = (written: string) => (contentOf(written) as [salt: string])[0];

/** The saved proof of a new record, and a download of its document. */
async function saveProof(name: string) {
  const images = { visaPaper: await uploaded(portal, admin) };
  const record = await addTestRecord(portal, admin, { name, images, lastDays: { visaPaper: "2020-01-31" } });
  const seen = await lookUpRecord(portal, { by: "passport", number: record.passportNumber });
  if (!seen) throw new Error("it is not shown");
  const page = record.documents.visaPaper?.[0]?.image ?? "";
  const address = downloadAddress(imageAddress(page, "reading", seen.imageGrant));
  const download = Buffer.from(await (await fetch(url + address)).arrayBuffer());
  const answer = await fetch(url + proofAddress(record.id, seen.imageGrant));
  expect([answer.headers.get("cache-control"), answer.headers.get("content-disposition")]).toEqual([
    "no-store",
    `attachment; filename="proof-${record.passportNumber.slice(-4)}.json"`,
  ]);
  return { download, proof: (await answer.json()) as SavedProof };
}

let saved: SavedProof;
let image: Buffer;

beforeAll(async () => {
  const entries = Array.from({ length: 700 }, (_, seq) => ({
    kind: "withdrawn" as const,
    commitment: sha256(`${seq}`),
  }));
  await portal.database.write((writer) => appendLeaves(portal, writer, entries.slice(0, 300)));
  await signCheckpoint(portal);
  await mkdir(folder, { recursive: true });
  await writeFile(at("kept.txt"), await (await fetch(`${url}/log/checkpoint`)).text());
  await portal.database.write((writer) => appendLeaves(portal, writer, entries.slice(300)));
  ({ proof: saved, download: image } = await saveProof("Rahima Khatun"));
  await writeFile(at("proof.json"), JSON.stringify(saved));
  await writeFile(at("image"), image);
  await writeFile(at("keys.json"), await (await fetch(`${url}/.well-known/jwks.json`)).text());
  for await (const { path: name, content } of logFiles(portal)) {
    await mkdir(path.dirname(at(`site${name}`)), { recursive: true });
    await writeFile(at(`site${name}`), content);
  }
});

describe.skipIf(python === "")("docs/check_proof.py, which needs python3 on the PATH,", () => {
  test("checks the log on the site, the log in a folder of files, and a saved proof", async () => {
    for (const place of [url, at("site")]) {
      const { code, err, out } = await checkAlone("log", place, at("kept.txt"));
      expect([code, err, out.split("\n")]).toEqual([
        3,
        "",
        [
          "check.example.com/log: 701 leaves, signed",
          `goes on from ${at("kept.txt")}`,
          "check.example.com/log at 701 leaves: no witnesses",
          "the log is whole up to line 701 of check.example.com/log; not witnessed by anybody",
          "",
        ],
      ]);
    }
    const checked = await checkAlone("statement", at("proof.json"), at("keys.json"), at("image"));
    expect(checked).toMatchObject({ code: 3, err: "", out: expect.stringContaining("Rahima Khatun") });
    expect(checked.out).toMatch(/image was published\n[^]*signed and logged; not witnessed by anybody\n$/);
  });

  test("checks nothing before somebody says which witnesses must have signed, or that none is asked", async () => {
    const statement = ["statement", at("proof.json"), at("keys.json")];
    const log = ["log", url];
    for (const asked of [statement, log])
      expect(await check(...asked)).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringContaining("--without-witnesses"),
      });
    for (const asked of [
      ["statement", at("proof.json")],
      ["no", "such"],
      [...log, "--policy", "a", "--without-witnesses"],
    ])
      expect(await check(...asked)).toMatchObject({ code: 2, out: "", err: expect.stringContaining("called wrongly") });
  });

  test("says how old the signatures of the witnesses are, and of a day ago not that it is so now", async () => {
    const { key, cosigned } = newCosigner();
    await writeFile(at("w1.txt"), `witness w1 ${key}\nquorum w1\n`);
    const says = async (hoursAgo: number, ...more: string[]) => {
      const time = Math.floor(Date.now() / 1000) - hoursAgo * 3600;
      await writeFile(at("aged.json"), JSON.stringify({ ...saved, log: cosigned(saved.log, time) }));
      await cp(at("site"), at("aged"), { recursive: true });
      await writeFile(at("aged/log/checkpoint"), cosigned(await readFile(at("site/log/checkpoint"), "utf8"), time));
      const policy = ["--policy", at("w1.txt"), ...more];
      const ofProof = await check("statement", at("aged.json"), at("keys.json"), ...policy);
      const ofLog = await check("log", at("aged"), at("aged.json"), ...policy);
      return [ofProof, ofLog].map(({ code, out, err }) => `${code} ${err || out.trim().split("\n").at(-1)}`);
    };
    const [ofProof, ofLog] = [
      "signed and logged",
      `no withdrawal of ${at("aged.json")} up to line 701 of check.example.com/log; the signature of ${at("aged.json")} was not checked here: "statement" does that`,
    ];
    expect(await says(1)).toEqual([`0 ${ofProof}; witnessed 1.0 hours ago`, `0 ${ofLog}; witnessed 1.0 hours ago`]);
    const old = "witnessed 3.0 days ago: not shown to be current";
    expect(await says(72)).toEqual([`4 ${ofProof}; ${old}`, `4 ${ofLog}; ${old}`]);
    expect(await says(72, "--max-age", "73")).toEqual([
      `0 ${ofProof}; witnessed 3.0 days ago`,
      `0 ${ofLog}; witnessed 3.0 days ago`,
    ]);
    expect((await says(-49))[0]).toBe(`4 ${ofProof}; witnessed 2.0 days from now: not shown to be current`);
  });

  test("accepts no checkpoint without the quorum of a policy", async () => {
    const policy = ["--policy", at("policy.txt")];
    await writeFile(at("policy.txt"), await (await fetch(`${url}/log/policy`)).text());
    expect(await check("statement", at("proof.json"), at("keys.json"), ...policy)).toMatchObject({ code: 3, err: "" });
    const verifier = { name: "witness.example/w1", type: 4, publicKey: Buffer.alloc(32, 7) };
    await writeFile(at("policy.txt"), `witness w1 ${verifierKey(verifier)}\nquorum w1\n`);
    for (const asked of [
      ["statement", at("proof.json"), at("keys.json")],
      ["log", url],
    ]) {
      const { code, err, out } = await check(...asked, ...policy);
      expect(out.startsWith("visaPaper ended on 2020-01-31\n")).toBe(asked[0] === "statement");
      expect([code, err]).toEqual([1, expect.stringMatching(/^WRONG: not yet witnessed: .*witnessed by 0 of 1\n$/)]);
    }
  });

  test("asks the site of a slip whether its statement is still in force, and accepts only that site's signed list", async () => {
    let token = "";
    await using site = await serve((_, response) => response.end(token));
    const own = newSigner();
    const days = { published: "2026-03-03", issued: "2026-03-04", ends: "2099-01-01" };
    const slip = { ...days, list: 7, place: 9, kinds: [], number: "A123", name: "RAHIMA KHATUN" };
    const link = await slipLink(site.url, slip, own);
    await writeFile(at("own.json"), JSON.stringify({ keys: [{ ...own.publicJwk, iat: 0 }], revoked_keys: [] }));
    const standsAt = (place: number) => new Uint8Array(8192).fill(0xff).with(place >> 3, 0xff ^ (1 << (place & 7)));
    const signedList = (place: number, change: object) => {
      const iat = Math.floor(Date.now() / 1000);
      const lst = deflateSync(standsAt(place)).toString("base64url");
      const times = { iat, exp: iat + 900 };
      const list = { sub: `${site.url}/status-lists/7`, ...times, status_list: { bits: 1, lst }, ...change };
      return signedToken(own.sign, unsignedToken(own.publicJwk.kid, "statuslist+jwt", list));
    };
    const notBelieved = /^WRONG: the status list is not believed /;
    for (const [said, place, change] of [
      [
        /^the code of a slip has no .*\nsigned by http:\S+, and it stands by its own list of \S+ \S+Z; not witnessed /,
        9,
      ],
      [/^WRONG: signed once, and it no longer stands\n$/, 10],
      [notBelieved, 9, { sub: "https://evil.example/status-lists/7" }],
    ] as const) {
      token = signedList(place, change ?? {});
      const { out, err } = await check("stands", link, at("own.json"));
      expect.soft(err || out, JSON.stringify(change)).toMatch(said);
    }
    // The site moved. Its list is at the new address, and still names the old one.
    const moved = await slipLink("http://old.example", slip, own);
    token = signedList(9, { sub: "http://old.example/status-lists/7" });
    expect((await check("stands", moved, at("own.json"), site.url)).out).toMatch(
      /^signed by http:\/\/old\.example, and it stands/m,
    );
    expect((await check("stands", link, at("own.json"))).err).toMatch(notBelieved);
    const nowhere = await slipLink("http://127.0.0.1:1", { ...slip, name: "মোঃ রহিম" }, own);
    expect((await check("slip", nowhere, at("own.json"))).out).toContain("মোঃ রহিম");
    const { code, err } = await check("stands", nowhere, at("own.json"));
    expect(`${code} ${err}`).toMatch(/^2 NOT CHECKED: there was no answer /);
  });

  test("reads a receipt, whose nothing is the site's word, and refuses one of another site, or of another log", async () => {
    const { answer, disclosure } = receiptAnswer(siteOf(portal), { number: "Z99999999", name: "" }, null);
    const asked = { asked_by: null, purpose: "", asked_with: "number", answers: [answer] } as const;
    const { receipt, token } = await makeReceipt(portal, asked);
    const link = receiptLink(portal.publicOrigin, token, disclosure);
    const read = (...more: string[]) => check("receipt", ...more, "--without-witnesses");
    expect(await read(link, at("keys.json"))).toMatchObject({
      code: 3,
      out: expect.stringContaining("is the word of this site alone"),
    });
    expect(await check("log", url, link, "--without-witnesses")).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^goes on from/m),
    });
    await writeFile(at("receipt.jwt"), token);
    expect(await read(at("receipt.jwt"), at("keys.json"), portal.publicOrigin, disclosure)).toMatchObject({ code: 3 });
    const elsewhere = await read(link.replace("check.", "clone."), at("keys.json"));
    expect(elsewhere.err).toBe("WRONG: this receipt is of another site\n");
    const { kid, sign } = await currentSigningKey(portal, "statement");
    const [w1, w2] = [newCosigner(), newCosigner()];
    const lastLine = async (hoursBefore: number, quorum: string) => {
      const checkpoint = w1.cosigned(receipt.checkpoint ?? "", receipt.iat - hoursBefore * 3600);
      const witnessed = signedToken(sign, unsignedToken(kid, receiptType, { ...receipt, checkpoint }));
      await writeFile(at("two.txt"), `witness w1 ${w1.key}\nwitness w2 ${w2.key}\n${quorum}`);
      const own = receiptLink(portal.publicOrigin, witnessed, disclosure);
      const { code, out } = await check("receipt", own, at("keys.json"), "--policy", at("two.txt"));
      return `${code} ${out.trim().split("; ").at(-1)}`;
    };
    expect(await lastLine(1, "quorum w1\n")).toBe("0 witnessed 1.0 hours before it");
    expect(await lastLine(9600, "quorum w1\n")).toBe("4 witnessed 400.0 days before it: not shown to be current");
    expect(await lastLine(1, "group g all w1 w2\nquorum g\n")).toBe(
      "3 witnessed by 1, and by no quorum that the policy asks for",
    );
    const forked = { ...receipt, checkpoint: String(receipt.checkpoint).replace("\n701\n", "\n700\n") };
    const altered = signedToken(sign, unsignedToken(kid, receiptType, forked));
    const { err } = await read(receiptLink(portal.publicOrigin, altered, disclosure), at("keys.json"));
    expect(err).toMatch(/^WRONG: the checkpoint of this receipt is none of the log: /);
  });

  test("asks a register who signed a proof, and says how old the register is", async () => {
    const association = newSigner();
    const known = JSON.parse(await readFile(at("keys.json"), "utf8")) as { keys: ListedAgency["keys"] };
    const keys = known.keys.filter(({ y }) => y);
    const agency = {
      name: "Padma",
      licence: "RL-2",
      origin: portal.publicOrigin,
      keys,
      from: "2026-01-01",
      state: "listed",
    } as const;
    const listed = async (file: string, iat = Math.floor(Date.now() / 1000)) => {
      const register = { name: "Association", iat, exp: iat + 10 * 86_400, agencies: [agency] };
      await writeFile(at("register.jwt"), registerToken(register, association));
      return check("listed", file, at("register.jwt"), association.publicJwk.kid);
    };
    expect(await listed(at("proof.json"))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^listed: Padma, by a list signed 0/),
    });
    expect((await listed(at("proof.json"), Math.floor(Date.now() / 1000) - 100_000)).code).toBe(4);
    expect((await listed("https://clone.example")).err).toBe("WRONG: not-listed\n");
    // Python would take this for "gross.example".
    expect((await listed("https://groß.example")).err).toMatch(/^WRONG: .*xn--/);
  });

  test("detects a changed claim, a changed payload, the log or files of another statement, and a swapped image", async () => {
    const [token = "", name = "", ...others] = saved.statement.split("~");
    const renamed = inBase64Url([saltOf(name), "name", "Rahim Khan"]);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const later = inBase64Url({ ...(contentOf(payload) as object), exp: 4_100_000_000 });
    const { proof: elsewhere } = await saveProof("Rahim Khan");
    const wrong = [
      [{ ...saved, statement: [token, renamed, ...others].join("~") }, "something was disclosed that was never signed"],
      [{ ...saved, statement: [`${header}.${later}.${signature}`, name, ""].join("~") }, "dc+sd-jwt is forged"],
      [{ ...saved, log: elsewhere.log }, "the log does not have this statement"],
      [{ statement: saved.statement }, "this proof has no place in the log"],
      [{ ...saved, files: elsewhere.files }, "the files are those of another statement"],
      [{ ...saved, log: saved.log.replace(/index \d+/, "index 5") }, "the proof of inclusion is too short"],
      [{ ...saved, log: saved.log.replace("\n701\n", "\n702\n") }, "the checkpoint is forged"],
    ] as const;
    for (const [proof, reason] of wrong) {
      await writeFile(at("bent.json"), JSON.stringify(proof));
      expect(await checkAlone("statement", at("bent.json"), at("keys.json"))).toMatchObject({
        code: 1,
        err: `WRONG: ${reason}\n`,
      });
    }
    await writeFile(at("nameless.json"), JSON.stringify({ ...saved, statement: [token, ...others].join("~") }));
    const { out } = await checkAlone("statement", at("nameless.json"), at("keys.json"));
    expect(out).toMatch(/^incomplete: the name or the number was left out$/m);
    await writeFile(at("swapped"), image.with(7, (image[7] ?? 0) ^ 1));
    const swapped = await checkAlone("statement", at("proof.json"), at("keys.json"), at("swapped"));
    expect(swapped).toMatchObject({ code: 1, err: expect.stringContaining("none of the files that were published") });
  });

  test("detects a removed leaf, a changed leaf and a forked checkpoint", async () => {
    const entries = "site/log/tile/entries/001";
    const bent = async (change: () => Promise<void>) => {
      await cp(at("site"), at("good"), { recursive: true });
      await change();
      const { code, err } = await checkAlone("log", at("site"), at("kept.txt"));
      await cp(at("good"), at("site"), { recursive: true, force: true });
      return [code, err];
    };
    const bytes = await readFile(at(entries));
    const length = 2 + bytes.readUInt16BE(0);
    const ofLeaves = "WRONG: the leaves from 256 on are not those of their tile\n";
    expect(await bent(() => writeFile(at(entries), bytes.subarray(length)))).toEqual([1, ofLeaves]);
    expect(await bent(() => writeFile(at(entries), bytes.with(40, (bytes[40] ?? 0) ^ 1)))).toEqual([1, ofLeaves]);
    // The site's own key signed another tree.
    const { publicJwk, sign } = await currentSigningKey(portal, "log");
    const origin = "check.example.com/log";
    const text300 = checkpointText({ origin, size: 300, root: sha256("another").toString("base64") });
    const note = writtenNote({ text: text300, signatures: [signNote(text300, logVerifier(origin, publicJwk), sign)] });
    await copyFile(at("kept.txt"), at("own.txt"));
    await writeFile(at("kept.txt"), note);
    const forked = `WRONG: split view: the key of ${origin} signed ${at("kept.txt")}, and a log that does not go on from it\n`;
    expect(await bent(async () => undefined)).toEqual([1, forked]);
    await copyFile(at("own.txt"), at("kept.txt"));
  });

  test("accepts what a stolen key signed only if the log had it before the theft, as /check does", async () => {
    const { sign } = await currentSigningKey(portal, "statement");
    const signed = (token: string, change: object) => {
      const [header = "", payload = ""] = token.split(".");
      const input = `${header}.${inBase64Url({ ...(contentOf(payload) as object), ...change })}`;
      return `${input}.${sign(Buffer.from(input)).toString("base64url")}`;
    };
    const before = parseCheckpoint(await (await fetch(`${url}/log/checkpoint`)).text());
    const { proof: later } = await saveProof("Salma Begum");
    const { kid } = contentOf(saved.statement.split(".")[0] ?? "") as { kid: string };
    if (before) await revokeSigningKey(portal, commandLine, kid, before);
    await writeFile(at("keys.json"), await (await fetch(`${url}/.well-known/jwks.json`)).text());
    const keys = (await (await fetch(`${url}/.well-known/jwt-vc-issuer`)).json()) as SiteKeys;
    const verdictsOf = async (proof: SavedProof) => {
      await writeFile(at("proof.json"), JSON.stringify(proof));
      const { out, err } = await checkAlone("statement", at("proof.json"), at("keys.json"));
      const read = await readSaved(JSON.stringify(proof), { origins: ["https://check.example.com"], keys });
      return [out.split("\n").at(-2) ?? err, read?.reading.kind, read?.documents[0]?.sha256.length];
    };
    const [token = "", ...disclosures] = saved.statement.split("~");
    const listed = { ...saved, files: signed(saved.files, { documents: [{ kind: "visaPaper", sha256: [""] }] }) };
    const held = "signed and logged; the key was stolen since, and the log had this before; not witnessed by anybody";
    const isBelieved = [held, "statement", 2];
    for (const proof of [saved, listed]) expect(await verdictsOf(proof)).toEqual(isBelieved);
    const notBefore = "WRONG: the key was stolen, and the log did not have this before\n";
    expect(await verdictsOf(later)).toEqual([notBefore, "revoked", undefined]);
    const forged = { ...saved, statement: [signed(token, { published: "2026-01-01" }), ...disclosures].join("~") };
    const notLogged = "WRONG: the log does not have this statement\n";
    expect(await verdictsOf(forged)).toEqual([notLogged, "revoked", undefined]);
    expect(await checkAlone("statement", at("proof.json"), at("keys.json"), at("image"))).toMatchObject({ code: 1 });
  });

  test("accepts what a stolen log key signed before the theft, and follows the log under its new origin", async () => {
    const { proof } = await saveProof("Nasrin Akter");
    const { kid, publicJwk, sign } = await currentSigningKey(portal, "log");
    await revokeLogKey(portal, commandLine, kid);
    await signCheckpoint(portal);
    await writeFile(at("keys.json"), await (await fetch(`${url}/.well-known/jwks.json`)).text());
    const checked = async (log: string) => {
      await writeFile(at("late.json"), JSON.stringify({ ...proof, log }));
      const [ofLog, ofProof] = [
        await checkAlone("log", url, at("late.json")),
        await checkAlone("statement", at("late.json"), at("keys.json")),
      ];
      const lastLine = (out: string) =>
        out.split("\n").findLast((line) => !/^$|no witnesses|^no withdrawal of/.test(line));
      return [ofLog, ofProof].map(({ out, err }) => err || lastLine(out));
    };
    const [place = "", note = ""] = proof.log.split(/\n\n(?=check)/);
    const { origin, size, root } = parseCheckpoint(note) ?? { origin: "", size: 0, root: "" };
    expect(await checked(proof.log)).toEqual([
      `goes on from ${at("late.json")}`,
      "signed and logged; not witnessed by anybody",
    ]);
    const more = checkpointText({ origin, size: size + 1, root });
    const beyond = writtenNote({ text: more, signatures: [signNote(more, logVerifier(origin, publicJwk), sign)] });
    expect(await checked(`${place}\n\n${beyond}`)).toEqual([
      `WRONG: ${at("late.json")} has ${size + 1} leaves, and the log has ${size}\n`,
      "WRONG: the key of the log was stolen, and this checkpoint is beyond what it signed before\n",
    ]);
  });
});
