import type { KeyPurpose, PublicJwk, PublicKeySet, PublishedKey, RevokedKey } from "#verify/public-keys.ts";
import { newSigningKey, type Sign, signingWith } from "#sealing/signing-keys.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { decodedColumn, listOf, number, oneOf, oneShapeOf, orNull, shape, text } from "#core/stored/decoders.ts";
import { rowBoundTo, sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { auditEventsOf } from "#storage/database/audit.ts";
import { rowsWithIds } from "#storage/database/rows.ts";
import {
  currentKeyRow,
  insertSigningKey,
  type SigningKeyRow,
  signingKeyRows,
  signsFor,
} from "#storage/database/proofs/signing-keys.ts";
import { openEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";

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
  const stands = { retired_at: null, revoked_at: null, revoked_after: null };
  const plain = { id, ...of, made_at: now(), public_jwk: JSON.stringify(publicJwk), ...stands };
  const row = sealedKey(keyring, plain, privateKey.toString("base64"));
  await insertSigningKey(writer, { ...row, signs_for: signsFor(of) });
  const made = await currentKeyRow(writer, of);
  if (!made) throw new Error("the key that was made is not there");
  return made;
}

const published = [
  "registry",
  "purpose",
  "public_jwk",
  "made_at",
  "retired_at",
  "revoked_at",
  "revoked_after",
] as const;
export const sealedPrivateKey = sealedUnderOwnKey({
  table: "signing_key",
  place: rowBoundTo("signing-key", published),
  /** Null once the key signs nothing any more. */
  decode: orNull(text),
});

/** Returns the columns of a key, sealed. */
export const sealedKey = <Plain extends Pick<SigningKeyRow, "id" | (typeof published)[number]>>(
  keyring: Portal["keyring"],
  plain: Plain,
  privateKey: string | null,
) => ({ ...plain, ...sealedPrivateKey.sealColumns(keyring, plain, privateKey) });

type SealedIn = Pick<Portal, "keyring">;

/** Throws if a column was changed without us. */
const privateKeyIn = ({ keyring }: SealedIn, row: SigningKeyRow) => sealedPrivateKey.openRow(keyring, row);

export const isOurs = (portal: SealedIn, row: SigningKeyRow): boolean =>
  openedOrNull(() => [privateKeyIn(portal, row)]) !== null;

function openSigningKey(portal: SealedIn, row: SigningKeyRow): SigningKey {
  const { id: kid } = row;
  const privateKey = privateKeyIn(portal, row);
  if (privateKey === null) throw new Error(`the private half of the signing key ${kid} was deleted`);
  return {
    kid,
    publicJwk: publicJwkIn(row),
    madeAt: row.made_at,
    sign: signingWith(row.purpose, Buffer.from(privateKey, "base64")),
  };
}

const ofEvery = { kid: text, use: oneOf("sig") };
const publicKey = oneShapeOf(
  "kty",
  shape({ kty: oneOf("EC"), ...ofEvery, crv: oneOf("P-256"), x: text, y: text, alg: oneOf("ES256") }),
  shape({ kty: oneOf("OKP"), ...ofEvery, crv: oneOf("Ed25519"), x: text, alg: oneOf("EdDSA") }),
);
const checkpoints = listOf(shape({ origin: text, size: number, root: text }));

const publicJwkIn = ({ id, public_jwk }: SigningKeyRow): PublicJwk =>
  decodedColumn(publicKey, "signing_key", id, public_jwk);

const inSeconds = (ms: number) => Math.floor(ms / 1000);

/**
 * Returns every key that ever signed for this site, newest first: for one purpose, or for both. Not those that somebody
 * else wrote into the database.
 */
export async function publicKeys(
  portal: Pick<Portal, "registry" | "keyring">,
  reader: Reader,
  purpose?: KeyPurpose,
): Promise<PublicKeySet> {
  const rows = (await signingKeyRows(reader, portal.registry)).filter((row) => isOurs(portal, row));
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
      const after = decodedColumn(checkpoints, "signing_key", row.id, row.revoked_after ?? "[]");
      revoked_keys.push({ ...key, revoked: { revoked_at: inSeconds(row.revoked_at), after } });
    }
  }
  return { keys, revoked_keys };
}

/** Finds keys that somebody else wrote or changed, and old rows that were put back after the key was replaced. */
export async function wrongSigningKeys(portal: Portal): Promise<string[]> {
  const { read } = portal.database;
  const [settings] = await rowsWithIds(read, "settings", ["settings"]);
  const key = settings ? openedOrNull(() => unwrapKey(portal.keyring, settings.id, settings.wrapped_key)) : null;
  const [retired, revoked] = [new Set<unknown>(), new Set<unknown>()];
  for (const event of await auditEventsOf(read, "settings", "settings")) {
    if (!event.action.startsWith("signing-key-")) continue;
    const kid = openedOrNull(() => openEvent(event, key))?.details?.["signingKey"]?.from;
    (event.action === "signing-key-revoked" ? revoked : retired).add(kid);
  }
  const isPutBack = ({ id, retired_at, revoked_at }: SigningKeyRow) =>
    (retired_at === null && retired.has(id)) || (revoked_at === null && revoked.has(id));
  const rows = await signingKeyRows(read, portal.registry);
  return rows.filter((row) => !isOurs(portal, row) || isPutBack(row)).map(({ id }) => id);
}
