import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { inflateSync } from "node:zlib";
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from "jose";
import { expect } from "vitest";
import { maxStatementDays } from "#core/settings/settings.ts";
import { dayMs } from "#core/durations.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { continueAfterRestore } from "#operations/log/continue-log.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { formerIssuers } from "#operations/proofs/statements.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { judge } from "#verify/judge.ts";
import { issuerAddress, type SiteKeys } from "#verify/verdict.ts";
import { admin } from "../support/accounts/people.ts";
import { serveApi } from "../support/api.ts";
import { testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { savedStatement } from "../support/statements.ts";

const test = testOn("sqlite");
const [oldAddress, newAddress] = ["https://old.example", "https://new.example"];

type StatementClaims = { iss: string; status: { status_list: { idx: number; uri: string } } };
type Issuer = { issuer: string; former_issuers?: string[]; jwks: JSONWebKeySet };

/** Asks the server for an address. `fetch` sends no other `Host` than that of the address. */
const asking = (server: string) => async (address: string) => {
  const { pathname, host } = new URL(address);
  const [answer] = (await once(get(server + pathname, { headers: { host } }), "response")) as [IncomingMessage];
  return text(answer);
};

/** What the verifier says of a statement if it knows only the address of now. */
async function standingOf(server: string, statement: string) {
  const ask = (path: string) => asking(server)(newAddress + path);
  const keys = JSON.parse(await ask(issuerAddress)) as SiteKeys;
  return (await judge(statement, { origins: [newAddress], keys, policy: "quorum none", now: Date.now(), ask }))
    .standing;
}

/** Follows the addresses in a statement to a server, as a program that knows nothing about this site would. */
async function readStatement(server: string, sdJwt: string) {
  const ask = asking(server);
  const [token = ""] = sdJwt.split("~");
  const { iss } = decodeJwt<StatementClaims>(token);
  const about = JSON.parse(await ask(`${iss}/.well-known/jwt-vc-issuer`)) as Issuer;
  expect(about.issuer).toBe(iss);
  const keys = createLocalJWKSet(about.jwks);
  const { payload } = await jwtVerify<StatementClaims>(token, keys, { issuer: iss, typ: "dc+sd-jwt" });
  const { idx, uri } = payload.status.status_list;
  const read = await jwtVerify<{ status_list: { lst: string } }>(await ask(uri), keys, {
    subject: uri,
    typ: "statuslist+jwt",
  });
  const bits = inflateSync(Buffer.from(read.payload.status_list.lst, "base64url"));
  return { iss, stands: ((bits[idx >> 3] ?? 0) & (1 << (idx & 7))) === 0, former: about.former_issuers };
}

test("when a site moves, its statements stay valid at the old address, and the next ones name the new one", async ({
  portal,
}) => {
  const before = { ...portal, publicOrigin: oldAddress };
  const after = { ...portal, publicOrigin: newAddress };
  const record = await addTestRecord(before);
  const older = (await savedStatement(before, record.id)) ?? "";
  {
    await using server = await serveApi(before, { publicOrigin: oldAddress });
    expect(await readStatement(server.url, older)).toEqual({ iss: oldAddress, stands: true });
    await signCheckpoint(before);
  }
  await using server = await serveApi(after, { publicOrigin: newAddress });
  const newer = (await savedStatement(after, record.id)) ?? "";
  await signCheckpoint(after);
  const former = [oldAddress];
  expect(await readStatement(server.url, older)).toEqual({ iss: oldAddress, stands: true, former });
  expect(await readStatement(server.url, newer)).toEqual({ iss: newAddress, stands: true, former });
  expect(await verifyStatements(after)).toEqual({ whole: 2, broken: 0 });
  for (const one of [older, newer]) expect(await standingOf(server.url, one)).toBe("unwitnessed");
  await continueAfterRestore(after, []);
  await signCheckpoint(after);
  for (const one of [older, newer]) expect(await standingOf(server.url, one)).toBe("unwitnessed");
  await hideRecord(after, admin, record);
  expect(await readStatement(server.url, older)).toMatchObject({ stands: false });
  expect(await readStatement(server.url, newer)).toMatchObject({ stands: false });
  // No statement that names the old address is valid any more.
  const later = { ...after, now: () => Date.now() + (maxStatementDays + 1) * dayMs };
  expect(await formerIssuers(later)).toEqual([]);
});

test("a site that moved from http to https names its address of now", async ({ portal }) => {
  const before = { ...portal, publicOrigin: "http://new.example" };
  const record = await addTestRecord(before);
  await savedStatement(before, record.id);
  await signCheckpoint(before);
  const after = { ...portal, publicOrigin: newAddress };
  const newer = (await savedStatement(after, record.id)) ?? "";
  await signCheckpoint(after);
  await using server = await serveApi(after, { publicOrigin: newAddress });
  const former = ["http://new.example"];
  expect(await readStatement(server.url, newer)).toEqual({ iss: newAddress, stands: true, former });
});
