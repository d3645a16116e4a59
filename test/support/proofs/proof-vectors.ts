import { createHmac, hash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { type CompactStatement, withRoomFor } from "#core/proofs/compact-statement.ts";
import { encodeEntry } from "#core/proofs/log-entry.ts";
import type { SavedProof } from "#core/proofs/saved-proof.ts";
import { checkpointText, writtenNote } from "#core/proofs/signed-note.ts";
import type { StatementContent } from "#core/proofs/statement.ts";
import { writtenProof } from "#operations/log/prove-inclusion.ts";
import { inclusionPath, leafHash, rootOver } from "#sealing/merkle.ts";
import { logVerifier, signNote } from "#sealing/note-signatures.ts";
import { leafOf, statusListAddress, unsignedStatement } from "#sealing/sd-jwt.ts";
import { fixedLogSigner, fixedSigner } from "./fixed-keys.ts";
import { type Signer, slipLink } from "./slip-links.ts";

const site = "https://check.example";
const logName = "check.example/log";
const now = "2026-11-22T12:00:00Z";
const seconds = (day: string) => Date.parse(day) / 1000;

const [current, replaced, stolen, stranger] = ["current", "replaced", "stolen", "stranger"].map(fixedSigner) as [
  Signer,
  Signer,
  Signer,
  Signer,
];
const [log, stolenLog, strangersLog] = [
  fixedLogSigner("log"),
  fixedLogSigner("stolen log"),
  fixedLogSigner("stranger's log"),
];
/** The previous tree, which the stolen key signed up to three leaves. */
const olderLog = "old.example/log";

// Statements and their leaves.

function contentOf(signer: Signer, name: string, change: Partial<StatementContent> = {}): StatementContent {
  return {
    format: 1,
    issuer: site,
    kid: signer.publicJwk.kid,
    list: 7,
    place: 9,
    issued: seconds("2026-05-22"),
    ends: seconds("2027-02-20"),
    operator: { name: "Shapla Overseas", licence: "RL-0001" },
    published: "2026-03-03",
    claims: { name, passport_number: "A12345678", ircc_number: "W1234567", nationality: "BANGLADESH" },
    documents: [
      {
        kind: "workPermit",
        pages: 1,
        original_sha256: [hash("sha256", "original")],
        page_sha256: [hash("sha256", "page")],
      },
    ],
    seen: "",
    seed: hash("sha256", name, "base64"),
    ...change,
  };
}

const inBase64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const signedJson = (header: object, payload: object, { sign }: Pick<Signer, "sign">) => {
  const input = `${inBase64Url(header)}.${inBase64Url(payload)}`;
  return `${input}.${sign(Buffer.from(input)).toString("base64url")}`;
};
const headerOf = ({ publicJwk }: Signer, typ = "dc+sd-jwt") => ({ alg: "ES256", typ, kid: publicJwk.kid });
const decoded = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString()) as object;

function statementBy(signer: Pick<Signer, "sign">, content: StatementContent, header?: object) {
  const { signingInput, disclosures } = unsignedStatement(content);
  const [head, payload] = signingInput.split(".").map(decoded);
  return [signedJson({ ...head, ...header }, payload ?? {}, signer), ...disclosures, ""].join("~");
}

const statements = [
  { signer: stolen, content: contentOf(stolen, "MD. ABDUR RAHIM") },
  { signer: current, content: contentOf(current, "RAHIMA KHATUN") },
  { signer: replaced, content: contentOf(replaced, "SALMA BEGUM") },
  { signer: stolen, content: contentOf(stolen, "KAMAL HOSSAIN") },
] as const;
const entries = statements.map(({ content }) => encodeEntry(leafOf(content, "published").entry));
const hashes = entries.map(leafHash);

const rootOf = (size: number, of: readonly Buffer[] = hashes) =>
  Buffer.from(rootOver(Buffer.concat(of.slice(0, size)))).toString("base64");

type Made = { size: number; origin?: string; root?: string; by?: typeof log; signsAs?: string };

function checkpoint({ size, origin = logName, root = rootOf(size), by = log, signsAs = origin }: Made): string {
  const text = checkpointText({ origin, size, root });
  return writtenNote({ text, signatures: [signNote(text, logVerifier(signsAs, by.publicJwk), by.sign)] });
}

type Place = { position?: number; leaves?: readonly Buffer[] };

