import { officeDay, laterDay, lastDue } from "#core/office-clock.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { withoutNumbers } from "#core/records/numbers.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { type AlertKind, alertKinds, daysBeforeExpiry, digestHour, timingOf } from "#core/accounts/alerts.ts";
import {
  type AlertRow,
  alertsOf,
  deleteAlerts,
  lockTimeMark,
  moveAlertMark,
  personToTell,
  recordsEnding,
  timeMark,
} from "#storage/database/alerts.ts";
import type { BulkRun } from "#storage/database/records/bulk-runs.ts";
import type { Writer } from "#storage/database/database.ts";
import { recordsWithIds } from "#storage/database/records/records.ts";
import { hasNoticeBetween } from "#storage/database/records/retention.ts";
import { personWithRole } from "#storage/database/accounts/roles.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { backupWarning } from "../backups/scheduled-backups.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type * as mailTexts from "../mails/mail-texts.ts";
import type { Portal } from "../portal/portal.ts";
import { asRevised } from "../sealed/sealed-revision.ts";
import { readNotices } from "../retention/keep-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { listedAccount } from "../accounts/read-accounts.ts";
import { choicesOf } from "./alert-choices.ts";
import {
  type AlertEvent,
  alertSubjects,
  type AlertSubject,
  concernFacts,
  type Facts,
  gatherMs,
  isConcerned,
  needsOpened,
  noteFor,
} from "./follow-audit-log.ts";
import { officeZone } from "../portal/office-time.ts";

/** The page that each kind links to. `one` is the page of a single record, report or bulk run. */
const places: Record<AlertKind, { all: string; one?: (id: string) => string }> = {
  waiting: { all: "/dashboard/Control_Post", one: (id) => `/dashboard/Control_Post/${id}` },
  resubmitted: { all: "/dashboard/Control_Post", one: (id) => `/dashboard/Control_Post/${id}` },
  "sent-back": { all: "/dashboard/update", one: (id) => `/Update_A_User/${id}` },
  report: { all: "/dashboard/Reports", one: (id) => `/dashboard/Reports/${id}` },
  run: { all: "/dashboard/Bulk", one: (id) => `/dashboard/Bulk/${id}` },
  expiry: { all: "/dashboard/update?ends=30", one: (id) => `/dashboard/records/${id}` },
  deletion: { all: "/dashboard/update?leaving=yes" },
  site: { all: "/dashboard/Backups" },
  webhook: { all: "/dashboard/Webhooks" },
};

/** A user is expected to stay on the page of a run for this long. They see a shorter run end and need no alert. */
const stayMs = 60_000;

/**
 * Tells the person who started a bulk run or an import that it has ended, if it took long. Call this in the transaction
 * in which the bulk run ends or in which the check of the import ends.
 */
export async function noteEndOfRun(portal: Portal, writer: Writer, run: BulkRun, facts: Facts): Promise<void> {
  if (run.begun_at === null || portal.now() - run.begun_at < stayMs) return;
  const event: AlertEvent = { kind: "run", subject: run.id, by: "", only: run.person_id };
  await noteFor(portal, writer, [event], facts);
}

/**
 * Notes the alerts of the day: which documents end soon, that records will be deleted, and what is wrong with the site
 * until it is mended. Whichever process is first does this, once a day.
 */
export async function noteDailyAlerts(portal: Portal): Promise<void> {
  const { database, now } = portal;
  const zone = officeZone(portal);
  const due = lastDue(zone, now(), digestHour);
  const mark = `daily ${portal.registry}`;
  const before = await timeMark(database.read, mark, now());
  if (before >= due) return;
  const since = before === 0 ? lastDue(zone, due - 1, digestHour) : before;
  const [warning, ending, areLeaving, facts] = await Promise.all([
    backupWarning(portal),
    endingSince(portal, officeDay(zone, since), officeDay(zone, due)),
    hasNoticeBetween(database.read, portal.registry, since, now()),
    currentSettings(portal),
  ]);
  const events: AlertEvent[] = [
    ...ending.map((subject): AlertEvent => ({ kind: "expiry", subject, by: "" })),
    ...(areLeaving ? [{ kind: "deletion", subject: "records", by: "" } as const] : []),
    ...(warning === null ? [] : [{ kind: "site", subject: "backups", by: "" } as const]),
  ];
  await database.write(async (writer) => {
    if ((await lockTimeMark(database, writer, mark, now())) >= due) return;
    await noteFor(portal, writer, events, facts, now());
    await moveAlertMark(writer, mark, due);
  });
}

