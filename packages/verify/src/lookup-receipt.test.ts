import { expect, test } from "vitest";
import { newSigner } from "../../../test/support/proofs/slip-links.ts";
import { newDisclosure, signedToken, unsignedToken } from "../../../src/sealing/sd-jwt.ts";
import { answerFor, type Receipt, receiptLink, signedReceipt } from "./lookup-receipt.ts";
import { readReceiptLink, receiptType } from "./presented.ts";

const { publicJwk, sign } = newSigner();
if (publicJwk.kty !== "EC") throw new Error("not a key for statements");
const key = { ...publicJwk, iat: 0 };
const disclosures = ["A12345678", "Z99999999"].map((number) => newDisclosure({ number, name: "Rahim Uddin" }));
const [shown, nothing] = disclosures.map(({ digest }) => digest);
const receipt: Receipt = {
  iss: "https://agency.example",
  iat: 1_795_000_000,
  asked_by: { name: "Embassy of Malta", country: "Malta" },
  purpose: "Visas",
  asked_with: "name",
  checkpoint: "agency.example\n7\nAAAA\n",
  answers: [
    { digest: shown ?? "", outcome: "shown", published: "2026-03-03", documents: ["visaPaper"] },
    { digest: nothing ?? "", outcome: "nothing" },
  ],
};
const token = signedToken(sign, unsignedToken(key.kid, receiptType, receipt));
const [head = "", body = "", signature = ""] = token.split(".");

/** The same draws in each run. */
function drawsFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const draw = drawsFrom(20_261_127);
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const letter = () => letters[draw(letters.length)] ?? "A";

/** Another text: one letter of it is replaced, added or left out. */
function altered(text: string): string {
  const at = draw(text.length);
  const more = [letter(), letter() + (text[at] ?? ""), ""][draw(3)] ?? "";
  const changed = text.slice(0, at) + more + text.slice(at + 1);
  return changed === text ? altered(text) : changed;
}

const inBase64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Somebody writes other claims above the signature. */
function otherClaims(): string {
  const [first, second] = receipt.answers;
  const changes: Partial<Receipt>[] = [
    { iss: `https://agency-${draw(1e6)}.example` },
    { iat: receipt.iat + 1 + draw(1e6) },
    { asked_by: null },
    { asked_by: { name: `Embassy ${draw(1e6)}`, country: "Malta" } },
    { purpose: `Visas ${draw(1e6)}` },
    { asked_with: "number" },
    { checkpoint: null },
    { answers: second ? [second] : [] },
    { answers: first && second ? [first, { ...first, digest: second.digest }] : [] },
  ];
  return `${head}.${inBase64Url({ ...receipt, ...changes[draw(changes.length)] })}.${signature}`;
}

/** The salt or what was asked is another: the text keeps its form. */
function otherDisclosure(): string {
  const [salt, asked] = JSON.parse(Buffer.from(disclosures[draw(2)]?.text ?? "", "base64url").toString()) as [
    string,
    object,
  ];
  return inBase64Url(draw(2) ? [altered(salt), asked] : [salt, { ...asked, number: `A${draw(1e8)}` }]);
}

test("4,000 altered receipts are all refused, and the receipt itself is read", async () => {
  const keys = [key];
  const read = await signedReceipt(token, keys);
  if (!read) throw new Error("the receipt cannot be read");
  expect(read).toEqual(receipt);
  expect(await answerFor(read, disclosures[0]?.text ?? "")).toMatchObject({ asked: { number: "A12345678" } });
  const believed: string[] = [];
  for (let round = 0; round < 2000; round += 1) {
    const text = draw(4) ? altered(token) : otherClaims();
    if (await signedReceipt(text, keys)) believed.push(text);
    const disclosure = draw(2) ? altered(disclosures[draw(2)]?.text ?? "") : otherDisclosure();
    if (await answerFor(read, disclosure)) believed.push(disclosure);
  }
  expect(believed).toEqual([]);
});

test("a receipt whose claims have another form is refused, whoever signed it", async () => {
  const { text, digest } = newDisclosure(null);
  const signed = (change: object) =>
    signedReceipt(signedToken(sign, unsignedToken(key.kid, receiptType, { ...receipt, ...change })), [key]);
  for (const change of [
    { iat: "now" },
    { purpose: null },
    { answers: [null] },
    { answers: [{ digest, outcome: "shown" }] },
  ])
    // prettier-ignore
    expect(await signed(change)).toBeNull();
  const read = await signed({ answers: [{ digest, outcome: "nothing" }] });
  expect(read && (await answerFor(read, text))).toBeNull();
});

test("the link of a receipt holds all of it, and other links hold none", () => {
  const disclosure = disclosures[1]?.text ?? "";
  const link = receiptLink("https://agency.example", token, disclosure);
  expect(readReceiptLink(link)).toEqual({ token, disclosure });
  for (const other of [
    link.split("~")[0] ?? "",
    link.replace("/check", "/other"),
    `${link}~`,
    `https://agency.example/check#${body}`,
  ])
    expect(readReceiptLink(other)).toBeNull();
});
