import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { officeDay } from "#core/office-clock.ts";
import { defaultSettings } from "#core/settings/settings.ts";
import { readOverview } from "#operations/overview/read-overview.ts";
import { countRecordStates, recordsByState } from "#operations/overview/record-states.ts";
import { hideChecklist } from "#operations/overview/setup-steps.ts";
import { mailRow } from "#operations/mails/mail-queue.ts";
import { failingMails, waitingWork } from "#operations/overview/waiting-work.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { rotateSigningKey } from "#operations/proofs/replace-signing-key.ts";
import { currentSigningKey } from "#operations/signing/signing-keys.ts";
import { decideOnRecord, hideRecord, sendBackRecord, unhideRecord } from "#operations/records/change-record.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { readStuckRecords } from "#operations/revisions/stuck-records.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { admin, moderator, otherModerator, commandLine } from "../support/accounts/people.ts";
import { insertRow } from "#storage/database/rows.ts";
import { insertRun } from "#storage/database/backup-runs.ts";
import { addLookupDay } from "#storage/database/lookups/lookup-days.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { watchPlans } from "../support/query-plans.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, testOn } from "../support/portals.ts";
import { machineZone } from "#core/settings/time-zone.ts";

const hour = 3_600_000;
const day = 24 * hour;
const at = (portal: Portal, now: number): Portal => ({ ...portal, now: () => now });
const overview = (portal: Portal) => readOverview(portal, admin);
const nothing = { count: 0, isMore: false, since: null };

