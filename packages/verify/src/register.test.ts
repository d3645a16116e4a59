import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newSigner, rahim, type Signer, slipLink } from "../../../test/support/proofs/slip-links.ts";
import { statementClaims } from "../../../test/support/proofs/statement-claims.ts";
import { registerToken } from "../../../src/sealing/register-token.ts";
import { newDisclosure, signedToken, unsignedStatement, unsignedToken } from "../../../src/sealing/sd-jwt.ts";
import { type Receipt, receiptLink } from "./lookup-receipt.ts";
import { presentedIn, receiptType } from "./presented.ts";
import { type ListedAgency, listingIn, type ListingKind, readRegister, type Register } from "./register.ts";

const now = Date.parse("2026-11-27T10:00:00Z");
const seconds = (day: string) => Date.parse(day) / 1000;
const rounds = 12;
const association = newSigner();

const keyOf = ({ publicJwk }: Signer): ListedAgency["keys"][number] => {
  if (publicJwk.kty !== "EC") throw new Error("not a key for statements");
  return { x: publicJwk.x, y: publicJwk.y, kid: publicJwk.kid };
};

/** A register of 12 agencies, of which every third one ended. */
const agencies = Array.from({ length: rounds }, (_, at) => ({ signer: newSigner(), at }));
const entryOf = ({ signer, at }: (typeof agencies)[number]): ListedAgency => ({
  name: `Agency ${at}`,
  licence: `RL-${at}`,
  origin: at % 2 ? `https://agency-${at}.example` : `https://Agency-${at}.example/check`,
  keys: [keyOf(newSigner()), keyOf(signer)],
  from: "2026-01-01",
  state: "listed",
});
const register: Register = {
  name: "Association",
  iat: seconds("2026-11-20"),
  exp: seconds("2026-12-20"),
  agencies: [
    ...agencies.map(entryOf),
    // An older entry of an agency that stands, and one that begins only later.
    { ...entryOf({ signer: newSigner(), at: 0 }), until: "2025-12-31", from: "2025-01-01" },
    { ...entryOf({ signer: newSigner(), at: 99 }), from: "2027-01-01" },
  ],
};
const endedRegister = (how: Partial<ListedAgency>) => ({
  ...register,
  agencies: register.agencies.map((one) => ({ ...one, ...how })),
});

const slipOf = (origin: string, signer: Signer) => slipLink(origin, rahim, signer);

function proofOf(origin: string, { publicJwk, sign }: Signer): Promise<string> {
  const { signingInput, disclosures } = unsignedStatement({
    format: 1,
    issuer: origin,
    kid: publicJwk.kid,
    list: 3,
    place: 5,
    issued: seconds("2026-05-22"),
    ends: seconds("2026-08-20"),
    operator: { name: "Somebody", licence: "" },
    published: "2026-03-03",
    claims: { name: rahim.name, passport_number: rahim.number, ircc_number: "", nationality: "" },
    documents: [],
    seen: "",
    seed: "c2VlZA==",
  });
  return Promise.resolve(
    JSON.stringify({ statement: [signedToken(sign, signingInput), ...disclosures, ""].join("~"), log: "" }),
  );
}

const told = (text: string, token = registerToken(register, association), at = now) =>
  listingIn(text, { name: "Association", key: association.publicJwk.kid, token, now: at });

async function receiptOf(iss: string, { publicJwk, sign }: Signer): Promise<string> {
  const { text, digest } = newDisclosure({ number: rahim.number, name: "" });
  const receipt: Receipt = {
    iss,
    iat: seconds("2026-05-22"),
    asked_by: null,
    purpose: "",
    asked_with: "number",
    checkpoint: "a checkpoint with its witnesses\n".repeat(20),
    answers: [{ digest, outcome: "nothing" }],
  };
  return receiptLink(iss, signedToken(sign, unsignedToken(publicJwk.kid, receiptType, receipt)), text);
}

/** The same content as a statement alone, as a wallet shows it, and as what the links of a slip and a receipt have. */
async function signedForms(origin: string, signer: Signer) {
  const holder = newSigner();
  const { kid } = signer.publicJwk;
  const times = { iat: seconds("2026-05-22"), exp: seconds("2026-12-20") };
  const said = { ...statementClaims(origin), ...times, cnf: { jwk: holder.publicJwk } };
  const statement = `${signedToken(signer.sign, unsignedToken(kid, "dc+sd-jwt", said))}~`;
  const shown = { aud: "somebody", nonce: "n", iat: times.iat, sd_hash: hash("sha256", statement, "base64url") };
  const proof = signedToken(holder.sign, unsignedToken(holder.publicJwk.kid, "kb+jwt", shown));
  const codeIn = (link: string) => link.slice(link.indexOf("#") + 1);
  const [slip, receipt] = await Promise.all([slipOf(origin, signer), receiptOf(origin, signer)]);
  return { statement, shown: statement + proof, slip: codeIn(slip), receipt: codeIn(receipt) };
}

const forms = { slip: slipOf, proof: proofOf, receipt: receiptOf };
const clone = newSigner();

