import { randomUUID } from "node:crypto";
import { describe, expect, test as plainTest } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { dayMs, hourMs, minuteMs } from "#core/durations.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import type { Retention } from "#core/settings/retention.ts";
import { wrongOnce } from "#cli/doctor/check-clock.ts";
import { type Tokens, requiredWait } from "#limits/wait-ticket.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { executeDueRuns } from "#operations/run-work/due-runs.ts";
import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { mailAlerts, noteDailyAlerts } from "#operations/alerts/mail-alerts.ts";
import { backupWarning, beginDueBackup } from "#operations/backups/scheduled-backups.ts";
import { mailCheckpoint } from "#operations/log/mail-checkpoint.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { deleteOldLookups, writeLookups } from "#operations/lookups/flush-lookups.ts";
import { deliverMails, queueMail } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { followClock, noteClock } from "#operations/portal/steady-clock.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { reviewRetention } from "#operations/retention/review-retention.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { compareLog, lastComparison } from "#operations/upkeep/compare-log.ts";
import { askWallet, readPresentation } from "#operations/holders/ask-wallet.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { insertRun, newestRun } from "#storage/database/backup-runs.ts";
import { sessionsOf } from "#storage/database/accounts/sessions.ts";
import { usableShareCodes } from "#storage/database/holders/share-codes.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { applyDueChanges } from "#operations/decisions/decide-change.ts";
import { readHolderPage } from "#operations/holders/holder-page.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { freshAccount, freshAdmin, freshEmail, openSession } from "../support/accounts/fresh-accounts.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { changeRows } from "../support/change-rows.ts";
import { uploaded } from "../support/documents.ts";
import { holderOf } from "../support/holders.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { withCase } from "../support/stored-times.ts";
import { here, visitorAt } from "../support/visitors.ts";

const year = 365 * dayMs;
const stopping = new AbortController().signal;
const report = (error: unknown) => expect.unreachable(String(error));
const signals = { stopping, cut: stopping, report };

const target = "the place of backups";
const backup = (portal: Portal, state: "done" | "failed" | "running", at: number, heard_at = at) =>
  portal.database.write((writer) =>
    insertRun(writer, {
      id: randomUUID(),
      target,
      state,
      started_at: at,
      heard_at,
      ended_at: state === "running" ? null : at,
    }),
  );

/** A portal with a place for backups. `begun` counts those that begin there. */
function withPlace(portal: Portal) {
  const begun = { count: 0 };
  const begin = () => void (begun.count += 1);
  const open = () => openFilesystemBlobs("nowhere");
  const backupPlace = { location: target, shown: target, open, makeInChild: begin, checkInChild: begin };
  return { begun, at: { ...portal, backupPlace } };
}

const count = async (portal: Portal, table: "alert" | "mail") =>
  (await portal.database.read.selectFrom(table).selectAll().execute()).length;

/**
 * What is done on a site whose clock is a year ahead, and what holds once the clock is right: by the columns of which this is
 * true, if there are any.
 */
type Row = { wrong: (ahead: Portal) => Promise<unknown>; right: (portal: Portal, made: unknown) => Promise<boolean> };