describe.each(engines)("the overview on %s", (engine) => {
  const test = testOn(engine);

  test("shows what waits for whom, and since when", async ({ portal }) => {
    const [early, late] = [Date.now() - 5 * hour, Date.now() - hour];
    const { id } = await addTestRecord(at(portal, early), moderator);
    const hidden = await addTestRecord(at(portal, late), moderator);
    await hideRecord(portal, admin, { id: hidden.id });
    await addTestRecord(portal, otherModerator);
    // A hidden record does not count as waiting.
    const one = { count: 1, isMore: false, since: early };
    expect(await waitingWork(portal, moderator)).toEqual({ records: one, returned: nothing, reports: null });
    const all = { records: { ...one, count: 2 }, returned: null, reports: nothing };
    expect(await waitingWork(portal, admin)).toEqual(all);
    await unhideRecord(portal, admin, { id: hidden.id });
    await sendBackRecord(portal, admin, { id }, "The photo is of somebody else.");
    expect(await waitingWork(portal, moderator)).toMatchObject({
      records: { count: 1, since: late },
      returned: { count: 1, since: early },
    });
    const report = { kind: "mistake", about: "A123", message: "Wrong", contact: "a@b.example" };
    await receiveReport(portal, report, { clientAddress: "198.51.100.1", isJunk: false });
    expect((await waitingWork(portal, admin)).reports).toMatchObject({ count: 1 });
  });

  test("counts many records in steps, and shows until the end that there are more", async ({ portal }) => {
    for (let count = 0; count < 5; count += 1) await addTestRecord(portal, admin);
    const hidden = await addTestRecord(portal, moderator);
    await hideRecord(portal, admin, { id: hidden.id });
    const shown = async (atOnce: number) =>
      (await recordsByState(portal, atOnce)).map(({ count, isMore }) => [count, isMore]);
    const others = [
      [1, false],
      [0, false],
      [0, false],
    ];
    expect(await shown(10)).toEqual([[5, false], ...others]);
    expect(await shown(2)).toEqual([[2, true], ...others]);
    await countRecordStates(portal, undefined, 2);
    expect(await shown(2)).toEqual([[5, false], ...others]);
  });

  test("shows 30 days of lookups, the last backup, and the median time of approvals", async ({ portal }) => {
    const now = Date.now();
    for (const [added, took] of [
      [50, 10],
      [9, 6],
      [8, 2],
      [7, 1],
    ] as const) {
      const { id } = await addTestRecord(at(portal, now - added * day), moderator);
      await decideOnRecord(at(portal, now - (added - took) * day), admin, { id }, "approve");
    }
    // Records of an admin are approved at once, so they do not count.
    for (let count = 0; count < 3; count += 1) await addTestRecord(portal, admin);
    const today = { registry: portal.registry, day: officeDay(machineZone(), now), wave_hours: 0b1001 };
    const counts = { web_hits: 7, api_hits: 5, web_misses: 3, api_misses: 1 };
    await portal.database.lookups.write((writer) => addLookupDay(writer, { ...today, ...counts }));
    const made = { state: "done", started_at: 1, heard_at: 1, ended_at: now, target: "there", problem: null } as const;
    const counted = { records_count: 0, images_count: 3, bytes_total: 9, bytes_sent: 0 };
    await portal.database.write((writer) => insertRun(writer, { ...made, ...counted, id: "one", backup: "one" }));
    const { approvalMs, lookups, storage } = await overview(at(portal, now));
    expect(storage).toMatchObject({ lastBackup: now, documents: { bytes: 9, images: 3 } });
    expect(approvalMs).toBe(2 * day);
    expect(lookups).toHaveLength(30);
    expect(lookups.at(-1)).toMatchObject({ hits: { web: 7, api: 5 }, misses: { web: 3, api: 1 }, waveHours: 2 });
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("the overview", () => {
  const test = testOn("sqlite");

  test("warns about a key that has signed statements for more than a year until it is replaced", async ({ portal }) => {
    const later = at(portal, Date.now() + 370 * day);
    expect((await overview(later)).oldKey).toBeNull();
    const { madeAt } = await currentSigningKey(portal, "statement");
    expect((await overview(portal)).oldKey).toBeNull();
    expect((await overview(later)).oldKey).toBe(madeAt);
    await rotateSigningKey(later, commandLine);
    expect((await overview(later)).oldKey).toBeNull();
  });

  test("counts what waits up to 99, and finds all of it that nobody may approve", async ({ portal }) => {
    await addTestRecord(portal, moderator);
    for (let count = 1; count < 100; count += 1) await addTestRecord(portal, moderator);
    expect((await waitingWork(portal, admin)).records).toMatchObject({ count: 99, isMore: true });
    await changeSettings(portal, system("test"), { change: { fourEyes: true } });
    const only = await freshAdmin(portal);
    const { id } = await addTestRecord(portal, only);
    expect(await readStuckRecords(portal, only)).toMatchObject({ records: [{ id }], isAll: true });
    expect(await readStuckRecords(portal, only, 100)).toEqual({ records: [], isAll: false });
  });

  test("lists the steps that are missing on a new site until an admin puts the list away", async ({ portal }) => {
    const steps = {
      operator: false,
      zone: false,
      factor: false,
      mail: false,
      backup: false,
      admin: false,
      privacy: false,
    };
    expect((await overview(portal)).steps).toEqual({ ...steps, record: false });
    for (let count = 0; count < 2; count += 1) await freshAdmin(portal);
    const { operator } = defaultSettings("2027-01-01");
    await changeSettings(portal, admin, { change: { operator: { ...operator, name: "Shapla", licence: "RL-1" } } });
    await changeSettings(portal, admin, { change: { timeZone: "Asia/Dhaka" } });
    await addTestRecord(portal, admin);
    expect((await overview(portal)).steps).toEqual({ ...steps, operator: true, zone: true, admin: true, record: true });
    await hideChecklist(portal, admin);
    expect((await overview(portal)).steps).toBeNull();
  });

  test("tells admins of mails that were tried more than once", async ({ portal }) => {
    for (const tries of [1, 2]) {
      const words = { senderName: "", subject: "Hello", text: "Hello" };
      const mail = mailRow(portal, { to: "rahim@example.org", ...words });
      await portal.database.write((writer) => insertRow(writer, "mail", { ...mail, tries }));
    }
    const plans = watchPlans(portal);
    expect(await failingMails(portal, admin)).toEqual({ count: 1, isMore: false });
    expect((await plans()).flatMap(({ plan }) => plan)).not.toContain("SCAN mail");
    expect(await failingMails(portal, moderator)).toBeNull();
    await portal.database.write((writer) => writer.updateTable("mail").set({ tries: 1 }).execute());
    expect(await failingMails(portal, admin)).toBeNull();
  });
});
