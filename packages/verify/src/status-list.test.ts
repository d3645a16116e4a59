import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { newSigner } from "../../../test/support/proofs/slip-links.ts";
import { standsInList } from "./status-list.ts";

const origin = "https://site.example";
const now = Date.parse("2026-11-22T12:00:00Z");
const site = newSigner();
const asked = { list: 7, place: 65_535, origins: [origin], now, keys: [{ ...site.publicJwk, iat: 0 }] };

const bits = (change: (list: Uint8Array) => void = () => undefined) => {
  const list = new Uint8Array(8192).fill(0xff);
  change(list);
  return list;
};
const lastStands = bits((list) => (list[8191] = 0x7f));

type Change = { list?: Uint8Array; payload?: object };

function token({ list = lastStands, payload }: Change = {}): string {
  const inBase64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = { alg: "ES256", typ: "statuslist+jwt", kid: site.publicJwk.kid };
  const lst = deflateSync(list).toString("base64url");
  const times = { iat: now / 1000, exp: now / 1000 + 60 };
  const said = { sub: `${origin}/status-lists/7`, ...times, status_list: { bits: 1, lst }, ...payload };
  const input = `${inBase64Url(head)}.${inBase64Url(said)}`;
  return `${input}.${site.sign(Buffer.from(input)).toString("base64url")}`;
}

test("a statement stands only if the bit of its place is 0", async () => {
  expect(await standsInList(token(), asked)).toBe(true);
  expect(await standsInList(token(), { ...asked, place: 65_534 })).toBe(false);
  expect(await standsInList(token({ list: bits() }), asked)).toBe(false);
});

/** The cases of forged lists are in docs/proof-vectors.json. */
test.each<[string, Change | string]>([
  ["without its bits", { payload: { status_list: { bits: 1 } } }],
  ["that ends before the place", { list: new Uint8Array(100) }],
  ["that decompresses to 100 MB", { list: new Uint8Array(100_000_000) }],
  ["with a changed signature", `${token().slice(0, -4)}AAAA`],
  ["that is cut off", token().slice(0, 200)],
  ["that is not a token", "<!DOCTYPE html>"],
])("a status list %s is not trusted", async (_, given) => {
  expect(await standsInList(typeof given === "string" ? given : token(given), asked)).toBeNull();
});
