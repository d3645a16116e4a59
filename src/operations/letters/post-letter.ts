import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { isMailAddress, type Letter } from "#core/letter.ts";
import { insertLetter } from "#storage/database/letters.ts";
import type { Portal } from "../portal.ts";
import { sealLetter } from "./sealed-letter.ts";

export type LetterBox = Pick<Portal, "database" | "keyring" | "events" | "now">;

const hour = 3_600_000;
const longestWaitMs = 24 * hour;

/** Puts the letter, sealed, into the queue. It goes out soon; nobody waits for that. */
export async function postLetter(box: LetterBox, letter: Letter, usefulHours = 24): Promise<void> {
  if (!isMailAddress(letter.to)) throw new PortalError("invalid", { fields: { email: "email-format" } });
  const { database, keyring, events, now } = box;
  const id = randomUUID();
  const postedAt = now();
  const row = {
    id,
    posted_at: postedAt,
    useless_at: postedAt + Math.min(usefulHours * hour, longestWaitMs),
    tries: 0,
    next_try_at: postedAt,
    ...sealLetter(keyring, id, letter),
  };
  await database.write((writer) => insertLetter(writer, row));
  events.emit("letter-posted");
}