/**
 * Records with a document whose last day has come near since `since` (see `daysBeforeExpiry`). If this did not run for
 * some days, their records are included.
 */
async function endingSince({ database, registry }: Portal, since: string, today: string): Promise<string[]> {
  const ending = daysBeforeExpiry.map((days) =>
    recordsEnding(database.read, { registry, after: laterDay(since, days), upTo: laterDay(today, days) }),
  );
  return [...new Set((await Promise.all(ending)).flat())];
}

/** Mails everybody the alerts that are due. The mail is queued in the transaction that deletes the alerts. */
export async function mailAlerts(portal: Portal, stopping?: AbortSignal): Promise<void> {
  const { database, now } = portal;
  while (!stopping?.aborted) {
    const next = await personToTell(database.read, now());
    if (!next) break;
    await mailAlertsTo(portal, next.person_id);
  }
}

async function mailAlertsTo(portal: Portal, personId: string): Promise<void> {
  const { database, now } = portal;
  const settings = await currentSettings(portal);
  // The texts are loaded only when the first mail is made.
  const texts = await import("../mails/mail-texts.ts");
  const leaving = await readNotices(portal);
  await inTransaction(portal, async (within, writer) => {
    const until = now() + gatherMs;
    const alerts = await alertsOf(database, writer, personId, until);
    await deleteAlerts(writer, alerts);
    const row = await personWithRole(writer, personId);
    if (!row || row.suspended_at !== null || row.email_confirmed === 0) return;
    const { email, ...member } = listedAccount(row);
    const lacksFactor = settings.secondFactor === "required" && !member.hasFactor;
    const role = lacksFactor ? "student" : member.role;
    const choices = (await choicesOf(writer, [personId]))(personId);
    const wanted = alerts.filter(({ kind }) => timingOf(choices, kind) !== "off");
    const parts = await partsOf(portal, writer, { kind: "account", id: personId, role }, wanted, settings, leaving);
    if (parts.length === 0) return;
    const operator = operatorName(settings.operator, portal.publicOrigin);
    const words = texts.alertMail(operator, choices.language, parts, `${portal.publicOrigin}/account/alerts`);
    await queueMail(within, { to: email, senderName: operator, ...words });
  });
}

const maxNamed = 10;

type NoticeSummary = Awaited<ReturnType<typeof readNotices>>;

/**
 * The parts of the mail: only what is still true and what this person may still see. They contain links, but no names
 * and no numbers.
 */
async function partsOf(
  portal: Portal,
  writer: Writer,
  person: AccountActor,
  alerts: readonly AlertRow[],
  facts: Facts,
  leaving: NoticeSummary,
): Promise<mailTexts.AlertPart[]> {
  const idsOf = (some: readonly AlertRow[]) => some.map(({ subject_id }) => subject_id);
  const toOpen = new Set(idsOf(alerts.filter(({ kind }) => needsOpened(kind))));
  const records = await alertSubjects(portal, writer, await recordsWithIds(writer, idsOf(alerts)), toOpen);
  const concern = await concernFacts(portal, writer, facts);
  return alertKinds.flatMap((kind): mailTexts.AlertPart[] => {
    const ids = new Set(alerts.filter((alert) => alert.kind === kind).map(({ subject_id }) => subject_id));
    const still = [...ids].filter((id) => isConcerned(kind, person, records.get(id), concern));
    if (still.length === 0) return [];
    const { all, one } = places[kind];
    const link = portal.publicOrigin + all;
    if (kind === "deletion") return leaving ? [{ kind, count: leaving.count, items: [], link, day: leaving.from }] : [];
    const items = one
      ? still.slice(0, maxNamed).map((id) => ({
          link: portal.publicOrigin + one(id),
          reason: kind === "sent-back" ? reasonOf(records.get(id)) : "",
        }))
      : [];
    return [{ kind, count: still.length, items, link }];
  });
}

/** A mail never contains a passport number or a second number, even if somebody wrote one into the reason. */
function reasonOf(subject: AlertSubject | undefined): string {
  if (!subject?.opened) return "";
  const { record, revision } = subject.opened;
  const revised = asRevised(record, revision);
  const numbers = [record, revised].flatMap((one) => [one.passportNumber, one.irccNumber]);
  return withoutNumbers(revised.returnReason, numbers);
}
