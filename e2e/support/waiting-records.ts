import { randomInt } from "node:crypto";
import type { Actor } from "#core/staff/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import type { StartedPortal } from "./portal.ts";
import { uploadDocuments } from "./records.ts";

const moderator: Actor = { kind: "staff", id: "moderator-1", role: "moderator" };

const letters = () => Array.from({ length: 7 }, () => String.fromCodePoint(97 + randomInt(26))).join("");

type Wishes = { withDocuments?: boolean; addedBy?: Actor };

/** A record of its own for a test that decides on it. */
export async function aWaitingRecord(
  { office }: Pick<StartedPortal, "office">,
  { withDocuments = false, addedBy = moderator }: Wishes = {},
) {
  const name = `Selim ${letters()}`;
  const passportNumber = `G${randomInt(10_000_000, 99_999_999)}`;
  const irccNumber = `U${randomInt(1_000_000, 9_999_999)}`;
  const particulars = { name, passportNumber, irccNumber, fatherName: "Abdul Karim", motherName: "Salma Begum" };
  const { id } = await addRecord(office, addedBy, {
    particulars: { ...particulars, address: "House 12, Road 4, Mirpur, Dhaka 1216" },
    images: withDocuments ? await uploadDocuments(office, addedBy) : {},
  });
  return { id, name, passportNumber, irccNumber };
}
