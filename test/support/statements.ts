import { hash, verify } from "node:crypto";
import { SDJwtVcInstance } from "@sd-jwt/sd-jwt-vc";
import { calculateJwkThumbprint } from "jose";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { signedStatement, statementOf } from "#operations/proofs/statements.ts";
import { StatusLists } from "#operations/proofs/status-lists.ts";
import type { Portal } from "#operations/portal/portal.ts";

/** The statement of a record as a visitor saves it. Null if the record has none. */
export async function savedStatement(portal: Portal, recordId: string): Promise<string | null> {
  const statement = await statementOf(portal, recordId);
  return statement && signedStatement(portal, statement);
}

/**
 * Reads a statement with libraries that share no code with ours. Returns its content and whether it is still in force.
 * Throws if the signature, a digest or the type is wrong.
 */
export async function checkStatement(portal: Portal, sdJwt: string) {
  const lists = new StatusLists(portal);
  const { keys } = await publicKeys(portal, portal.database.read, "statement");
  const isSigned = async (data: string, signature: string): Promise<boolean> => {
    const { kid } = JSON.parse(Buffer.from(data.split(".")[0] ?? "", "base64url").toString()) as { kid: string };
    const key = keys.find((one) => one.kid === kid);
    if (!key || (await calculateJwkThumbprint(key)) !== kid) return false;
    const options = { key: { key, format: "jwk", dsaEncoding: "ieee-p1363" } as const };
    return verify("sha256", Buffer.from(data), options.key, Buffer.from(signature, "base64url"));
  };
  let stands = false;
  const instance = new SDJwtVcInstance({
    hashAlg: "sha-256",
    hasher: (data) => hash("sha256", typeof data === "string" ? data : Buffer.from(data), "buffer"),
    verifier: isSigned,
    statusListFetcher: async (uri) => {
      const list = await lists.read(Number(uri.split("/").at(-1)));
      if (!list) throw new Error(`no status list at ${uri}`);
      return list.token;
    },
    statusValidator: async (status) => void (stands = status === 0),
  });
  const { header, payload } = await instance.verify(sdJwt, { currentDate: Math.floor(portal.now() / 1000) });
  return { header, payload: payload as Record<string, unknown>, stands };
}

export const doesStand = async (portal: Portal, sdJwt: string): Promise<boolean> =>
  (await checkStatement(portal, sdJwt)).stands;
