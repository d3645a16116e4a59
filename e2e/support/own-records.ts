import { randomInt } from "node:crypto";
import { type Actor, system } from "#core/accounts/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import type { Site } from "./portal.ts";
import { moderator, particularsOf, uploadDocuments } from "./records.ts";

export const journeys = system("journeys");

export type Person = { passport: string; ircc: string; name: string };

export const letters = (): string => String.fromCodePoint(...Array.from({ length: 7 }, () => 97 + randomInt(26)));

/** A person whom no other test uses. In lists they follow the people of records.ts. */
export const freshPerson = (): Person => ({
  passport: `G${randomInt(10_000_000, 99_999_999)}`,
  ircc: `W${randomInt(100_000_000, 999_999_999)}`,
  name: `Zarina ${letters()}`,
});

type RecordWishes = { person?: Person; addedBy?: Actor; withDocuments?: boolean };

/** A new record for a test that changes it. */
export async function aRecord(
  { office }: Site,
  { person = freshPerson(), addedBy = journeys, withDocuments = false }: RecordWishes = {},
) {
  const images = withDocuments ? await uploadDocuments(office, addedBy) : {};
  const { id } = await addRecord(office, addedBy, { particulars: particularsOf(person), images });
  return { id, ...person };
}

/** A waiting record for a test that decides on it. */
export const aWaitingRecord = (site: Site, wishes: RecordWishes = {}) =>
  aRecord(site, { addedBy: moderator, ...wishes });

export async function recordWith({ office }: Site, number: string) {
  const { records } = await listRecords(office, journeys, { search: number });
  return records[0];
}

let senders = 0;

/** A report about a new record. */
export async function aReport(site: Site, different = {}) {
  const { office } = site;
  const { name, passport } = await aRecord(site);
  const contact = `${passport.toLowerCase()}@example.org`;
  const message = "It is mine.\nTake it down.";
  const clientAddress = `198.51.100.${(senders += 1)}`;
  const report = { kind: "removal", about: passport, message, contact, ...different };
  const { reference } = await receiveReport(office, report, { clientAddress, isJunk: false });
  const { reports } = await listReports(office, journeys, { limit: 500 });
  const id = reports.find((one) => one.reference === reference)?.id ?? "";
  return { id, name, reference, contact, passport };
}
