import type { Addressee } from "#core/staff/account-letters.ts";
import { newLinkToken } from "#sealing/link-token.ts";
import { insertMailedLink } from "#storage/database/mailed-links.ts";
import type { AccountDesk } from "./account-desk.ts";

type Person = Addressee & { id: string };

const hour = 60 * 60_000;
const lifetimes = { confirm: 24 * hour, reset: hour };

async function newLink(
  { database, publicOrigin, now }: AccountDesk,
  personId: string,
  purpose: keyof typeof lifetimes,
): Promise<string> {
  const { token, hash } = newLinkToken();
  const link = { token_hash: hash, person_id: personId, purpose, expires_at: now() + lifetimes[purpose] };
  await database.write((writer) => insertMailedLink(writer, link));
  return `${publicOrigin}/${purpose}?token=${token}`;
}

export async function mailConfirmation(desk: AccountDesk, person: Person): Promise<void> {
  await desk.letters.confirmAddress(person, await newLink(desk, person.id, "confirm"));
}

export async function mailReset(desk: AccountDesk, person: Person): Promise<void> {
  await desk.letters.resetPassword(person, await newLink(desk, person.id, "reset"));
}
