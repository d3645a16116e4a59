import { createPrivateKey, createPublicKey, hash, sign as nodeSign } from "node:crypto";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { leafHash, nodeHash, rootOver } from "#sealing/merkle.ts";
import { signNote } from "#sealing/note-signatures.ts";
import { signatureLine } from "#verify/signed-note.ts";
import { changed, Draws, inBase64Url } from "./hostile-values.ts";
import { statementClaims } from "./statement-claims.ts";
import type { Vectors } from "./vector-verdicts.ts";

type SigningKey = { x: string; y: string; d: string; kid: string };
type Drawn = Pick<Vectors, "proofs" | "shown" | "slips" | "statuses" | "receipts" | "registers" | "logs" | "trees">;

const sha256 = (data: string | Uint8Array) => hash("sha256", data, "base64url");
const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** A key of the log of these vectors, always the same. */
const logKey = createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, 7)]),
  format: "der",
  type: "pkcs8",
});
export const logJwk = {
  kty: "OKP",
  crv: "Ed25519",
  x: String(createPublicKey(logKey).export({ format: "jwk" }).x),
  kid: "the log of hostile vectors",
  alg: "EdDSA",
  use: "sig",
  iat: 1_700_000_000,
} as const;

/** Signs hostile contents with genuine keys: what an operator, a thief of a key or a faulty program could sign. */
export class HostileSigner {
  readonly #draws: Draws;
  readonly #key: SigningKey;
  readonly #site: string;

  constructor(seed: number, key: SigningKey, site: string) {
    this.#draws = new Draws(seed);
    this.#key = key;
    this.#site = site;
  }

