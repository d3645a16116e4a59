import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { imageAnswer } from "#api/images/image-answer.ts";
import { readUploadForm } from "#api/images/upload-form.ts";
import { signedValueIn } from "#auth/cookies.ts";
import { emailAddress, mailboxOf } from "#core/accounts/email.ts";
import { listInTable } from "#core/desk/list-in-table.ts";
import { type ErrorId, PortalError } from "#core/errors.ts";
import { surveyed } from "#core/imports/find-table.ts";
import { layoutOf, readingsOf } from "#core/imports/join-sheets.ts";
import { isTotalOrNote, readRow } from "#core/imports/row.ts";
import { readUploadName } from "#core/imports/upload-name.ts";
import { isMailAddress } from "#core/mail.ts";
import { failedMrzChecks, mrzName, mrzNumber } from "#core/records/mrz.ts";
import { readCookies } from "#core/read-cookies.ts";
import { fillIn, plainText } from "#core/texts/fill-in.ts";
import { parseMarkup } from "#core/texts/markup.ts";
import { parsePageText } from "#core/texts/page-text.ts";
import { filledRows } from "#documents/spreadsheets/filled-rows.ts";
import { openZip } from "#documents/spreadsheets/open-zip.ts";
import { isTableReport, rowsAtOnce } from "#documents/spreadsheets/table-messages.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { parseVerifierKey } from "#sealing/note-signatures.ts";
import { signedToken } from "#sealing/sd-jwt.ts";
import { checkLinkInPdf } from "#verify/compact-statement.ts";
import { parseLogPath } from "#verify/log-path.ts";
import { answerFor, readReceipt, signedReceipt } from "#verify/lookup-receipt.ts";
import { readReceiptLink } from "#verify/presented.ts";
import { parsePolicy } from "#verify/policy.ts";
import type { PublicKeySet, PublishedKey } from "#verify/public-keys.ts";
import { readSaved } from "#verify/read-saved.ts";
import { listingIn, readRegister } from "#verify/register.ts";
import { placeInLog } from "#verify/saved-proof.ts";
import { entriesIn, searchLog } from "#verify/search-log.ts";
import { parseNote, parseSignatures, writtenNote } from "#verify/signed-note.ts";
import { standsInList } from "#verify/status-list.ts";
import { readCode, type SiteKeys } from "#verify/verdict.ts";
import { fieldsIn } from "#web/frame/read-form.server.ts";
import { newSigner } from "../support/proofs/slip-links.ts";
import { zip } from "../support/zip.ts";

export type Parser = {
  name: string;
  /** Sound inputs, with one character for each byte. */
  corpus: readonly string[];
  /** Returns, or throws one of `refusals`: anything else is a fault. */
  parse: (input: Buffer) => unknown;
  refusals: readonly ErrorId[];
};

const inBytes = (text: string) => Buffer.from(text).toString("latin1");
const parser = (
  name: string,
  corpus: readonly string[],
  parse: (text: string, bytes: Buffer) => unknown,
  refusals: readonly ErrorId[] = [],
): Parser => ({ name, corpus: corpus.map(inBytes), parse: (bytes) => parse(bytes.toString(), bytes), refusals });

/** Parts of an input stay parts when it is changed: the files of an archive, or the claims of a token. */
const [between, within] = ["\x1d", "\x1e"];

export async function makeParsers(): Promise<Parser[]> {
  return [...(await tableParsers()), ...formParsers(), ...proofParsers(), ...textParsers()];
}

const head = ["Passport number", "IRCC number", "Name", "Father's name", "Visa expiry", "Share code"];
const line = ["A12345678", "W1234567", "রহিমা খাতুন", "Karim", new Date(Date.UTC(2026, 2, 31)), 45_123.5];
const sheets = [{ name: "Empty" }, { name: "People", rows: [["Candidates"], [], head, line, ["Total: 1", null, 7]] }];

