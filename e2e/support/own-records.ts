import { randomInt } from "node:crypto";
import { system } from "#core/staff/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import type { StartedPortal } from "./portal.ts";

export const journeys = system("journeys");

export type Person = { passport: string; ircc: string; name: string };

/** Somebody whom no other test knows. */
export const freshPerson = (): Person => ({
  passport: `G${randomInt(10_000_000, 99_999_999)}`,
  ircc: `W${randomInt(1_000_000, 9_999_999)}`,
  name: `Nasrin ${randomInt(1e9, 9e9).toString(36).replaceAll(/\d/g, "x")}`,
});

export async function recordWith({ office }: Pick<StartedPortal, "office">, number: string) {
  const { records } = await listRecords(office, journeys, { search: number });
  return records[0];
}

export async function addsRecord(
  { office }: Pick<StartedPortal, "office">,
  { passport, ircc, name }: Person,
  actor = journeys,
) {
  const particulars = { name, passportNumber: passport, irccNumber: ircc, fatherName: "A", motherName: "B" };
  return addRecord(office, actor, { particulars: { ...particulars, address: "Dhaka" }, images: {} });
}
