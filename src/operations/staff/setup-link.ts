import { newLinkToken, linkTokenHash } from "#sealing/link-token.ts";
import type { Reader } from "#storage/database/database.ts";
import { replaceSetupLink, setupLink } from "#storage/database/setup-link.ts";
import { countAdmins } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaff } from "./change-staff.ts";

const lifetimeMs = 60 * 60 * 1000;

export type SetupLink = { url: string; until: number };

type Replacing = "always" | "once-ended";

/**
 * A new link with which somebody makes the first admin, while there is none; null otherwise. It takes the place of an
 * older one: always, or only once that has run out.
 */
export async function makeSetupLink(portal: Portal, replacing: Replacing): Promise<SetupLink | null> {
  // Asked often, and for nothing as a rule: that must not keep writers waiting.
  if (!(await isWanted(portal.database.read, replacing, portal.now()))) return null;
  const { token, hash } = newLinkToken();
  return changeStaff(portal, async ({ writer, now }) => {
    if (!(await isWanted(writer, replacing, now))) return null;
    const until = now + lifetimeMs;
    await replaceSetupLink(writer, { token_hash: hash, made_at: now, expires_at: until });
    return { url: `${portal.publicOrigin}/setup?token=${token}`, until };
  });
}

async function isWanted(reader: Reader, replacing: Replacing, now: number): Promise<boolean> {
  if ((await countAdmins(reader)) > 0) return false;
  return replacing === "always" || ((await setupLink(reader))?.expires_at ?? 0) <= now;
}

/** Whether a link still makes the first admin. */
export async function setupLinkHolds({ database, now }: Portal, token: string): Promise<boolean> {
  return isTheLink(database.read, token, now());
}

/** Called in the transaction that uses it up. */
export async function isTheLink(reader: Reader, token: string, now: number): Promise<boolean> {
  const link = await setupLink(reader);
  return link !== undefined && link.expires_at > now && linkTokenHash(token).equals(link.token_hash);
}
