import { randomBytes, randomUUID } from "node:crypto";
import { dayMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import {
  parseReport,
  referenceOf,
  mailAddressOf,
  isUrgent,
  parseAnswer,
  parseOutcome,
  type ReceivedReport,
  type StoredReport,
} from "#core/reports/report.ts";
import { type Actor, actorId, anonymous } from "#core/accounts/actor.ts";
import { authorize, mayAnswerReports, mayCloseReports } from "#core/accounts/permissions.ts";
import { countTries } from "#limits/limits.ts";
import { networkOf } from "#limits/network-of.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { deleteReportsClosedBefore, type ReportRow } from "#storage/database/reports.ts";
import { insertRow, updateRow, rowForChange } from "#storage/database/rows.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { changeLocked, type Entity, presentRow, type Changed } from "../portal/locked-change.ts";
import { queueMail } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { openReport, sealedReport, withHandling } from "./read-reports.ts";

const byClient = { name: "report by client", atMost: 10, withinSeconds: 60 * 60 };

type Written = Omit<StoredReport, "answers" | "outcome" | "kind"> & Pick<ReceivedReport, "kind">;

type Sender = Pick<StoredReport, "language"> & {
  clientAddress: string;
  /** True for a program that fills in every field. It gets the same answer as a visitor, but its report is not stored. */
  isJunk: boolean;
};

/** Stores a visitor's report for staff. Whether the record exists is neither looked up nor answered. */
export async function receiveReport(portal: Portal, input: unknown, { clientAddress, isJunk, ...written }: Sender) {
  const report: Written = { ...parseReport(input), ...written };
  if (isJunk) return { reference: newReference() };
  await countTries(portal.limits, [{ rule: byClient, key: networkOf(clientAddress) }]);
  const { reference } = await storeReport(portal, anonymous, report);
  return { reference };
}

const newReference = () => referenceOf(randomBytes(8));

export async function storeReport(portal: Portal, actor: Actor, { kind: given, ...report }: Written) {
  const [id, reference] = [randomUUID(), newReference()];
  const [urgentKind, kind] = isUrgent(given) ? ([given, "other"] as const) : (["", given] as const);
  const plain = {
    id,
    reference,
    registry: portal.registry,
    received_at: portal.now(),
    urgent_kind: urgentKind,
    closed_at: null,
    closed_by: null,
  };
  const row = {
    ...plain,
    ...sealedReport.sealColumns(portal.keyring, plain, { answers: [], outcome: "", kind, ...report }),
  };
  await portal.database.write(async (writer) => {
    await insertRow(writer, "report", row);
    const event = {
      actor,
      action: "report-received",
      subject: "report",
      subjectId: id,
      details: {},
    } as const;
    await logAuditEvent(portal, writer, event, unwrapKey(portal.keyring, id, row.wrapped_key));
  });
  return { id, reference };
}

const reportEntity: Entity<ReportRow> = {
  subject: "report",
  lock: async (portal, writer, id) => presentRow(portal, await rowForChange(portal.database, writer, "report", id)),
};

/**
 * Mails an answer and stores it with the report, in one transaction. A holder reads it on their page. If the last
 * answer has the same text, nothing is sent.
 */
export async function answerReport(portal: Portal, actor: Actor, id: string, form: unknown): Promise<Changed> {
  authorize(mayAnswerReports(actor), actor);
  const text = parseAnswer(form);
  const { operator } = await currentSettings(portal);
  // The texts are loaded only when the first mail is made.
  const { reportAnswered } = await import("../mails/mail-texts.ts");
  return changeLocked(
    portal,
    actor,
    reportEntity,
    { id },
    async ({ within, writer, row, key, log }): Promise<Changed> => {
      const report = openReport(portal, row);
      const to = mailAddressOf(report);
      if (to === null && !report.isFromHolder) throw new PortalError("invalid", { fields: { answer: "email-format" } });
      if (report.answers.at(-1)?.text === text) return { modified: 0 };
      const answer = { text, at: portal.now(), by: actorId(actor) };
      await updateRow(writer, "report", id, withHandling(portal, row, key, { answers: [...report.answers, answer] }));
      const link = `${portal.publicOrigin}/report`;
      const { reference, language: pageLanguage } = report;
      if (to !== null) {
        const words = reportAnswered({ operator: operator.name, reference, answer: text, link, pageLanguage });
        await queueMail(within, { to, senderName: operator.name, ...words });
      }
      await log("report-answered", { answer: { from: null, to: text } });
      return { modified: 1 };
    },
  );
}

/** Closes a report with a note on the outcome. A closed report stays as it was when it was first closed. */
export async function closeReport(portal: Portal, actor: Actor, id: string, form: unknown): Promise<Changed> {
  authorize(mayCloseReports(actor), actor);
  const outcome = parseOutcome(form);
  return changeLocked(portal, actor, reportEntity, { id }, async ({ writer, row, key, log }): Promise<Changed> => {
    if (row.closed_at !== null) return { modified: 0 };
    const closed = { closed_at: portal.now(), closed_by: actorId(actor) };
    await updateRow(writer, "report", id, { ...closed, ...withHandling(portal, row, key, { outcome }) });
    await log("report-closed", {
      closedAt: { from: null, to: closed.closed_at },
      outcome: { from: null, to: outcome },
    });
    return { modified: 1 };
  });
}

const closedLifetimeMs = 180 * dayMs;
const reportsAtOnce = 500;

/** Deletes reports that were closed 180 days ago, each with the only key to its text. Open reports stay. */
export async function deleteOldReports({ database, registry, now }: Portal, signal?: AbortSignal): Promise<void> {
  const closedBefore = now() - closedLifetimeMs;
  const deleteSome = () =>
    database.write((writer) => deleteReportsClosedBefore(writer, { registry, closedBefore, atMost: reportsAtOnce }));
  while (!signal?.aborted && (await deleteSome()) === reportsAtOnce);
}