const rows: Record<string, Row> = {
  "backup_run.started_at backup_run.heard_at: it hides no late one, and the next is due": {
    wrong: async (ahead) => {
      await backup(ahead, "done", ahead.now());
      await backup(ahead, "running", ahead.now());
    },
    right: async (portal) => {
      await addTestRecord(portal, admin);
      await backup(portal, "failed", portal.now() - 2 * dayMs);
      const { at, begun } = withPlace(portal);
      const newest = await newestRun(portal.database.read, { now: portal.now(), state: "done" });
      const warning = await backupWarning(at);
      await beginDueBackup(at, report);
      return newest === undefined && warning === "late" && begun.count === 1;
    },
  },
  "backup_run.ended_at: the backup is not the newest": {
    wrong: async (ahead) => {
      await backup(ahead, "done", ahead.now() - year - 3 * dayMs);
      await changeRows(ahead, "backup_run", { ended_at: ahead.now() });
    },
    right: async (portal) =>
      (await newestRun(portal.database.read, { now: portal.now(), state: "done" })) === undefined,
  },
  "alerts that were to come in a year are mailed": {
    wrong: async (ahead) => {
      await freshAdmin(ahead);
      await followAuditLog(ahead);
      await addTestRecord(ahead, moderator);
      await followAuditLog(ahead);
    },
    right: async (portal) => {
      const before = await count(portal, "alert");
      await followClock(portal);
      await mailAlerts(portal);
      return before > 0 && (await count(portal, "alert")) === 0;
    },
  },
  "alert_mark.value: the alerts of the day go on": {
    wrong: noteDailyAlerts,
    right: async (portal) => {
      await noteDailyAlerts(portal);
      const marks = await portal.database.read.selectFrom("alert_mark").selectAll().execute();
      return marks.some(({ id, value }) => id.startsWith("daily ") && value <= portal.now());
    },
  },
  "a mail is delivered": {
    wrong: (ahead) => queueMail(ahead, { to: "a@agency.example", senderName: "A", subject: "b", text: "c" }),
    right: async (portal) => {
      await followClock(portal);
      await deliverMails(portal, signals);
      return (await count(portal, "mail")) === 0;
    },
  },
  "held_change.due_at: the change takes effect after the steady week": {
    wrong: async (ahead) => {
      await changeSettings(ahead, system("test"), { change: { fourEyes: true } });
      const one = await freshAdmin(ahead);
      await freshAdmin(ahead);
      await expect(invitePerson(ahead, one, { email: freshEmail(), role: "admin" })).rejects.toMatchObject({
        id: "waits",
      });
    },
    right: async (portal) => {
      const waiting = async (days: number) => {
        await noteClock(later(portal, days * dayMs));
        await applyDueChanges(later(portal, days * dayMs));
        return (await portal.database.read.selectFrom("held_change").select("id").execute()).length;
      };
      return [await waiting(0), await waiting(5), await waiting(10)].join(" ") === "1 1 0";
    },
  },
  "holder.opened_until share_code.made_at: page and code are closed": {
    wrong: async (ahead) => {
      const images = { workPermit: await uploaded(ahead, admin) };
      const { opened } = await holderOf(ahead, await addTestRecord(ahead, admin, { images }));
      await makeShareCode(ahead, opened, shareForm);
      return opened;
    },
    right: async (portal, opened) => {
      const holder = opened as Awaited<ReturnType<typeof holderOf>>["opened"];
      const usable = (at: Portal) => usableShareCodes(at.database.read, holder.id, at.now());
      const counts = [await usable(later(portal, year + dayMs)), await usable(portal)].join(" ");
      return counts === "1 0" && (await readHolderPage(portal, holder)) === null;
    },
  },
  "sessions are over": {
    wrong: async (ahead) => {
      const { id } = await freshAccount(ahead, "admin");
      await openSession(ahead, id);
      return id;
    },
    right: async (portal, id) => {
      const listed = await sessionsOf(portal.database.read, String(id), portal.now());
      await portal.accounts.sweep(stopping);
      return listed.length === 0 && (await sessionsIn(portal)) === 0;
    },
  },
  "api_key.made_at: the key is over, also a short one": {
    wrong: async (ahead) => {
      const soon = later(ahead, -200 * dayMs);
      return (await makeApiKey(soon, await freshAdmin(soon), { name: "a", scope: "read", days: 30 })).key;
    },
    right: async (portal, key) => {
      const headers = new Headers({ authorization: `Bearer ${String(key)}` });
      return (await portal.accounts.signedIn({ headers, clientAddress: here })) === null;
    },
  },
  "tickets are over": {
    wrong: async (ahead) => askWallet(ahead).visitor,
    right: async (portal, visitor) => {
      expect(await readPresentation(later(portal, year), String(visitor))).not.toBeNull();
      return (await readPresentation(portal, String(visitor))) === null;
    },
  },
  "retention_notice.noticed_at: the notice is given again": {
    wrong: async (ahead) => {
      await addTestRecord(later(ahead, -3 * year), admin);
      await changeSettings(ahead, system("test"), {
        change: { retention: { since: "published", months: 12, noticeDays: 7 } },
      });
      await reviewRetention(ahead, { report });
    },
    right: async (portal) => {
      await reviewRetention(portal, { report });
      const notices = await portal.database.read.selectFrom("retention_notice").selectAll().execute();
      return notices.length === 1 && notices.every(({ noticed_at }) => noticed_at <= portal.now());
    },
  },
  "statement.issued_at: one of today follows, and no third": {
    wrong: async (ahead) => {
      const { id } = await addTestRecord(ahead, admin);
      await statementOf(ahead, id);
      return id;
    },
    right: async (portal, id) => {
      const first = await statementOf(portal, String(id));
      const second = await statementOf(portal, String(id));
      return (first?.row.issued_at ?? Infinity) <= portal.now() && first?.row.place === second?.row.place;
    },
  },
  "log_checkpoint.signed_at: the newest checkpoint is mailed once more, and not daily": {
    wrong: async (ahead) => {
      await changeSettings(ahead, system("test"), {
        change: { log: { witnesses: "", mailTo: "keeper@agency.example", registers: "" } },
      });
      const { id } = await addTestRecord(ahead, admin);
      await statementOf(ahead, id);
      await signCheckpoint(ahead);
      await mailCheckpoint(ahead);
    },
    right: async (portal) => {
      const mails = [await count(portal, "mail")];
      for (const days of [0, 1, 2]) {
        await mailCheckpoint(later(portal, days * dayMs));
        mails.push(await count(portal, "mail"));
      }
      return mails.join(" ") === "1 2 2 2";
    },
  },
  "alert_mark.value: the log counts as not compared": {
    wrong: (ahead) => compareLog(ahead, stopping),
    right: async (portal) => (await lastComparison(portal)) === null,
  },
  "lookup_batch.at: lookups after it are deleted at their age": {
    wrong: async (ahead) => {
      await visitorAt(ahead, "198.51.100.1").misses(1);
      await writeLookups(ahead);
    },
    right: async (portal) => {
      await visitorAt(portal, "198.51.100.2").misses(1);
      await writeLookups(portal);
      const left = async (days: number) => {
        await deleteOldLookups(later(portal, days * dayMs));
        return (await portal.database.lookups.read.selectFrom("lookup_batch").select("seq").execute()).length;
      };
      return (await left(1)) === 2 && (await left(92)) === 0;
    },
  },
  "audit_event.at: doctor and the log at the start say so": {
    wrong: async (ahead) => {
      expect(await wrongOnce(ahead.database.read)).toBeNull();
      await addTestRecord(ahead, admin);
    },
    right: async (portal) => (await wrongOnce(portal.database.read))?.includes("dated later than now") === true,
  },
};