async function tableParsers(): Promise<Parser[]> {
  const refusals = ["empty-file", "unreadable-table", "broken-file", "locked-table", "unsafe-archive", "locked-archive", "too-many-rows", "no-number-column", "no-name-column", "list-too-long"] as const; // prettier-ignore
  const books = [await writeXlsx({ sheets }), await writeOds({ sheets })].map((bytes) => Buffer.from(bytes));
  const packed = (text: string) => zip(text.split(between).map(asEntry));
  const csv = [head, line, ["a;b", 'c"d', "1.2E+08", "\t", "|", ""]].map((cells) => cells.map((cell) => `"${String(cell)}"`).join(",")).join("\r\n"); // prettier-ignore
  return [
    { name: "csv", corpus: [inBytes(csv), `sep=;\n${inBytes(csv)}`, Buffer.from(`\uFEFF${csv}`, "utf16le").toString("latin1")], parse: readTable, refusals }, // prettier-ignore
    { name: "xlsx", corpus: await Promise.all(books.map(unpacked)), parse: (input) => readTable(packed(input.toString("latin1"))), refusals }, // prettier-ignore
    { name: "zip", corpus: books.map((book) => book.toString("latin1")), parse: readZip, refusals: ["locked-archive", "unsafe-archive", "broken-archive", "archive-too-large"] }, // prettier-ignore
  ];
}

const archiveLimits = { entries: 5000, bytes: 2_000_000_000, ratio: 200, tooLarge: "archive-too-large", broken: "broken-archive" } as const; // prettier-ignore

function asEntry(part: string) {
  const [name = "", content = ""] = part.split(within);
  return { name: Buffer.from(name.slice(0, 2000), "latin1"), content: Buffer.from(content, "latin1") };
}

async function unpacked(book: Buffer): Promise<string> {
  const parts = (await openZip(book, archiveLimits)).map(async ({ name, read }) => `${name}${within}${(await buffer(await read())).toString("latin1")}`); // prettier-ignore
  return (await Promise.all(parts)).join(between);
}

/** Reads a table as the worker does, and its rows as an import and a list do. */
async function readTable(bytes: Buffer): Promise<void> {
  const rows = await Array.fromAsync(filledRows(bytes));
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    if (!isTableReport({ kind: "rows", rows: rows.slice(at, at + rowsAtOnce) }))
      throw new Error("the parent of the worker refuses these rows");
  const layout = layoutOf(surveyed(rows));
  if (!layout) throw new Error("a file without rows was not refused");
  const table = { columns: layout.main.columns, readings: readingsOf(layout) };
  for (const { cells } of rows) if (!isTotalOrNote(table.columns, cells)) readRow(table, cells);
  listInTable(rows);
}

async function readZip(bytes: Buffer): Promise<void> {
  for (const { name, read } of (await openZip(bytes, archiveLimits)).slice(0, 20)) {
    readUploadName(name);
    // An import lists a damaged file as such, whatever the error.
    await read().then(buffer).catch(notOfOurs);
  }
}

function notOfOurs(error: unknown): void {
  if (error instanceof TypeError || error instanceof RangeError) throw error;
}

function formParsers(): Parser[] {
  const files = [`multipart/form-data; boundary=x`, `--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nরহিম\r\n--x\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''a%20b.jpg\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff\0\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="c.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--x--\r\n`].join("\n"); // prettier-ignore
  const fields = "application/x-www-form-urlencoded\na=1&b=%E0%A6%AD%0D%0A+&a=&%=%%";
  return [parser("multipart", [files, fields], (_, bytes) => readForms(bytes), ["invalid", "too-large", "too-many-files", "file-too-large"])]; // prettier-ignore
}

/** The first line is the Content-Type. */
async function readForms(bytes: Buffer): Promise<void> {
  const end = bytes.indexOf("\n");
  const body = bytes.subarray(end + 1);
  const type = inHeader(bytes.toString("latin1", 0, Math.max(0, end)));
  await fieldsIn(new Request("https://a.example", { method: "POST", headers: { "Content-Type": type }, body: Buffer.from(body) })); // prettier-ignore
  const size = 1 + ((bytes.at(-1) ?? 0) % 64) ** 2;
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, at) => Buffer.from(body.subarray(at * size, (at + 1) * size))); // prettier-ignore
  await readUploadForm(
    { headers: { "content-type": type }, body: Readable.from(pieces) },
    { takes: (field) => field !== "title", skipsNameless: true, receive: sizeOf, discard: async () => {} },
  );
}

async function sizeOf(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const piece of pieces) if ((size += piece.byteLength) > 20_000) throw new PortalError("file-too-large");
  return size;
}

/** Leaves out what no HTTP server hands on in a header. */
const inHeader = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "").trim();