async function savedProof(at: number, made: Partial<Made> & Place = {}): Promise<SavedProof> {
  const { signer, content } = statements[at] ?? statements[0];
  const { size = hashes.length, position = at, leaves = hashes } = made;
  const path = await inclusionPath(async () => Buffer.concat(leaves), position, size);
  const { nonce } = leafOf(content, "published");
  const proof = {
    position,
    path,
    checkpoint: checkpoint({ size, root: rootOf(size, leaves), ...made }),
  };
  const documents = content.documents.map(({ kind, original_sha256, page_sha256 }) => ({
    kind,
    sha256: [...original_sha256, ...page_sha256],
    looksLike: [],
  }));
  const digest = hash("sha256", unsignedStatement(content).signingInput);
  const files = { iss: site, iat: content.issued, statement: digest, documents };
  return {
    statement: statementBy(signer, content),
    log: writtenProof(proof, nonce),
    files: signedJson(headerOf(signer, "attestry-files+jwt"), files, signer),
  };
}

/**
 * `holds`: signed by this site, and in its log. `holds, key stolen later`: the statement was in the log before the
 * theft.
 */
type ProofVerdict = "holds" | "holds, key stolen later" | "stolen key" | "not in the log" | "not signed";

const ofOlder = (at: number, size: number, made: Place = {}) =>
  savedProof(at, { size, origin: olderLog, by: stolenLog, ...made });

async function proofCases() {
  const [thiefs, own, old, late] = [await savedProof(0), await savedProof(1), await savedProof(2), await savedProof(3)];
  const { statement } = own;
  const [token = "", name = "", ...others] = statement.split("~");
  const [header = "", payload = "", signature = ""] = token.split(".");
  const content = statements[1].content;
  const by = (signer: Pick<Signer, "sign">, head?: object, change?: Partial<StatementContent>) =>
    ({ ...own, statement: statementBy(signer, { ...content, ...change }, head) }) satisfies SavedProof;
  const hmac = {
    sign: (bytes: Uint8Array) => createHmac("sha256", JSON.stringify(current.publicJwk)).update(bytes).digest(),
  };
  const strangersName = inBase64Url(["c2FsdA", "name", "SOMEBODY ELSE"]);
  const forged = statementBy(stolen, { ...statements[0].content, published: "2026-01-01" });
  const inDer = derOf(signature);
  const cases: readonly [name: string, verdict: ProofVerdict, proof: Partial<SavedProof>][] = [
    ["as it was saved", "holds", own],
    ["of a key that was replaced since", "holds", old],
    ["with all kept back but the name", "holds", { ...own, statement: `${token}~${name}~` }],
    ["with everything kept back", "holds", { ...own, statement: `${token}~` }],
    ["of a stolen key, logged before the theft", "holds, key stolen later", thiefs],
    ["the same, saved before the theft", "holds, key stolen later", await savedProof(0, { size: 2 })],
    [
      "the same, by the very checkpoint of before the theft",
      "holds, key stolen later",
      await savedProof(0, { size: 3 }),
    ],
    ["of a stolen key, logged after the theft", "stolen key", late],
    ["the same, at an index of before", "stolen key", { ...late, log: late.log.replace("index 3", "index 0") }],
    ["the same, at an index below nothing", "stolen key", { ...late, log: late.log.replace("index 3", "index -1") }],
    ["of a stolen key, without a place in the log", "stolen key", { statement: thiefs.statement, files: thiefs.files }],
    ["made by the thief, beside the place of another", "stolen key", { ...thiefs, statement: forged }],
    [
      "of a stolen key, by a checkpoint of the thief's own log",
      "stolen key",
      await savedProof(0, { by: strangersLog }),
    ],
    [
      "of a stolen key, in another tree of the size of before the theft",
      "stolen key",
      await savedProof(3, { size: 3, position: 0, leaves: [3, 1, 2].flatMap((leaf) => hashes[leaf] ?? []) }),
    ],
    ["of a stolen key, in a tree of another origin", "stolen key", await savedProof(0, { origin: `${logName}/2` })],
    ["by a stolen key of the log, before its last checkpoint", "holds", await ofOlder(1, 2)],
    ["by its last checkpoint", "holds", await ofOlder(1, 3)],
    ["by a stolen key of the log, beyond its last checkpoint", "not in the log", await ofOlder(1, 4)],
    [
      "by a stolen key of the log, in another tree of the size of its last checkpoint",
      "not in the log",
      await ofOlder(1, 3, { leaves: [3, 1, 2].flatMap((leaf) => hashes[leaf] ?? []) }),
    ],
    ["by a stolen key of the log, under the origin of now", "not in the log", await savedProof(1, { by: stolenLog })],
    ["of a stolen key, by the last checkpoint of a stolen key", "holds, key stolen later", await ofOlder(0, 3)],
    ["of a stolen key, by a stolen key of the log before that", "stolen key", await ofOlder(0, 2)],
    ["beside the place of another statement", "not in the log", { ...own, log: old.log }],
    ["at another index", "not in the log", { ...own, log: own.log.replace("index 1", "index 2") }],
    [
      "by a checkpoint of somebody else under this log's name",
      "not in the log",
      await savedProof(1, { by: strangersLog }),
    ],
    ["by a checkpoint under another name", "not in the log", await savedProof(1, { signsAs: "evil.example/log" })],
    [
      "by a checkpoint with a root that was not signed",
      "not in the log",
      { ...own, log: own.log.replace(rootOf(4), rootOf(3)) },
    ],
    ["signed by somebody else", "not signed", by(stranger, headerOf(stranger))],
    ["signed by somebody else under this site's key id", "not signed", by(stranger)],
    ["signed by somebody else, whose key the header brings", "not signed", by(stranger, { jwk: stranger.publicJwk })],
    ["the same by address", "not signed", by(stranger, { jku: "https://evil.example/jwks.json" })],
    ["the same as a certificate", "not signed", by(stranger, { x5c: ["MIIB"] })],
    [
      "not signed at all",
      "not signed",
      {
        ...own,
        statement: [
          `${inBase64Url({ alg: "none", typ: "dc+sd-jwt", kid: current.publicJwk.kid })}.${payload}.`,
          name,
          "",
        ].join("~"),
      },
    ],
    ["with the public key taken for a shared secret", "not signed", by(hmac, { alg: "HS256" })],
    ["signed with the key of the log", "not signed", by(log, { alg: "EdDSA", kid: log.publicJwk.kid })],
    ["signed with this site's key, under the id of the log's", "not signed", by(current, { kid: log.publicJwk.kid })],
    ["of another type that this key signs", "not signed", { ...own, statement: `${own.files}~` }],
    [
      "with another payload",
      "not signed",
      { ...own, statement: `${header}.${inBase64Url({ ...decoded(payload), exp: 4_100_000_000 })}.${signature}~` },
    ],
    ["with a signature in DER", "not signed", { ...own, statement: `${header}.${payload}.${inDer}~` }],
    [
      "with a name that was not signed",
      "not signed",
      { ...own, statement: [token, strangersName, ...others].join("~") },
    ],
    ["with one claim twice", "not signed", { ...own, statement: `${token}~${name}~${name}~` }],
    ["cut off", "not signed", { ...own, statement: statement.slice(0, -9) }],
    ["dated before its key was made", "not signed", by(current, {}, { issued: seconds("2025-11-01") })],
    [
      "dated after its key was replaced",
      "not signed",
      { ...old, statement: statementBy(replaced, { ...statements[2].content, issued: seconds("2026-07-01") }) },
    ],
  ];
  return cases.map(([title, verdict, proof]) => ({ name: title, proof, verdict }));
}