describe.each(Object.entries(forms))("a register tells of every %s", (_form, made) => {
  const cases: [ListingKind, (at: number) => Promise<string>, string?][] = [
    ["listed", (at) => made(`https://agency-${at}.example`, agencies[at]?.signer ?? clone)],
    ["another-address", (at) => made(`https://agency-${at}.example.evil.example`, agencies[at]?.signer ?? clone)],
    ["another-key", (at) => made(`https://agency-${at}.example`, clone)],
    ["not-listed", (at) => made(`https://clone-${at}.example`, clone)],
    ["not-listed", () => made("https://agency-99.example", clone)],
  ];
  test.each(cases)("that it is %s", async (kind, text) => {
    for (let at = 0; at < rounds; at += 1) {
      const found = await told(await text(at));
      expect(found).toMatchObject({ kind, register: "Association", signed: "2026-11-20" });
      expect(found?.agency?.name).toBe(kind === "not-listed" ? undefined : `Agency ${at}`);
    }
  });

  test("that its agency ended, that the list is too old, or that it is altered", async () => {
    const text = await made("https://agency-1.example", agencies[1]?.signer ?? clone);
    for (const how of [{ until: "2026-11-26" }, { until: "2026-11-26", state: "ended" }] as const)
      expect(await told(text, registerToken(endedRegister(how), association))).toMatchObject({
        kind: "ended",
        agency: { name: "Agency 1", until: "2026-11-26" },
      });
    const lastDay = registerToken(endedRegister({ until: "2026-11-27" }), association);
    expect(await told(text, lastDay)).toMatchObject({ kind: "listed" });
    expect(await told(text, undefined, register.exp * 1000)).toEqual({
      kind: "stale",
      register: "Association",
      signed: "2026-11-20",
    });
    const token = registerToken(register, association);
    const spots = Array.from({ length: 60 }, (_, at) => Math.floor(((at + 0.5) / 60) * token.length));
    const altered = spots.map((at) => token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1));
    for (const one of [...altered, "", "x.y.z", registerToken(register, newSigner())])
      expect(await told(text, one)).toEqual({ kind: "altered", register: "Association" });
  });
});

test("entries that another program wrote wrongly are left out, and the others count", async () => {
  const [entry] = register.agencies;
  const wrong = [null, "x", {}, { ...entry, keys: null }, { ...entry, name: 1 }, { ...entry, from: "tomorrow" }];
  const ended = [
    { ...entry, state: "ended" },
    { ...entry, state: "ended", until: "2026-02-99" },
  ];
  const mixed: object = { ...register, agencies: [...wrong, ...ended, ...register.agencies] };
  const { kid } = association.publicJwk;
  expect((await readRegister(registerToken(mixed as Register, association), kid))?.agencies).toEqual(register.agencies);
  for (const iat of [Number.NaN, 1e300])
    expect(await readRegister(registerToken({ ...register, iat }, association), kid)).toBeNull();
});

test("a register tells of the bare address of a site, as people type it, and of nothing else that nobody signed", async () => {
  for (const text of ["https://agency-3.example/", " AGENCY-3.example ", "agency-3.example:443", "agency-3.example"])
    expect(await told(text)).toMatchObject({ kind: "listed", agency: { name: "Agency 3" } });
  for (const text of ["http://agency-3.example", "agency-3.example:8443", "https://clone.example"])
    expect(await told(text)).toMatchObject({ kind: "not-listed" });
  const more = [
    "agency-3.example/visa",
    "https://agency-3.example/?",
    "agency-3.example#",
    "agency-3.example/?a=ey.b.c~",
  ];
  const odd = ["https://agency-3.example@clone.example/", "https:agency-3.example", "https:\\\\agency-3.example"];
  for (const text of [...more, ...odd, "A12345678", "BEGIN:VCARD", "", "{}", "tel:+880123", "two words.example"])
    expect(await told(text)).toBeNull();
});

/** What is between an address of an agency in the list and something that the clone signed, or the agency. */
const spellings = fc.record({
  address: fc.constantFrom(
    "agency-1.example",
    "AGENCY-1.example",
    "https://agency-1.example",
    "HTTPS://Agency-1.Example",
  ),
  between: fc.array(
    fc.constantFrom(
      "/",
      "?",
      "#",
      "/check#",
      "/check?",
      "/check/",
      "@",
      ":443",
      "\\",
      " ",
      "\n",
      "%2F",
      "%3F",
      "a=",
      "&",
      ".",
    ),
    { maxLength: 4 },
  ),
  spelt: fc.constantFrom<(text: string) => string>(
    (text) => text,
    encodeURIComponent,
    (text) => text.toUpperCase(),
    (text) => text.replace(".", "%2E"),
    (text) => ` ${text} `,
    (text) => JSON.stringify({ statement: text }),
    (text) => `${text}#agency-1.example`,
  ),
  form: fc.constantFrom("statement", "shown", "slip", "receipt"),
});

test("whatever address stands beside it, what a clone signed is never listed", async () => {
  const signed = await signedForms("https://clone.example", clone);
  for (const { address, between, spelt, form } of fc.sample(spellings, { numRuns: 300, seed: 72 })) {
    const text = address + between.join("") + spelt(signed[form]);
    expect(["listed", "ended"], text).not.toContain((await told(text))?.kind);
  }
});

test("whatever stands beside it, a statement of an agency is told by its signature, also alone and as a wallet shows it", async () => {
  const { statement, shown } = await signedForms("https://agency-1.example", agencies[1]?.signer ?? clone);
  for (const one of [statement, shown])
    for (const before of ["", "\n", "https://clone.example/?", "clone.example/#", "See: "])
      expect(await told(before + one)).toMatchObject({ kind: "listed", agency: { name: "Agency 1" } });
  const altered = (text: string) => text.replace(/.(?=~)/, (last) => (last === "A" ? "E" : "A"));
  expect(await told(altered(statement))).toMatchObject({ kind: "another-key" });
});

test("a long text of letters that may begin a statement is read at once", () => {
  expect(presentedIn("ey".repeat(100_000))).toBeNull();
});
