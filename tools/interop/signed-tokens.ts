import { hash } from "node:crypto";
import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, importJWK, type JWK, jwtVerify } from "jose";
import { dayMs } from "#core/durations.ts";
import { keepAnswer } from "#operations/desk/keep-answer.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { registerToken } from "#sealing/register-token.ts";
import { signedToken } from "#sealing/sd-jwt.ts";
import { newSigningKey, signingWith } from "#sealing/signing-keys.ts";
import { checkLinkInPdf } from "#verify/compact-statement.ts";
import type { ListedAgency } from "#verify/register.ts";
import { addTestRecord } from "../../test/support/records.ts";
import { site } from "./artefacts.ts";
import { alterations, alteredTokens, type Tool, tokenOf, type Verdict } from "./tool.ts";

const algorithms = ["ES256"];

type Kept = { token: string; disclosure: string };

/** The receipt of an answer, as a visitor keeps it: the link in its PDF. */
async function keptAnswer(portal: Portal, number: string): Promise<Kept> {
  const record = await lookUpRecord(portal, { by: "passport", number });
  const bytes = await keepAnswer(portal, { number, name: "" }, record, "en");
  const [, token = "", disclosure = ""] = /#(.+)~(.+)$/.exec(checkLinkInPdf(Uint8Array.from(bytes)) ?? "") ?? [];
  return { token, disclosure };
}

/** A receipt says nothing about later days, so nothing withdraws it. */
export const receipts: Tool["ask"] = async ({ portal, keys }) => {
  const keySet = createLocalJWKSet({ keys: keys.jwks.keys.map((key) => ({ ...key })) });
  const { passportNumber: number } = await addTestRecord(portal);
  const judge = async ({ token, disclosure }: Kept): Promise<Verdict> => {
    const options = { issuer: site, typ: "attestry-receipt+jwt", algorithms, maxTokenAge: "1 day" };
    type Claims = { answers: { digest: string; outcome: string }[] };
    const { payload } = await jwtVerify<Claims>(token, keySet, options);
    const digest = hash("sha256", disclosure, "base64url");
    const [, asked] = JSON.parse(Buffer.from(disclosure, "base64url").toString()) as [string, { number: string }];
    const isShown = payload.answers.some((answer) => answer.digest === digest && answer.outcome === "shown");
    return isShown && asked.number === number ? "accepted" : "refused";
  };
  const verdict = (one: Kept) => judge(one).catch((): Verdict => "refused");
  const kept = await keptAnswer(portal, number);
  const altered = [
    ...alteredTokens(kept.token).map((token) => ({ ...kept, token })),
    ...alterations(kept.disclosure).map((disclosure) => ({ ...kept, disclosure })),
    await keptAnswer({ ...portal, publicOrigin: "https://clone.example" }, number),
    await keptAnswer({ ...portal, now: () => portal.now() + dayMs }, number),
  ];
  return { genuine: await verdict(kept), withdrawn: null, altered: await Promise.all(altered.map(verdict)) };
};

/** What a register says of the agency that signed a statement; `withdrawn` if its entry has ended. */
async function listing(register: string, believed: string, statement: string): Promise<Verdict> {
  const { jwk } = decodeProtectedHeader(register);
  if (!jwk || (await calculateJwkThumbprint(jwk)) !== believed) return "refused";
  const options = { typ: "attestry-register+jwt", algorithms };
  const { payload } = await jwtVerify<{ agencies: ListedAgency[] }>(register, await importJWK(jwk, "ES256"), options);
  const agency = payload.agencies.find(({ origin }) => origin === site);
  const keys = agency?.keys.map((key): JWK => ({ kty: "EC", crv: "P-256", ...key })) ?? [];
  await jwtVerify(tokenOf(statement), createLocalJWKSet({ keys }), { issuer: site, typ: "dc+sd-jwt", algorithms });
  return agency?.state === "listed" ? "accepted" : "withdrawn";
}

export const registers: Tool["ask"] = async ({ genuine: { statement }, keys }) => {
  const [keeper, stranger] = [newSigningKey("statement"), newSigningKey("statement")];
  const listed: ListedAgency = {
    name: "Test agency",
    licence: "RL-1",
    origin: site,
    keys: keys.jwks.keys.flatMap((key) => (key.kty === "EC" ? [{ x: key.x, y: key.y, kid: key.kid }] : [])),
    from: "2026-01-01",
    state: "listed",
  };
  const made = (entry: ListedAgency, by = keeper, seconds = 86_400) => {
    const iat = Math.floor(Date.now() / 1000);
    const register = { name: "A ministry", iat, exp: iat + seconds, agencies: [entry] };
    return registerToken(register, { publicJwk: by.publicJwk, sign: signingWith("statement", by.privateKey) });
  };
  const verdict = (register: string, shown = statement) =>
    listing(register, keeper.publicJwk.kid, shown).catch((): Verdict => "refused");
  const clone = signedToken(
    signingWith("statement", stranger.privateKey),
    tokenOf(statement).split(".").slice(0, 2).join("."),
  );
  const register = made(listed);
  const altered = [
    ...alteredTokens(register).map((other) => verdict(other)),
    verdict(made(listed, stranger)),
    verdict(made(listed, keeper, -1)),
    verdict(made({ ...listed, keys: [] })),
    verdict(register, `${clone}~`),
  ];
  return {
    genuine: await verdict(register),
    withdrawn: await verdict(made({ ...listed, state: "ended", until: "2026-02-01" })),
    altered: await Promise.all(altered),
  };
};