/** The signature as OpenSSL writes it, instead of the 64 bytes of RFC 7518. */
function derOf(signature: string): string {
  const bytes = Buffer.from(signature, "base64url");
  const integer = (part: Buffer) => {
    const value = (part[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), part]) : part;
    return Buffer.concat([Buffer.of(2, value.length), value]);
  };
  const both = Buffer.concat([integer(bytes.subarray(0, 32)), integer(bytes.subarray(32))]);
  return Buffer.concat([Buffer.of(0x30, both.length), both]).toString("base64url");
}

// Slips.

type SlipVerdict = "signed" | "stolen key" | "not signed" | "another site";

async function slipCases() {
  const said: CompactStatement = {
    list: 7,
    place: 9,
    published: "2026-03-03",
    issued: "2026-05-22",
    ends: "2027-02-20",
    kinds: ["photo", "workPermit"],
    number: "A12345678",
    name: "MD. ABDUR RAHIM",
  };
  const link = (signer: Signer, change: Partial<CompactStatement> = {}, origin = site) =>
    slipLink(origin, { ...said, ...change }, signer);
  const own = await link(current);
  const cut = await withRoomFor(site, { ...said, name: "আব্দুর রহিম ".repeat(16).trim() });
  const cases: readonly [name: string, verdict: SlipVerdict, link: string, said?: CompactStatement][] = [
    ["of this site", "signed", own, said],
    ["with a name in Bangla", "signed", await link(current, { name: "আব্দুর রহিম" }), { ...said, name: "আব্দুর রহিম" }],
    ["with a name that is cut", "signed", await link(current, cut), cut],
    ["of a key that was replaced since", "signed", await link(replaced), said],
    ["dated after its key was replaced", "not signed", await link(replaced, { issued: "2026-07-01" })],
    ["of a stolen key", "stolen key", await link(stolen)],
    ["of somebody else", "not signed", await link(stranger)],
    ["of somebody else under this site's key", "not signed", await link({ ...stranger, publicJwk: current.publicJwk })],
    [
      "with one letter changed",
      "not signed",
      `${own.slice(0, -20)}${own.at(-20) === "A" ? "B" : "A"}${own.slice(-19)}`,
    ],
    [
      "of another site in this site's name",
      "another site",
      await link(stranger, {}, "https://check.example.evil.example"),
    ],
  ];
  return cases.map(([name, verdict, one, says]) => ({ name, link: one, verdict, ...(says && { says }) }));
}

