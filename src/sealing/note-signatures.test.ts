import { generateKeyPairSync, sign } from "node:crypto";
import { assert, constantFrom, integer, property, string, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointText, parseCheckpoint, parseNote, writtenNote } from "#verify/signed-note.ts";
import { isCounted } from "#verify/policy.ts";
import { logVerifier, parseVerifierKey, signaturesOf, signNote, verifierKey } from "./note-signatures.ts";

/** The example in C2SP signed-note. */
const exampleKey = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const exampleNote = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

const keyOf = (type: 1 | 4, name: string) => {
  const pair = generateKeyPairSync("ed25519");
  const { x = "" } = pair.publicKey.export({ format: "jwk" });
  const verifier = { name, type, publicKey: Buffer.from(x, "base64url") };
  return { verifier, sign: (bytes: Uint8Array) => sign(null, bytes, pair.privateKey) };
};

const body = { origin: "example.com/log", size: 20852163, root: "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=" };
const log = keyOf(1, body.origin);
const text = checkpointText(body);
const signed = writtenNote({ text, signatures: [signNote(text, log.verifier, log.sign)] });

describe("a signed note", () => {
  test("is parsed and verified as in the example of its specification", () => {
    const verifier = parseVerifierKey(exampleKey);
    const note = parseNote(exampleNote);
    if (!verifier || !note) throw new Error("not read");
    expect(verifierKey(verifier)).toBe(exampleKey);
    expect(writtenNote(note)).toBe(exampleNote);
    expect(signaturesOf(verifier, { ...note, ...body })).toHaveLength(1);
    const other = { ...note, ...body, text: "This is another message.\n" };
    expect(signaturesOf(verifier, other)).toBeNull();
  });

  test.for([
    "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/bar+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d903a+A+kyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2kAA",
    "example.com/foo",
    "",
  ])("has no verifier for the invalid key %s", (written) => expect(parseVerifierKey(written)).toBeNull());

  test("is verified with the published key of its log, which is no witness", () => {
    const x = Buffer.from(log.verifier.publicKey).toString("base64url");
    expect(logVerifier(body.origin, { x })).toEqual(log.verifier);
    expect(isCounted(log.verifier)).toBe(false);
  });

  test("is a checkpoint only in the exact form of the specification", () => {
    expect(parseCheckpoint(signed)).toMatchObject({ ...body, text });
    const bent = [
      ["a zero before the size", signed.replace("\n2085", "\n02085")],
      ["a size below zero", signed.replace("\n2085", "\n-2085")],
      ["a size that no computer counts to", signed.replace("\n20852163", "\n99999999999999999999")],
      ["a short root", signed.replace("CsUY", "")],
      ["a root with other spare bits", signed.replace("q2I=", "q2J=")],
      ["no origin", signed.replace("example.com/log\n2", "\n2")],
      ["no signature", `${text}\n`],
      ["no empty line", signed.replace("\n\n", "\n")],
      ["no end of its last line", signed.slice(0, -1)],
      ["a carriage return", signed.replace("\n", "\r\n")],
      ["a NUL", signed.replace("example", "ex\0mple")],
      ["half a letter", signed.replace("example", "ex\ud800mple")],
      ["another dash", signed.replace("—", "-")],
      ["a space in a name", signed.replace("— example.com", "— example com")],
      ["too many signatures", signed + signed.slice(signed.indexOf("—")).repeat(64)],
      ["200,000 letters", signed + signed.slice(signed.indexOf("—")).repeat(4000)],
    ] as const;
    for (const [what, note] of bent) expect(parseCheckpoint(note), what).toBeNull();
  });

  test("is written back as exactly the same text, or not parsed at all", () => {
    const pieces = constantFrom(
      "\n",
      "\n\n",
      "— a AAAAAAA=\n",
      "—",
      " ",
      "1\n",
      "example.com/log\n",
      body.root,
      "\u2028",
    );
    const texts = tuple(string({ unit: pieces, maxLength: 12 }), integer({ min: 0, max: signed.length }));
    const written = property(texts, ([some, at]) => {
      for (const note of [some, signed.slice(0, at) + some + signed.slice(at)]) {
        const parsed = parseNote(note);
        expect([note, null]).toContain(parsed && writtenNote(parsed));
      }
    });
    expect(() => assert(written, { numRuns: 500 })).not.toThrow();
  });

  test("accepts a witness's cosignature for this tree and time only", () => {
    const witness = keyOf(4, "witness.example/w1");
    const time = 1_679_315_147n;
    const big = (value: bigint) => Buffer.from(value.toString(16).padStart(16, "0"), "hex");
    const message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
    const cosign = (at: bigint) =>
      signNote("", witness.verifier, () => Buffer.concat([big(at), witness.sign(message)]));
    const checkpoint = parseCheckpoint(signed);
    if (!checkpoint) throw new Error("no checkpoint");
    const known = parseVerifierKey(verifierKey(witness.verifier));
    if (!known) throw new Error("no verifier");
    const withOne = { ...checkpoint, signatures: [...checkpoint.signatures, cosign(time)] };
    expect(parseCheckpoint(writtenNote(withOne))?.signatures).toHaveLength(2);
    expect(signaturesOf(known, withOne)).toHaveLength(1);
    expect(signaturesOf(known, { ...withOne, signatures: [cosign(time + 1n)] })).toBeNull();
    const grown = { ...withOne, size: body.size + 1, text: checkpointText({ ...body, size: body.size + 1 }) };
    expect(signaturesOf(known, grown)).toBeNull();
    expect(signaturesOf({ ...known, name: "witness.example/w2" }, withOne)).toEqual([]);
    for (const bytes of [Buffer.alloc(8), Buffer.alloc(7), Buffer.concat([cosign(time).signature, Buffer.of(0)])]) {
      const bent = { ...withOne, signatures: [signNote("", known, () => bytes)] };
      expect(signaturesOf(known, bent)).toBeNull();
    }
    const ofOthers = [
      { ...cosign(time), name: "witness.example/w2" },
      { ...cosign(time), keyId: Uint8Array.of(1, 2, 3, 4) },
    ];
    expect(signaturesOf(known, { ...withOne, signatures: ofOthers })).toEqual([]);
    const noKey = { ...known, publicKey: Buffer.alloc(31) };
    expect(signaturesOf(noKey, { ...withOne, signatures: [signNote("", noKey, () => Buffer.alloc(72))] })).toBeNull();
    expect(isCounted(known)).toBe(true);
  });

  test("reads the key of a witness of ML-DSA, which signs nothing that counts", () => {
    const written = verifierKey({ name: "witness.example/w1", type: 6, publicKey: Buffer.alloc(1312) });
    const known = parseVerifierKey(written);
    const checkpoint = parseCheckpoint(signed);
    if (!known || !checkpoint) throw new Error("not read");
    expect(isCounted(known)).toBe(false);
    const cosigned = signNote("", known, () => Buffer.alloc(8 + 2420));
    expect(signaturesOf(known, { ...checkpoint, signatures: [cosigned] })).toBeNull();
  });
});
