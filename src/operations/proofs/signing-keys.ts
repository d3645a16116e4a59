import type {
  CheckpointBody,
  KeyPurpose,
  PublicJwk,
  PublicKeySet,
  PublishedKey,
  RevokedKey,
} from "#verify/public-keys.ts";
import { newSigningKey, type Sign, signingWith } from "#sealing/signing-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { boundTo, sealedColumns, unsealColumns } from "#sealing/sealed-json.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import {
  currentKeyRow,
  insertSigningKey,
  type SigningKeyRow,
  signingKeyRows,
  signsFor,
} from "#storage/database/proofs/signing-keys.ts";
import type { Portal } from "../portal.ts";

type KeyPortal = Pick<Portal, "database" | "keyring" | "registry" | "now">;

export type SigningKey = { kid: string; publicJwk: PublicJwk; madeAt: number; sign: Sign };

/**
 * Returns the key that signs now. It is made when it is first needed, one for all processes. Inside a transaction, pass
 * its writer.
 */
export async function currentSigningKey(portal: KeyPortal, purpose: KeyPurpose, writer?: Writer): Promise<SigningKey> {
  return openSigningKey(portal, await currentRow(portal, purpose, writer));
}

/** Returns the id of the key that signs now, for what is signed later. */
export async function currentKeyId(portal: KeyPortal, purpose: KeyPurpose, writer: Writer): Promise<string> {
  return (await currentRow(portal, purpose, writer)).id;
}

async function currentRow(portal: KeyPortal, purpose: KeyPurpose, writer?: Writer): Promise<SigningKeyRow> {
  const of = { registry: portal.registry, purpose };
  const known = await currentKeyRow(writer ?? portal.database.read, of);
  if (known) return known;
  return writer ? makeKey(portal, writer, of) : portal.database.write((own) => makeKey(portal, own, of));
}

async function makeKey(
  { keyring, now }: KeyPortal,
  writer: Writer,
  of: { registry: string; purpose: KeyPurpose },
): Promise<SigningKeyRow> {
  const { publicJwk, privateKey } = newSigningKey(of.purpose);
  const { kid: id } = publicJwk;
  const plain = { ...of, made_at: now() };
  await insertSigningKey(writer, {
    id,
    ...plain,
    signs_for: signsFor(of),
    public_jwk: JSON.stringify(publicJwk),
    retired_at: null,
    revoked_at: null,
    revoked_after: null,
    ...sealedColumns(keyring, sealedAs(plain), id, privateKey.toString("base64")),
  });
  const row = await currentKeyRow(writer, of);
  if (!row) throw new Error("the key that was made is not there");
  return row;
}

const sealedAs = boundTo("signing-key", ["registry", "purpose", "made_at"]);

function openSigningKey({ keyring }: Pick<Portal, "keyring">, row: SigningKeyRow): SigningKey {
  const { id: kid, wrapped_key, sealed } = row;
  if (!wrapped_key || !sealed) throw new Error(`the private half of the signing key ${kid} was deleted`);
  const privateKey = unsealColumns(keyring, sealedAs(row), kid, { wrapped_key, sealed }) as string;
  return {
    kid,
    publicJwk: publicJwkIn(row),
    madeAt: row.made_at,
    sign: signingWith(row.purpose, Buffer.from(privateKey, "base64")),
  };
}

const publicJwkIn = ({ public_jwk }: SigningKeyRow) => JSON.parse(public_jwk) as PublicJwk;

const inSeconds = (ms: number) => Math.floor(ms / 1000);

/** Returns every key that ever signed for this site, newest first: for one purpose, or for both. */
export async function publicKeys(portal: Pick<Portal, "registry">, reader: Reader, purpose?: KeyPurpose) {
  const rows = await signingKeyRows(reader, portal.registry);
  const keys: PublishedKey[] = [];
  const revoked_keys: RevokedKey[] = [];
  for (const row of rows.filter((one) => purpose === undefined || one.purpose === purpose)) {
    const key = {
      ...publicJwkIn(row),
      iat: inSeconds(row.made_at),
      ...(row.retired_at !== null && { exp: inSeconds(row.retired_at) }),
    };
    if (row.revoked_at === null) keys.push(key);
    else {
      const after = JSON.parse(row.revoked_after ?? "[]") as CheckpointBody[];
      revoked_keys.push({ ...key, revoked: { revoked_at: inSeconds(row.revoked_at), after } });
    }
  }
  return { keys, revoked_keys } satisfies PublicKeySet;
}

/** Checks only keys that still have their private half. */
export async function keysThatDoNotOpen(portal: Portal): Promise<string[]> {
  const rows = (await signingKeyRows(portal.database.read, portal.registry)).filter(({ sealed }) => sealed !== null);
  return rows.filter((row) => openedOrNull(() => openSigningKey(portal, row)) === null).map(({ id }) => id);
}
