import { describe, expect } from "vitest";
import { writtenDay } from "#i18n/written.ts";
import type { AlertKind, AlertTiming } from "#core/accounts/alerts.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { changeAlertChoices } from "#operations/alerts/alert-choices.ts";
import { followAuditLog, noteFor } from "#operations/alerts/follow-audit-log.ts";
import { mailAlerts, noteDailyAlerts } from "#operations/alerts/mail-alerts.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { reviewRetention } from "#operations/retention/review-retention.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { changeRole } from "#operations/accounts/manage-accounts.ts";
import { sealedMail } from "#operations/mails/mail-queue.ts";
import { system } from "#core/accounts/actor.ts";
import { allFeatures } from "#core/settings/features.ts";
import { officeDay, laterDay } from "#core/office-clock.ts";
import { updateRow } from "#storage/database/rows.ts";
import { revisionsOf } from "#storage/database/records/revisions.ts";
import { uploaded } from "../support/documents.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { heads, line, received } from "../support/imports.ts";
import type { Engine } from "#storage/database/database.ts";
import { dyingAt } from "../support/dying-at.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { machineZone } from "#core/settings/time-zone.ts";

const hour = 3_600_000;
const at = (portal: Portal, time: number): Portal => ({ ...portal, now: () => time });

/** Empties the mail queue. Returns the texts of the queued mails, by the name of the recipient. */
async function mailsTo(
  portal: Portal,
  names: Readonly<Record<string, AccountActor>>,
): Promise<Record<string, string[]>> {
  const rows = await portal.database.read.selectFrom("mail").selectAll().execute();
  await portal.database.write((writer) => writer.deleteFrom("mail").execute());
  const people = await portal.database.read.selectFrom("person").select(["id", "email"]).execute();
  const mails = rows.map((row) => sealedMail.openRow(portal.keyring, row));
  const textsTo = ({ id }: AccountActor) =>
    mails
      .filter(({ to }) => to === people.find((person) => person.id === id)?.email)
      .map(({ subject, text }) => `${subject}\n${text}`);
  return Object.fromEntries(Object.entries(names).map(([name, person]) => [name, textsTo(person)]));
}

/** Sends the alerts that are due at `time`, of everything that has happened. Returns the mails by recipient. */
async function mailedBy(portal: Portal, names: Readonly<Record<string, AccountActor>>, time: number) {
  await followAuditLog(portal);
  await mailAlerts(at(portal, time));
  return mailsTo(portal, names);
}

const choose = (portal: Portal, person: AccountActor, timings: Partial<Record<AlertKind, AlertTiming>>) =>
  changeAlertChoices(portal, person, { language: "en", timings });

const nextMorning = (now: number) => {
  const eight = new Date(now).setHours(8, 0, 0, 0);
  return eight > now ? eight : new Date(eight).setDate(new Date(eight).getDate() + 1);
};

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("amina", ({ portal }) => freshAccount(portal, "admin"))
    .extend("babul", ({ portal }) => freshAccount(portal, "admin"))
    .extend("mita", ({ portal }) => freshAccount(portal, "moderator"))
    .extend("names", async ({ portal, amina, babul, mita }) => {
      for (const person of [amina, mita]) await choose(portal, person, {});
      await followAuditLog(portal);
      return { amina, babul, mita };
    });