type Vectors = {
  site: string;
  now: string;
  keys: PublicKeySet;
  proofs: { proof: { statement: string; log?: string }; policy?: string }[];
  slips: { link: string }[];
  shown: { statement: string }[];
  statuses: { token: string }[];
  receipts: { receipt: string; disclosure: string }[];
  registers: { register: string }[];
  logs: { checkpoint: string; entries: string }[];
};

function proofParsers(): Parser[] {
  const { site, now, keys, proofs, shown, slips, statuses, receipts, registers, logs } = JSON.parse(
    readFileSync("docs/proof-vectors.json", "utf8"),
  ) as Vectors;
  const signer = newSigner();
  const ofKind = <Key extends PublishedKey>(all: readonly Key[], kind: "EC" | "OKP") => all.filter(({ kty }) => kty === kind); // prettier-ignore
  const statementKeys = [...ofKind(keys.keys, "EC"), { ...signer.publicJwk, iat: 0 }];
  const siteKeys: SiteKeys = { jwks: { keys: statementKeys }, revoked_keys: ofKind(keys.revoked_keys, "EC"), log_keys: ofKind(keys.keys, "OKP"), revoked_log_keys: ofKind(keys.revoked_keys, "OKP") }; // prettier-ignore
  const known = { origins: [site], keys: siteKeys };
  const { kid } = signer.publicJwk;
  const check = { list: 7, place: 9, origins: [site], keys: statementKeys, now: Date.parse(now) };

  /** Signs the changed claims, as another program or a stolen key might. */
  async function readSigned(text: string): Promise<void> {
    const [header = "", claims = "", ...hidden] = text.replaceAll("KID", kid).split(between);
    const disclosures = hidden.map(inBase64Url);
    const digests = disclosures.map((one) => createHash("sha256").update(one).digest("base64url"));
    const payload = claims.replaceAll(/DIGEST(\d)/g, (_, at) => digests[Number(at)] ?? "");
    const token = signedToken(signer.sign, `${inBase64Url(header)}.${inBase64Url(payload)}`);
    await readToken(token, [token, ...disclosures, ""].join("~"));
  }
  async function readToken(token: string, statement = token): Promise<void> {
    await readSaved(statement, known);
    await readReceipt(token, { ...known, now: Date.parse(now) });
    const receipt = await signedReceipt(token, statementKeys);
    for (const disclosure of statement.split("~")) if (receipt) await answerFor(receipt, disclosure);
    await standsInList(token, check);
    await readRegister(token, kid);
    for (const read of [statement, site])
      await listingIn(read, { name: "Association", key: kid, token, now: Date.parse(now) });
    readReceiptLink(`${site}/check#${statement}`);
  }
  async function readNote(text: string): Promise<void> {
    const note = parseNote(text);
    if (note && writtenNote(note) !== text) throw new Error("the note is written otherwise");
    parseSignatures(text);
    parseVerifierKey(text);
    await parsePolicy(text);
    const log = { keys: siteKeys.log_keys, policy: proofs.find(({ policy }) => policy)?.policy };
    await placeInLog({ statement: proofs[0]?.proof.statement ?? "", log: text }, log);
  }
  async function readTiles(text: string, bytes: Buffer): Promise<void> {
    const at = bytes.indexOf(between);
    const tile = new Uint8Array(bytes.subarray(at + 1));
    entriesIn(tile);
    parseLogPath(text);
    const { statement = "", log = "" } = proofs[0]?.proof ?? {};
    const place = await placeInLog({ statement, log }, { keys: siteKeys.log_keys });
    if (typeof place !== "object") throw new Error("the proof does not hold");
    let left = 20;
    const list = new Uint8Array(bytes.subarray(0, Math.max(0, at)));
    const read = async (file: string) => (file.endsWith(".json") ? list : left-- > 0 ? tile : null);
    await searchLog({ statement, log }, { keys: siteKeys.log_keys, place, read });
  }

  const tokens = [
    ...statuses.slice(0, 2).map(({ token }) => token),
    ...receipts.slice(0, 2).map(({ receipt, disclosure }) => `${receipt}~${disclosure}`),
    ...registers.slice(0, 1).map(({ register }) => register),
  ];
  const saved = proofs.slice(0, 3).flatMap(({ proof }) => [proof.statement, JSON.stringify(proof)]);
  const texts = [...saved, ...shown.slice(0, 2).map(({ statement }) => statement)];
  const codes = slips.map(({ link }) => link);
  const notes = [...proofs.map(({ proof }) => proof.log ?? ""), ...proofs.map(({ policy }) => policy ?? "")];
  const served = logs.map(
    ({ checkpoint, entries }) =>
      JSON.stringify({ logs: [{ folder: "/log", checkpoint: { note: checkpoint } }] }) +
      between +
      Buffer.from(entries, "base64").toString(),
  );
  return [
    parser("sd-jwt", [...tokens, ...texts], (text) => readToken(text)),
    parser("claims", [...tokens, ...texts.filter((text) => text.endsWith("~"))].map(asClaims), readSigned),
    parser("slips", codes, (text, bytes) => readCode(checkLinkInPdf(new Uint8Array(bytes)) ?? text, known)),
    {
      name: "compact",
      corpus: codes.map((link) => Buffer.from(new URL(link).hash.slice(1), "base64url").toString("latin1")),
      parse: (bytes) => readCode(`${site}/check#${bytes.toString("base64url")}`, known),
      refusals: [],
    },
    parser("notes", [...new Set(notes)], readNote),
    parser("tiles", [...served, "/log/2/tile/entries/x001/234.p/7"], readTiles),
  ];
}

