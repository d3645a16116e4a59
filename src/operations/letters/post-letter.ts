import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { isMailAddress, type Letter } from "#core/letter.ts";
import { insertLetter, type LetterRow } from "#storage/database/letters.ts";
import type { Portal } from "../portal.ts";
import { sealLetter } from "./sealed-letter.ts";

export type LetterBox = Pick<Portal, "database" | "keyring" | "events" | "now">;

const hour = 3_600_000;
const longestWaitMs = 24 * hour;

/** Puts the letter, sealed, into the queue. It goes out soon; nobody waits for that. */
export async function postLetter(box: LetterBox, letter: Letter, usefulHours?: number): Promise<void> {
  const row = letterRow(box, letter, usefulHours);
  await box.database.write((writer) => insertLetter(writer, row));
  box.events.emit("letter-posted");
}

/** For whoever puts it into the queue together with something else, and tells of it then. */
export function letterRow(
  { keyring, now }: Pick<LetterBox, "keyring" | "now">,
  letter: Letter,
  usefulHours = 24,
): LetterRow {
  if (!isMailAddress(letter.to)) throw new PortalError("invalid", { fields: { email: "email-format" } });
  const id = randomUUID();
  const postedAt = now();
  return {
    id,
    posted_at: postedAt,
    useless_at: postedAt + Math.min(usefulHours * hour, longestWaitMs),
    tries: 0,
    next_try_at: postedAt,
    ...sealLetter(keyring, id, letter),
  };
}