describe.each(engines)("alerts on %s", (engine) => {
  const test = testWith(engine);

  test("are mailed once by several processes, even if one of them dies before its commit", async ({
    portal,
    there,
    names,
    amina,
    mita,
  }) => {
    await choose(portal, amina, { waiting: "at-once" });
    const soon = portal.now() + 10 * 60_000;
    const records = [];
    for (let more = 0; more < 12; more += 1) records.push(await addTestRecord(portal, mita));
    await expect(followAuditLog(dyingAt(portal, 1))).rejects.toThrow("died");
    await Promise.all([portal, there, portal, there].map((one) => followAuditLog(one)));
    await expect(mailAlerts(dyingAt(at(portal, soon), 1))).rejects.toThrow("died");
    await Promise.all([portal, there, portal, there].map((one) => mailAlerts(at(one, soon))));
    const { amina: mails = [] } = await mailsTo(portal, names);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("Records that wait for approval: 12");
    expect(records.filter(({ id }) => mails[0]?.includes(id))).toHaveLength(10);
    await followAuditLog(there);
    await mailAlerts(at(there, soon + hour));
    expect(await mailsTo(portal, names)).toMatchObject({ amina: [] });
  });

  test("can be about more records than one query can name", async ({ portal, names }) => {
    const { id } = await addTestRecord(portal);
    const subjects = [...Array.from({ length: 70_000 }, (_, place) => `deleted-${place}`), id];
    const happened = subjects.map((subject) => ({ kind: "expiry", subject, by: "" }) as const);
    await portal.database.write((writer) =>
      noteFor(portal, writer, happened, { fourEyes: false, features: allFeatures }),
    );
    expect(await revisionsOf(portal.database.read, subjects)).toEqual([]);
    const noted = await portal.database.read.selectFrom("alert").select(["subject_id", "person_id"]).execute();
    expect(noted).toContainEqual({ subject_id: id, person_id: names.amina.id });
    expect(new Set(noted.map(({ subject_id }) => subject_id))).toEqual(new Set([id]));
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("alerts", () => {
  const test = testWith("sqlite");

  test("report the end of a long bulk run or of an import's dry run only to the person who began it", async ({
    portal,
    names,
    amina,
  }) => {
    const ids = [(await addTestRecord(portal, amina)).id];
    const minutesOf = async (run: { id: string } | null, minutes: number) => {
      if (run) await beginRun(portal, amina, run.id);
      await executeAllRuns(at(portal, portal.now() + minutes * 60_000));
      await mailAlerts(at(portal, portal.now() + 24 * hour));
      return mailsTo(portal, names);
    };
    expect(await minutesOf(await askForRun(portal, amina, "hide", { ids }), 0)).toMatchObject({ amina: [] });
    const long = await askForRun(portal, amina, "unhide", { ids });
    const mails = await minutesOf(long, 2);
    expect(mails).toMatchObject({ amina: [expect.stringContaining(`/dashboard/Bulk/${long.id}`)], babul: [] });
    const looked = await received(portal, amina, [heads, line("AB1000001", "W1000001")]);
    await takeGuessedColumns(portal, amina, looked, {});
    const { amina: last } = await minutesOf(null, 2);
    expect(last?.join("\n")).toContain(`/dashboard/Bulk/${looked}`);
  });

  test("list documents 30 and 7 days before their last day, for people who may see them", async ({
    portal,
    there,
    names,
    mita,
  }) => {
    const first = nextMorning(portal.now());
    const ends = (days: number) => laterDay(officeDay(machineZone(), first), days);
    const dated = async (actor: AccountActor, days: number) => {
      const images = { workPermit: await uploaded(portal, actor) };
      return (await addTestRecord(portal, actor, { images, lastDays: { workPermit: ends(days) } })).id;
    };
    const [theirs, others] = [await dated(mita, 30), await dated(await freshAccount(portal, "admin"), 9)];
    await followAuditLog(portal);
    await portal.database.write((writer) => writer.deleteFrom("alert").execute());
    const said: Record<string, number[]> = { [theirs]: [], [others]: [] };
    // The job does not run on days 1 and 2.
    for (const day of [0, 3, 4, 23]) {
      const moment = first + day * 24 * hour;
      await Promise.all([portal, there].map((one) => noteDailyAlerts(at(one, moment))));
      await mailAlerts(at(portal, moment));
      const { amina = [], mita: toMita = [] } = await mailsTo(portal, names);
      for (const [id, days] of Object.entries(said)) if (amina.some((mail) => mail.includes(id))) days.push(day);
      expect(toMita.some((mail) => mail.includes(`/dashboard/records/${theirs}`))).toBe([0, 23].includes(day));
      expect(toMita.some((mail) => mail.includes(others))).toBe(false);
    }
    expect(said).toEqual({ [theirs]: [0, 23], [others]: [3] });
  });

  test("inform admins on the morning after a notice from which day on records will be deleted", async ({
    portal,
    names,
  }) => {
    const morning = nextMorning(portal.now());
    const years = (count: number) => portal.now() - count * 366 * 24 * hour;
    for (const before of [3, 4, 1]) await addTestRecord(at(portal, years(before)));
    const retention = { since: "published", months: 24, noticeDays: 20 } as const;
    await changeSettings(portal, system("test"), { change: { retention } });
    await reviewRetention(at(portal, morning - hour), { report: (error) => expect.unreachable(String(error)) });
    const counts = [];
    for (const time of [morning, morning + 24 * hour]) {
      await noteDailyAlerts(at(portal, time));
      await mailAlerts(at(portal, time));
      const { amina = [], mita = [] } = await mailsTo(portal, names);
      counts.push([amina.length, mita.length]);
      if (time > morning) continue;
      const date = writtenDay(laterDay(officeDay(machineZone(), morning), 20), "en");
      expect(amina[0]).toContain(`Records that will be deleted from ${date} onwards, because their time is over: 2`);
      expect(amina[0]).toContain("/dashboard/update?leaving=yes");
    }
    expect(counts).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  test("name a record that cannot be opened without its reason", async ({ portal, names, amina, mita }) => {
    const { id } = await addTestRecord(portal, mita);
    await mailedBy(portal, names, portal.now() + 2 * 60_000);
    await sendBackRecord(portal, amina, { id }, "Page 2 is cut off.");
    await portal.database.write((writer) => updateRow(writer, "candidate", id, { sealed: Buffer.alloc(60) }));
    const { mita: mails = [] } = await mailedBy(portal, names, portal.now() + 2 * 60_000);
    expect(mails).toEqual([expect.stringContaining(`/Update_A_User/${id}`)]);
    expect(mails[0]).not.toContain("Why:");
  });

  test("wait for the morning and then contain only what is still true", async ({
    portal,
    names,
    amina,
    babul,
    mita,
  }) => {
    const [decided, demoted, left] = [
      await addTestRecord(portal, mita),
      await addTestRecord(portal, mita),
      await addTestRecord(portal, mita),
    ];
    const morning = nextMorning(portal.now());
    expect(await mailedBy(portal, names, morning - 10 * 60_000)).toEqual({ amina: [], babul: [], mita: [] });
    await decideOnRecord(portal, amina, { id: decided.id }, "approve");
    await sendBackRecord(portal, amina, { id: demoted.id }, "Cut off.");
    await changeRole(portal, system("test"), { id: mita.id, role: "student" });
    await changeRole(portal, system("test"), { id: babul.id, role: "moderator" });
    const digest = await mailedBy(portal, names, morning);
    expect(digest).toMatchObject({ babul: [], mita: [] });
    expect(digest["amina"]).toEqual([expect.stringContaining("Records that wait for approval: 1")]);
    expect(digest["amina"]?.[0]).toContain(left.id);
    expect(await mailedBy(portal, names, morning + 48 * hour)).toEqual({ amina: [], babul: [], mita: [] });
  });

  test("name no record to staff who have only a student's rights because their second factor is missing", async ({
    portal,
    names,
    mita,
  }) => {
    await changeSettings(portal, system("test"), { change: { secondFactor: "required" } });
    await addTestRecord(portal, mita);
    expect(await mailedBy(portal, names, portal.now() + 48 * hour)).toEqual({ amina: [], babul: [], mita: [] });
  });

  test("report missing backups once each morning", async ({ portal, there, names }) => {
    const morning = nextMorning(portal.now() + 24 * 10 * hour);
    const days = [morning, morning + hour, morning + 26 * hour];
    const counts: number[] = [];
    for (const day of days) {
      await Promise.all([portal, there].map((one) => noteDailyAlerts(at(one, day))));
      await mailAlerts(at(portal, day + 5 * 60_000));
      const { amina = [], mita = [] } = await mailsTo(portal, names);
      expect(mita).toEqual([]);
      counts.push(amina.filter((mail) => mail.includes("Backups of the site are missing")).length);
    }
    expect(counts).toEqual([1, 0, 1]);
  });

  test("reach the people concerned when they chose to get them, and never the person who acted", async ({
    portal,
    names,
    amina,
    babul,
    mita,
  }) => {
    const now = portal.now();
    const soon = now + 2 * 60_000;
    await choose(portal, amina, { waiting: "at-once" });
    await choose(portal, babul, { waiting: "off", resubmitted: "at-once" });

    const record = await addTestRecord(portal, mita);
    const other = await addTestRecord(portal, await freshAccount(portal, "moderator"));
    await addTestRecord(portal, amina);
    const waiting = await mailedBy(portal, names, soon);
    expect(waiting).toMatchObject({ babul: [], mita: [] });
    expect(waiting["amina"]).toHaveLength(1);
    const [mail = ""] = waiting["amina"] ?? [];
    expect(mail.split("\n")[0]).toMatch(/: Records that wait for approval: 2$/);
    for (const { id } of [record, other]) expect(mail).toContain(`/dashboard/Control_Post/${id}`);
    expect(mail).toContain(`${portal.publicOrigin}/account/alerts`);
    for (const word of [record.name, record.passportNumber, record.irccNumber]) expect(mail).not.toContain(word);

    const written = `${record.passportNumber.slice(0, 4)} ${record.passportNumber.slice(4)}`;
    const reason = `Page 2 of ${written} is cut off since 2026-03-31; call +880 1711 223344.`;
    await sendBackRecord(portal, amina, { id: record.id }, reason);
    const back = await mailedBy(portal, names, soon);
    expect(back).toMatchObject({ amina: [], babul: [] });
    expect(back["mita"]).toEqual([expect.stringContaining("Why: Page 2 of … is cut off since 2026-03-31; call +…")]);
    expect(back["mita"]?.[0]).toContain(`/Update_A_User/${record.id}`);

    await updateRecord(portal, mita, { id: record.id }, { particulars: { ...record, address: "Khulna" }, images: {} });
    expect(await mailedBy(portal, names, soon)).toEqual({
      amina: [],
      babul: [expect.stringContaining("wait again: 1")],
      mita: [],
    });

    const report = { kind: "mistake", about: "A12345678", message: "Not her father.", contact: "" };
    await receiveReport(portal, report, { clientAddress: "198.51.100.1", isJunk: false });
    const reported = await mailedBy(portal, names, soon);
    expect(reported["mita"]).toEqual([]);
    for (const name of ["amina", "babul"]) {
      expect(reported[name]).toEqual([expect.stringContaining("New reports from visitors: 1")]);
      expect(reported[name]?.[0]).not.toContain("A12345678");
    }
    // Amina chose English. A person who chose no language gets both.
    expect(reported["amina"]?.[0]).not.toContain("জানানো");
  });
});
