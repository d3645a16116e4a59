import { PortalError } from "#core/errors.ts";
import { mailAddressOf, parseAnswer } from "#core/reports/report.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayAnswerReports, authorize } from "#core/staff/permissions.ts";
import { insertMail } from "#storage/database/mails.ts";
import { updateReport } from "#storage/database/reports.ts";
import { mailRow } from "../mails/post-mail.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { changeReport } from "./change-report.ts";
import { openReport, withHandling } from "./sealed-report.ts";

/**
 * Mails an answer to the one who wrote, if they left a mail address, and keeps it with the report. Letter and note are
 * written together, so that neither is there without the other. The same words again are a second press of the button.
 */
export async function answerReport(
  portal: Portal,
  actor: Actor,
  id: string,
  form: unknown,
): Promise<{ modified: 0 | 1 }> {
  authorize(mayAnswerReports(actor), actor);
  const text = parseAnswer(form);
  const { operator } = await currentSettings(portal);
  // Texts are loaded with the first letter.
  const { reportAnswered } = await import("../mails/report-answer-wording.ts");
  const answered = await changeReport(portal, id, async ({ writer, row, record }): Promise<{ modified: 0 | 1 }> => {
    const report = openReport(portal, row);
    const to = mailAddressOf(report);
    if (to === null) throw new PortalError("invalid", { fields: { answer: "email-format" } });
    if (report.answers.at(-1)?.text === text) return { modified: 0 };
    const answer = { text, at: portal.now(), by: actorId(actor) };
    await updateReport(writer, id, withHandling(portal, row, { answers: [...report.answers, answer] }));
    const link = `${portal.publicOrigin}/report`;
    const words = reportAnswered({ operator: operator.name, reference: report.reference, answer: text, link });
    await insertMail(writer, mailRow(portal, { to, senderName: operator.name, ...words }));
    await record(actor, "report-answered", { answer: { from: null, to: text } });
    return { modified: 1 };
  });
  if (answered.modified === 1) portal.events.emit("letter-posted");
  return answered;
}