const inBase64Url = (text: string) => Buffer.from(text).toString("base64url");

/** Returns the claims of a token, with the key and the digests of its disclosures left open. */
function asClaims(text: string): string {
  const [token = "", ...disclosures] = text.split("~").filter((part) => part !== "");
  const [header = "", payload = ""] = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
  const digests = disclosures.map((one) => createHash("sha256").update(one).digest("base64url"));
  const open = digests.reduce((claims, digest, at) => claims.replace(digest, `DIGEST${at}`), payload);
  const hidden = disclosures.map((one) => Buffer.from(one, "base64url").toString());
  return [header.replace(/"kid":"[^"]*"/, '"kid":"KID"'), open, ...hidden].join(between);
}

function textParsers(): Parser[] {
  const keyring = openKeyring(["a secret of at least thirty-two letters"]);
  const caller = (cookie: string) => ({ headers: new Headers({ cookie: inHeader(cookie) }), clientAddress: "203.0.113.9" }); // prettier-ignore
  const image = { bytes: Buffer.alloc(1000), kind: null, page: 1, isNews: false, [Symbol.dispose]: () => {} };
  const nothing = { operator: null, site: null, licence: null, register: null, address: null, phone: null, email: null }; // prettier-ignore
  return [
    parser(
      "mrz",
      ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"],
      (text) => {
        const [upper = "", lower = ""] = text.split("\n");
        return [mrzName(upper), mrzNumber(lower), failedMrzChecks(lower)];
      },
    ),
    parser(
      "cookies",
      ["attestry-session=a%2Eb.c2ln; b=x=y==; b=2;c", "__Host-attestry.holder=id~secret.id~secret"],
      (text, bytes) => {
        readCookies(text);
        signedValueIn({ publicOrigin: "http://a.example", keyring, caller: caller(bytes.toString("latin1")) }, "attestry-session"); // prettier-ignore
      },
    ),
    parser("ranges", ["bytes=0-99", "bytes=-5", "bytes=990-2000", "bytes=1-1,3-4"], (_, bytes) => {
      const { status, headers } = imageAnswer(new Headers({ range: inHeader(bytes.toString("latin1")) }), image, "640", 60); // prettier-ignore
      const [, from, to] = /^bytes (\d+)-(\d+)\/1000$/.exec(headers.get("content-range") ?? "") ?? [];
      if (status === 206 && !(Number(from) <= Number(to) && Number(to) < 1000)) throw new Error("not a part");
    }),
    parser("markup", ["Title\n## What we keep\n- a [name](/news)\n১. {phone}\n### By post\n{address}\n\n[x](https://a.example/?b=c#d)"], (text) => { // prettier-ignore
      plainText(fillIn(parseMarkup(text), nothing));
      const [title = "", ...body] = text.split("\n");
      parsePageText({ title, body: body.join("\n") });
    }, ["invalid"]), // prettier-ignore
    parser("mail addresses", ["rahim.uddin+visa@gmail.com", "o'neil@sub.xn--a-1ga.example", "a@b"], (text) => {
      const { data } = emailAddress.safeParse(text);
      if (data !== undefined && !(isMailAddress(data) && isMailAddress(mailboxOf(data)))) throw new Error("not an address"); // prettier-ignore
      isMailAddress(text);
    }),
  ];
}