  /** So many vectors of each kind, without verdicts. */
  drawn(count: number): Drawn {
    const some = <One>(share: number, make: () => One) =>
      Array.from({ length: Math.ceil(count * share) }, (_, at) => {
        this.#draws.begin();
        return { name: String(at), verdict: "", ...make() };
      });
    return {
      proofs: some(0.3, () => this.#proof()),
      shown: some(0.06, () => this.#shown()),
      slips: some(0.08, () => this.#slip()),
      statuses: some(0.13, () => this.#status()),
      receipts: some(0.13, () => this.#receipt()),
      registers: some(0.16, () => this.#register()),
      logs: some(0.07, () => this.#log()),
      trees: some(0.07, () => (this.#draws.below(2) ? this.#trees() : this.#treesOfProof())),
    };
  }

  /** A token that this key signed, with a header and a payload that may be changed. */
  #token(typ: string, payload: unknown, more: object = {}): string {
    const draws = this.#draws;
    const header = { alg: "ES256", typ, kid: this.#key.kid, ...more };
    const head = changed(header, draws, 8);
    const signed = `${inBase64Url(head, draws)}.${inBase64Url(payload, draws)}`;
    return `${signed}.${this.#signature(signed)}`;
  }

  #signature(signed: string | Uint8Array): string {
    const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", ...this.#key }, format: "jwk" });
    return nodeSign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  }

  #claims() {
    const document = (kind: string) => ({ kind, pages: 1, original_sha256: ["ab".repeat(32)], page_sha256: ["cd".repeat(32)] }); // prettier-ignore
    const claims: unknown[][] = [
      ["s1", "name", "RAHIMA KHATUN"],
      ["s2", "passport_number", "A12345678"],
      ["s3", "ircc_number", "W1234567"],
      ["s4", "nationality", "BANGLADESH"],
      ["s5", "f1", "Passport No.\nB7"],
      ["s6", document("workPermit")],
      ["s7", { ...document("p1"), title: "Visa grant", last_day: "2027-01-01" }],
    ];
    return changed(claims, this.#draws, 3);
  }

  /** A statement, all digests of which are right, and its disclosures. */
  #statement(more: object = {}): string {
    const draws = this.#draws;
    const disclosures = this.#claims().map((claim) => inBase64Url(claim, draws));
    const digests = disclosures.map((text) => sha256(text));
    const end = draws.or(12, 5, [3, 4, 6, 7]);
    const payload: Record<string, unknown> = {
      ...statementClaims(this.#site),
      ...more,
      _sd: digests.slice(0, end),
      documents: digests.slice(end).map((digest) => ({ "...": digest })),
    };
    const oddly: readonly [() => unknown, ...(() => unknown)[]] = [
      () => (payload["name"] = "SOMEBODY ELSE"),
      () => (payload["f2"] = "Passport No.\nC8"),
      () => (payload["operator"] = { name: "Shapla Overseas", licence: "RL-0001", _sd: digests.splice(0, 1) }),
      () => (payload["operator"] = { name: "Shapla", licence: "RL", more: [{ "...": digests[0] }] }),
      () => (payload["_sd"] = [...digests.slice(0, 5), digests[0]]),
      () => (payload["_sd"] = digests),
      () => disclosures.push(disclosures[0] ?? ""),
      () => disclosures.push(inBase64Url(["s9", "name", "NOBODY SIGNED"], draws)),
      () => disclosures.splice(draws.below(7), 1 + draws.below(6)),
      () => (payload["documents"] = [{ kind: "photo", pages: 1, original_sha256: ["ef"], page_sha256: [] }]),
      () => (payload["documents"] = digests.slice(5).map((digest) => ({ "...": digest, kind: "x" }))),
    ];
    if (draws.isOneIn(3)) draws.of(oddly)();
    const token = this.#token("dc+sd-jwt", changed(payload, draws));
    return [token, ...disclosures, ""].join("~");
  }

  #proof() {
    const draws = this.#draws;
    const statement = this.#statement();
    const signed = statement.split(".", 2).join(".");
    const nonce = draws.or(6, Buffer.alloc(32, 1), [Buffer.alloc(1), Buffer.alloc(0)]);
    const digest = hash("sha256", signed, "buffer");
    const commitment = hash("sha256", Buffer.concat([nonce, digest]), "base64");
    const leaf = leafHash(Buffer.from(`attestry/v1 published\n${commitment}\n`));
    const sibling = draws.or(12, Buffer.alloc(32, 3), [Buffer.alloc(0), Buffer.alloc(31), Buffer.alloc(33)]);
    const root = nodeHash(sibling.length === 32 ? sibling : Buffer.alloc(32, 3), leaf);
    const odd = sibling.length === 32 ? root : hash("sha256", Buffer.concat([Buffer.of(1), sibling, leaf]), "buffer");
    const size = draws.or(8, "2", ["02", "2.0", "+2", "２", "2 "]);
    const note = this.#note(`check.example/log\n${size}\n${inBase64(odd)}\n`);
    const written = draws.or(12, inBase64(nonce), ["!!!", "", "AB", "AAAA=", "AB=="]);
    const index = draws.or(12, "1", ["01", "1 ", "+1", "0x1", "1".repeat(16), "3"]);
    const log = `c2sp.org/tlog-proof@v1\nextra ${written}\nindex ${index}\n${inBase64(sibling)}\n\n${note}`;
    const documents = [{ kind: "workPermit", sha256: ["ab".repeat(32)], looksLike: [] }];
    const payload = { iss: this.#site, iat: 1_779_408_000, statement: digest.toString("hex"), documents };
    const files = this.#token("attestry-files+jwt", changed(payload, draws, 2));
    return { proof: { statement, log, ...(draws.below(3) > 0 && { files }) } };
  }

  /** A note that the key of the log signed, with lines that may be odd. */
  #note(text: string): string {
    const draws = this.#draws;
    const said = text + draws.or(8, "", ["more\n", "\n", "é\n", "\u0085\n", "\ufffd\n", "\u007f\n", "\t\n", "\r\n", "\ud800\n", " \n"]); // prettier-ignore
    const [origin = ""] = said.split("\n");
    const publicKey = Buffer.from(logJwk.x, "base64url");
    const line = signatureLine(signNote(said, { name: origin, type: 1, publicKey }, (b) => nodeSign(null, b, logKey)));
    const lines = draws.or(8, line, [`${line}${line}`, `${line}— other AAAAAAA=\n`, `— other AAAAAAA=\n${line}`, line.repeat(64), line.repeat(65), `${line}— o\u0085 AAAAAAA=\n`, `${line}— o\ufeff AAAAAAA=\n`, `${line}— o\u001c AAAAAAA=\n`, line.slice(0, -1), `${line}\n`, line.replace(" ", "  "), `${line}— other AAAA\n`, `${line}— other AAAAAAB=\n`]); // prettier-ignore
    return `${said}\n${lines}`;
  }

  #shown() {
    const draws = this.#draws;
    const { x, y } = this.#key;
    const jwk = { kty: "EC", crv: "P-256", x, y };
    const odd = draws.or<object>(4, {}, [{ d: null }, { d: "x" }, { crv: "P-384" }, { x: `${x}A` }, { x: `AA${x}` }, { y: x }, { kid: 5 }, { x: null }]); // prettier-ignore
    const presented = this.#statement({ cnf: { jwk: { ...jwk, ...odd } } });
    const payload = { aud: "x509:check", nonce: "n-1", iat: 1_795_348_740, sd_hash: sha256(presented) };
    const statement = presented + this.#token("kb+jwt", changed(payload, draws, 2));
    return { statement: draws.isOneIn(6) ? presented : statement };
  }

  #slip() {
    const draws = this.#draws;
    const thumbprint = Buffer.from(this.#key.kid, "base64url").subarray(0, 4);
    const number = draws.or(4, "A12345678", ["901/0000/2/0123456", "A1", "A12 ", "A\u0085BCD", "AB-", "ABC"]);
    const name = draws.or(3, Buffer.from("\0RAHIMA"), [Buffer.from("\x13\xb0\xb9", "latin1"), Buffer.from("\0\xff", "latin1"), Buffer.from("\0\ufeffA\u0085"), Buffer.from("\0"), Buffer.alloc(0), Buffer.from("\xff\x80", "latin1"), Buffer.alloc(1200, 65), Buffer.from(`\0${"é".repeat(700)}`)]); // prettier-ignore
    const body = Buffer.concat([Buffer.of(draws.or(6, 1, [2, 3])), thumbprint, Buffer.from([0, 0, 0, 7, 0, 9, 8, 0xd2, 9, 0x22, 10, 0x34, 0, 3]), Buffer.of(number.length + (draws.isOneIn(12) ? 1 : 0)), Buffer.from(number, "latin1"), name]); // prettier-ignore
    if (draws.isOneIn(4)) body[5 + draws.below(15)] = draws.of([0, 255, 1, draws.below(256)]);
    const signed = Buffer.concat([Buffer.from("attestry compact statement\0"), body]);
    const code = Buffer.concat([body, Buffer.from(this.#signature(signed), "base64url")]).toString("base64url");
    return { link: this.#link(code) };
  }

  #link(code: string): string {
    const draws = this.#draws;
    const before = draws.or(6, "", [" ", "\u0085", "\ufeff", "\u001c", "\n", "x", "\u00a0"]);
    const host = draws.or(3, "https://check.example", ["http://check.example", "HTTPS://CHECK.example", "https://old.example", "https://other.example", "https://check.example:443", "https://check.example:8443", "https://u@check.example", "https://u:p@check.example", "https://check.example\u0085", "http\u017f://check.example", "https://1.2.3.999"]); // prettier-ignore
    const path = draws.or(6, "/check", ["/check/", "/CHECK", "/chec\u212a", "/check?a", "/check?\u0085", "/check?\u001c", "/check?é", "/check?\u00a0", "/./check", "/check//"]); // prettier-ignore
    const after = draws.or(6, "", [" ", "\u0085", "\u0001", "\u00a0", "\ufeff", "\u2028", "\n", " x", "#", "="]);
    return `${before}${host}${path}#${code}${after}`;
  }

  #status() {
    const draws = this.#draws;
    const bits = Buffer.alloc(draws.or(6, 8192, [2, 0, 8193]), draws.below(256));
    const packed = draws.or(6, deflateSync(bits), [deflateRawSync(bits), gzipSync(bits), Buffer.concat([deflateSync(bits), Buffer.of(0)]), deflateSync(bits).subarray(0, -1), Buffer.alloc(0)]); // prettier-ignore
    const payload = {
      sub: `${this.#site}/status-lists/7`,
      iat: 1_795_348_800,
      exp: 1_795_349_100,
      status_list: { bits: 1, lst: packed.toString("base64url") },
    };
    Object.assign(payload.status_list, { bits: draws.or<unknown>(6, 1, [true, "1", [1], 2, null]) });
    const place = draws.or(3, 9, [0, 65_535, 65_536, 2 ** 32 + 9, 2 ** 53, -1, -8, 9.5, 1e300]);
    const token = this.#token("statuslist+jwt", changed(payload, draws, 2));
    return { token, address: `${this.#site}/status-lists/7`, place };
  }

  #receipt() {
    const draws = this.#draws;
    const disclosure = inBase64Url(changed(["s", { number: "A12345678", name: "X" }], draws, 3), draws);
    const answer = draws.of([{ outcome: "nothing" }, { outcome: "shown", published: "2026-03-03", documents: ["workPermit"] }, { outcome: "holds" }]); // prettier-ignore
    const payload = {
      iss: this.#site,
      iat: 1_795_345_200,
      asked_by: draws.below(2) ? null : { name: "Embassy of Malta", country: "Malta" },
      purpose: "Visas",
      asked_with: "name",
      checkpoint: draws.below(2) ? null : this.#note(`check.example/log\n2\n${inBase64(Buffer.alloc(32))}\n`),
      answers: [{ digest: sha256(disclosure), ...answer }],
    };
    const token = this.#token("attestry-receipt+jwt", changed(payload, draws, 2));
    return { receipt: draws.or(12, token, [` ${token}`, `${token}\n`, `${token}.`]), disclosure };
  }

  #register() {
    const draws = this.#draws;
    const { x, y, kid } = this.#key;
    const agency = (origin: string) => ({ name: origin, licence: "RL-1", origin, former: ["https://old.example"], keys: [{ x, y, kid, iat: 1_767_225_600 }], log: "l", from: "2026-01-01", state: "listed" }); // prettier-ignore
    const ended = { ...agency("https://padma.example"), until: "2026-11-01", state: "ended" };
    const origin = draws.or<string>(4, this.#site, ["https://0x7f.1", "https://127.0.0.1", "https://[::1]", "https://[0::1]", "CHECK.example", "https://check.example/x?#", "https://check.example:0443", "https://check.example.", "https://check..example"]); // prettier-ignore
    const agencies = [agency(origin), ended];
    const payload = { name: "Association", iat: 1_795_262_400, exp: 1_795_435_200, agencies };
    const jwk = { kty: "EC", crv: "P-256", x, y };
    const more = changed({ jwk: draws.or<object>(10, jwk, [{ ...jwk, exp: 5 }]) }, draws, 10);
    const register = this.#token("attestry-register+jwt", changed(payload, draws), more);
    const { receipt, disclosure } = draws.below(3) === 0 ? this.#receipt() : { receipt: "", disclosure: "" };
    const statement = draws.below(2) ? this.#statement() : "";
    const saved = Buffer.from(inBase64Url({ statement, log: 5 }, draws), "base64url").toString();
    const texts = [
      "https://check.example",
      "https://padma.example",
      "https://127.0.0.1",
      "https://[::1]",
      "https://old.example",
      "check.example",
      this.#slip().link,
    ];
    const text = receipt !== "" ? this.#link(`${receipt}~${disclosure}`) : draws.of([statement, saved, ...texts]);
    return { text, register, key: kid };
  }

  #leaves(count: number) {
    const draws = this.#draws;
    return Array.from({ length: count }, (_, at) => Buffer.from(draws.or(6, `leaf ${at}`, ["", "\ufeffattestry/v1 withdrawn\n", "attestry/v1 continues\n", "\xff"]), "latin1")); // prettier-ignore
  }

  #tree(origin: string, leaves: readonly Buffer[]) {
    const draws = this.#draws;
    const hashes = Buffer.concat(leaves.map(leafHash));
    const size = draws.or(12, String(leaves.length), ["0", `0${leaves.length}`, "1".repeat(15), "1".repeat(16), "9007199254740993", "9".repeat(25)]); // prettier-ignore
    const checkpoint = this.#note(`${origin}\n${size}\n${inBase64(rootOver(hashes))}\n`);
    const tile = Buffer.concat(leaves.flatMap((leaf) => [Buffer.of(leaf.length >> 8, leaf.length & 255), leaf]));
    const cut = draws.or(10, tile, [tile.subarray(0, -1), Buffer.concat([tile, Buffer.of(0)]), Buffer.concat([tile, Buffer.of(0, 9, 1)])]); // prettier-ignore
    return { checkpoint, entries: inBase64(cut) };
  }

  #log() {
    const draws = this.#draws;
    const leaves = this.#leaves(draws.below(6));
    const older = this.#tree("check.example/log", leaves.slice(0, draws.below(6))).checkpoint;
    const tile = inBase64(Buffer.concat(leaves.map(leafHash)));
    return { ...this.#tree("check.example/log", leaves), tile, ...(draws.below(2) && { older }) };
  }

  #trees() {
    const draws = this.#draws;
    const first = this.#leaves(1 + draws.below(4));
    const one = this.#tree("check.example/log", first);
    const origin = draws.or(6, "check.example/log/2", ["check.example/log"]);
    const continued = draws.or(6, one.checkpoint, ["", "x", "\xff"]);
    const begin = Buffer.from(`${draws.isOneIn(8) ? "\ufeff" : ""}attestry/v1 continues\n${continued}`, draws.isOneIn(6) ? "latin1" : "utf8"); // prettier-ignore
    const two = this.#tree(origin, [begin, ...this.#leaves(draws.below(3))]);
    const served = draws.or(4, [two, one], [[one], [two]]);
    const trees = served.map((tree) => ({ ...tree, folder: tree === one ? "/log" : "/log/2" }));
    const unsigned = one.checkpoint.replace(/— \S+ .*/, "— check.example/log AAAAAAAA");
    const older = draws.of([one.checkpoint, two.checkpoint, unsigned, this.#tree("check.example/log", this.#leaves(3)).checkpoint]); // prettier-ignore
    return { keys: [logJwk], trees, older };
  }

  /** Trees with a publication, perhaps with its withdrawal, beside the saved proof. Leaves may be lost. */
  #treesOfProof() {
    const draws = this.#draws;
    const statement = "e30.e30.AA~";
    const nonce = Buffer.alloc(32, 1);
    const digest = hash("sha256", "e30.e30", "buffer");
    const commitment = hash("sha256", Buffer.concat([nonce, digest]), "base64");
    const [published, withdrawn] = ["published", "withdrawn"].map((kind) => Buffer.from(`attestry/v1 ${kind}\n${commitment}\n`)); // prettier-ignore
    const sibling = Buffer.from("leaf");
    const first = [sibling, published ?? sibling, ...draws.of([[], [withdrawn ?? sibling], this.#leaves(1)])];
    const head = `c2sp.org/tlog-proof@v1\nextra ${inBase64(nonce)}\nindex 1\n${inBase64(leafHash(sibling))}\n\n`;
    const log = head + this.#tree("check.example/log", first.slice(0, 2)).checkpoint;
    const signed = this.#tree("check.example/log", first);
    const one = draws.or(3, signed, [this.#tree("check.example/log", first.slice(0, draws.of([1, 2])))]);
    const continued = draws.or(4, signed.checkpoint, ["", one.checkpoint]);
    const begin = Buffer.from(`attestry/v1 continues\n${continued}`);
    const two = this.#tree("check.example/log/2", [begin, ...draws.of([[], [withdrawn ?? sibling]])]);
    const served = draws.of([[{ ...two, folder: "/log/2" }, one], [{ ...two, folder: "/log/2" }, one], [one], [{ ...two, folder: "/log/2" }]]); // prettier-ignore
    const trees = served.map((tree) => ({ folder: "/log", ...tree }));
    return { keys: [logJwk], trees, proof: { statement, log, files: "" } };
  }
}