const shareForm = { whom: "employer", words: "", days: "7", uses: "3", [sharesField("workPermit")]: "on" };

const sessionsIn = async ({ database }: Portal) =>
  (await database.read.selectFrom("session").select("id").execute()).length;

describe.each(engines)("once the clock was a year ahead, on %s,", (engine) => {
  const test = testOn(engine);

  test("each time of which that is said has its case", () => {
    const tried = Object.keys(rows).flatMap((title) => (title.includes(": ") ? title.split(": ")[0]?.split(" ") : []));
    expect(new Set(tried)).toEqual(new Set(withCase));
  });

  test.for(Object.entries(rows))("%s", async ([, { wrong, right }], { portal }) => {
    const made = await wrong(later(portal, year));
    expect(await right(portal, made)).toBe(true);
  });
});

describe.each(engines)("a bulk deletion of a clock that was ahead, on %s,", (engine) => {
  const test = testOn(engine);

  test.for([2 * minuteMs, year])(
    "can be undone for ten minutes once the clock is right (%i)",
    async (ms, { portal }) => {
      const ahead = later(portal, ms);
      const me = await freshAdmin(ahead);
      const { id } = await askForRun(ahead, me, "delete", { ids: [(await addTestRecord(ahead, me)).id] });
      await beginRun(ahead, me, id);
      await executeDueRuns(ahead, signals);
      const left = async (at: Portal) => {
        await executeDueRuns(at, signals);
        return (await portal.database.read.selectFrom("candidate").select("seq").execute()).length;
      };
      expect(await left(portal)).toBe(1);
      for (const days of [0, 5, 10]) await followClock(later(portal, days * dayMs));
      const undone = ms > 10 * dayMs ? 10 * dayMs : 0;
      expect(await left(later(portal, undone + 9 * minuteMs))).toBe(1);
      expect(await left(later(portal, undone + 13 * minuteMs))).toBe(0);
    },
  );
});

describe.each(engines)("while the clock is a year behind, and after that, on %s,", (engine) => {
  const test = testOn(engine);

  test("backups are due, and those of the right time are the newest again", async ({ portal }) => {
    const made = portal.now() - hourMs;
    await addTestRecord(portal, admin);
    await backup(portal, "done", made);
    const { at, begun } = withPlace(later(portal, -year));
    await beginDueBackup(at, report);
    expect(begun.count).toBe(1);
    const newest = await newestRun(portal.database.read, { now: portal.now(), state: "done" });
    expect([newest?.started_at, await backupWarning(withPlace(portal).at)]).toEqual([made, null]);
  });

  test("a record that was published then gets a notice, and is there until the notice is over", async ({ portal }) => {
    const retention: Retention = { since: "published", months: 12, noticeDays: 7 };
    await changeSettings(portal, system("test"), { change: { retention } });
    await addTestRecord(later(portal, -year - dayMs), admin);
    for (const days of [0, 1, 2, 3, 4, 5, 6]) await reviewRetention(later(portal, days * dayMs), { report });
    const left = async () => (await portal.database.read.selectFrom("candidate").select("seq").execute()).length;
    expect(await left()).toBe(1);
    for (const days of [7, 8]) await reviewRetention(later(portal, days * dayMs), { report });
    expect(await left()).toBe(0);
  });
});

plainTest("who waits with a ticket of a year ahead gets a new one", () => {
  const tokens: Tokens = { seal: (value) => JSON.stringify(value), unseal: (token) => JSON.parse(token) };
  const client = { name: "a", neighbourhood: "b" };
  const wait = (now: number, ticket?: string) =>
    requiredWait(tokens, { client, level: 1, guessed: null, ticket }, now).seconds;
  const { ticket } = requiredWait(tokens, { client, level: 1, guessed: null, ticket: undefined }, year);
  expect(wait(hourMs, ticket)).toBe(wait(hourMs));
});
