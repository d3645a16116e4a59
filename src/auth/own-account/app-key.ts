import { randomBytes } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import type { Person } from "#core/staff/accounts.ts";
import { replaceTotpSecrets, totpOf } from "#storage/database/factors.ts";
import type { AccountDesk } from "../account-desk.ts";
import { encrypted } from "../library/encryption.ts";
import { siteName } from "../site-name.ts";

/** What the person tells the app: the key in letters, and the same as an address that the square shows. */
export type AppKey = { secret: string; uri: string };

/**
 * Puts a key of ours in the place of better-auth's, which has 52 letters to type. It has to be text there, and goes into
 * the computation as UTF-8: so each of the 20 bytes, which are 32 letters, is one below 128, with 7 bits of chance.
 */
export async function giveAppKey(desk: AccountDesk, { id, email }: Person): Promise<AppKey> {
  const { base32 } = await import("@better-auth/utils/base32");
  const bytes = randomBytes(20).map((byte) => byte & 127);
  const row = await totpOf(desk.database.read, id);
  if (!row) throw new PortalError("stale");
  const sealed = await encrypted(desk.keyring, Buffer.from(bytes).toString("latin1"));
  const changes = { secret: sealed, recovery_codes: row.recovery_codes };
  const isKept = await desk.database.write((writer) => replaceTotpSecrets(writer, row, changes));
  if (!isKept) throw new PortalError("stale");
  const secret = base32.encode(bytes, { padding: false });
  return { secret, uri: addressFor({ name: await siteName(desk), email, secret }) };
}

/** As apps read it: https://github.com/google/google-authenticator/wiki/Key-Uri-Format. A colon ends the name there. */
export function addressFor({ name, email, secret }: { name: string; email: string; secret: string }): string {
  const issuer = encodeURIComponent(fitting(name.replaceAll(":", " ")));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

/** Beyond this the squares of the picture become too small for a cheap camera. A Bangla letter takes nine. */
const longestIssuer = 150;
const letters = new Intl.Segmenter();

function fitting(name: string): string {
  let fit = "";
  for (const { segment } of letters.segment(name)) {
    if (encodeURIComponent(fit + segment).length > longestIssuer) break;
    fit += segment;
  }
  return fit.trim();
}
