import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const src = path.join(import.meta.dirname, "../../src");

/** What writes or reads a day or a time past the office's zone. */
const ways =
  /Intl\.DateTimeFormat|toLocale(?:Date|Time)?String\(|toISOString\(\)\.slice|\.(?:get|set)(?:Hours|Date|Day|Month|FullYear)\(|getTimezoneOffset/;

/** Nobody else may: pages write with i18n/written.ts, and rules count with core/office-clock.ts. */
const excepted: Record<string, string> = {
  "core/office-clock.ts": "the clock itself",
  "core/settings/time-zone.ts": "finds the machine's zone",
  "i18n/joined-moment.ts": "joins the parts that i18n/written.ts has written in the office's zone",
  "i18n/written.ts": "the words of days and times",
  "web/check/script/show-answer.ts": "the same words, without the messages, in the office's zone",
  "web/design/form/zone-names.ts": "proposes the browser's zone",
  "core/imports/read-day.ts": "reads a typed day, which has no zone",
  "documents/spreadsheets/read-xlsx.ts": "reads a typed day, which has no zone",
  "operations/backups/keep.ts": "the store of backups has no settings, and counts in UTC",
  "operations/portal/current-settings.ts": "the day of a date that nobody has set, and no page shows",
  "web/site-files/security.server.ts": "RFC 9116 says UTC",
  "cli/accounts/changes.ts": "commands say Z or UTC",
  "cli/doctor/check-backups.ts": "commands say Z or UTC",
  "cli/doctor/check-certificate.ts": "the day in a certificate is in UTC",
  "cli/doctor/check-clock.ts": "commands say Z or UTC",
  "cli/doctor/check-processes.ts": "commands say Z or UTC",
  "cli/register.ts": "the days of a register are in UTC (docs/proof.md)",
  "cli/progress.ts": "writes a number",
  "cli/restore.ts": "a time without a zone is typed on this machine, and shown with its offset",
  "cli/secret/card.ts": "the card is made without a site",
};

test("days and times are written in one place, in the office's zone", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^demo\//.test(file),
  );
  const past = files.filter((file) => ways.test(readFileSync(path.join(src, file), "utf8")));
  expect(past.toSorted()).toEqual(Object.keys(excepted).toSorted());
});
