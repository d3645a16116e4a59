import { randomInt } from "node:crypto";
import { system } from "#core/staff/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import type { StartedPortal } from "./portal.ts";

const journeys = system("journeys");
let senders = 0;

/** A report about a record of its own. */
export async function aReport({ office }: Pick<StartedPortal, "office">, different = {}) {
  const name = `Halima ${String.fromCodePoint(...Array.from({ length: 7 }, () => 97 + randomInt(26)))}`;
  const passportNumber = `G${randomInt(10_000_000, 99_999_999)}`;
  const irccNumber = `U${randomInt(1_000_000, 9_999_999)}`;
  const particulars = { name, passportNumber, irccNumber, fatherName: "A", motherName: "B", address: "Dhaka" };
  await addRecord(office, journeys, { particulars, images: {} });
  const contact = `${passportNumber.toLowerCase()}@example.org`;
  const report = {
    kind: "removal",
    about: passportNumber,
    message: "It is mine.\nTake it down.",
    contact,
    ...different,
  };
  const clientAddress = `198.51.100.${(senders += 1)}`;
  const { reference } = await receiveReport(office, report, { clientAddress, isJunk: false });
  const { reports } = await listReports(office, journeys);
  const id = reports.find((one) => one.reference === reference)?.id ?? "";
  return { id, name, reference, contact, passportNumber };
}