// Status lists.

type StatusVerdict = "stands" | "ended" | "not believed";

function statusCases() {
  const bits = new Uint8Array(8192).fill(0xff);
  // Only the statement at place 9 is still in force.
  bits[1] = 0b1111_1101;
  const address = statusListAddress(site, 7);
  const list = (signer: Signer, { header = {}, payload = {} } = {}) => {
    const lst = deflateSync(bits).toString("base64url");
    const said = {
      sub: address,
      iat: seconds(now),
      exp: seconds(now) + 300,
      status_list: { bits: 1, lst },
      ...payload,
    };
    return signedJson({ ...headerOf(signer, "statuslist+jwt"), ...header }, said, signer);
  };
  const cases: readonly [name: string, verdict: StatusVerdict, token: string, place?: number][] = [
    ["a place that stands", "stands", list(current)],
    ["a place that ended, or was never given", "ended", list(current), 10],
    ["a place beyond the list", "not believed", list(current), 65_536],
    ["of another list", "not believed", list(current, { payload: { sub: statusListAddress(site, 8) } })],
    ["of another site", "not believed", list(current, { payload: { sub: "https://evil.example/status-lists/7" } })],
    ["past its end", "not believed", list(current, { payload: { exp: seconds(now) } })],
    ["signed by somebody else", "not believed", list(stranger, { header: { kid: current.publicJwk.kid } })],
    ["signed with a stolen key", "not believed", list(stolen)],
    ["of another type", "not believed", list(current, { header: { typ: "dc+sd-jwt" } })],
    ["not signed", "not believed", list(current, { header: { alg: "none" } })],
  ];
  return cases.map(([name, verdict, token, place = 9]) => ({ name, token, address, place, verdict }));
}

// The log.

type LogVerdict = "whole" | "broken" | "not signed";

function logCases() {
  const bundle = (of: readonly Uint8Array[]) =>
    Buffer.concat(of.flatMap((entry) => [Buffer.of(entry.length >> 8, entry.length & 255), entry])).toString("base64");
  const tile = Buffer.concat(hashes).toString("base64");
  const own = checkpoint({ size: hashes.length });
  const bent = entries.with(2, encodeEntry({ kind: "withdrawn", commitment: new Uint8Array(32) }));
  const cases: readonly [name: string, verdict: LogVerdict, note: string, of?: readonly Uint8Array[], tile?: string][] =
    [
      ["as it was signed", "whole", own],
      ["with another leaf", "broken", own, bent],
      [
        "without its last leaf",
        "broken",
        own,
        entries.slice(0, -1),
        Buffer.concat(hashes.slice(0, -1)).toString("base64"),
      ],
      ["with another leaf, and its hash", "broken", own, bent, Buffer.concat(bent.map(leafHash)).toString("base64")],
      ["signed by somebody else", "not signed", checkpoint({ size: hashes.length, by: strangersLog })],
      ["signed under another name", "not signed", checkpoint({ size: hashes.length, signsAs: "evil.example/log" })],
      ["with another size", "not signed", own.replace("\n4\n", "\n5\n")],
    ];
  return cases.map(([name, verdict, note, of = entries, hashed = tile]) => ({
    name,
    checkpoint: note,
    entries: bundle(of),
    tile: hashed,
    verdict,
  }));
}

/** The content of docs/proof-vectors.json, which has the same bytes every time. */
export async function proofVectors() {
  const published = ({ publicJwk }: { publicJwk: Signer["publicJwk"] }, exp?: string) => ({
    ...publicJwk,
    iat: seconds("2026-01-01"),
    ...(exp !== undefined && { exp: seconds(exp) }),
  });
  const older = { origin: olderLog, size: 3, root: rootOf(3) };
  const after = [{ origin: logName, size: 3, root: rootOf(3) }, older];
  const at = { revoked_at: seconds("2026-09-01") };
  return {
    site,
    now,
    keys: {
      keys: [published(current), published(replaced, "2026-06-01"), published(log)],
      revoked_keys: [
        { ...published(stolen, "2026-09-01"), revoked: { ...at, after } },
        { ...published(stolenLog, "2026-09-01"), revoked: { ...at, after: [older] } },
      ],
    },
    proofs: await proofCases(),
    slips: await slipCases(),
    statuses: statusCases(),
    logs: logCases(),
  };
}
