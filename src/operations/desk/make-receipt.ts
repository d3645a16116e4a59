import { statedAsked } from "#core/proofs/stated-text.ts";
import { isDocumentKind, kindsIn, publicKinds } from "#core/records/document-kinds.ts";
import type { SecondNumber } from "#core/records/second-number.ts";
import { endedIn, type PublicRecord } from "#core/records/visibility.ts";
import { officeDay, type Zone } from "#core/office-clock.ts";
import type { Asked, Receipt, ReceiptAnswer } from "#verify/lookup-receipt.ts";
import { receiptType } from "#verify/presented.ts";
import { newDisclosure, signedToken, unsignedToken } from "#sealing/sd-jwt.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";
import { officeToday, officeZone } from "../portal/office-time.ts";
import { secondNumberOf } from "../portal/second-number.ts";
import { currentSigningKey } from "../signing/signing-keys.ts";

/** What somebody was told, the text that shows which of the receipt's digests is about it, and what that text says. */
export type DeskAnswer = { answer: ReceiptAnswer; disclosure: string; stated: Asked };

type Site = { zone: Zone; today: string } & Pick<SecondNumber, "form">;

/** How this site says days and numbers. */
export const siteOf = (portal: Portal): Site => ({
  zone: officeZone(portal),
  today: officeToday(portal),
  form: secondNumberOf(portal).form,
});

/** Receipts name the day and the kinds of documents: no pictures, no particulars. */
export function receiptAnswer({ zone, today, form }: Site, asked: Asked, record: PublicRecord | null): DeskAnswer {
  const stated = statedAsked(asked, form);
  const { text: disclosure, digest } = newDisclosure(stated);
  if (!record) return { disclosure, stated, answer: { digest, outcome: "nothing" } };
  const published = officeDay(zone, record.publishedAt);
  const since = record.contentSince === null ? "" : officeDay(zone, record.contentSince);
  const documents = kindsIn(record.documents, publicKinds);
  // Receipts name no paper of the operator's own.
  const ended = endedIn(record, today).filter(({ kind }) => isDocumentKind(kind));
  const said = ended.length > 0 && { ended: Object.fromEntries(ended.map(({ kind, lastDay }) => [kind, lastDay])) };
  return {
    disclosure,
    stated,
    answer: {
      digest,
      outcome: "shown",
      published,
      ...(since > published && { content_since: since }),
      documents,
      ...said,
    },
  };
}

type Answered = Pick<Receipt, "asked_by" | "purpose" | "asked_with" | "answers">;

/** A receipt for what somebody was told, and its text as a signed token. It is not stored. */
export async function makeReceipt(portal: Portal, { asked_by, purpose, asked_with, answers }: Answered) {
  const [tree] = await logTrees(portal.database.read, portal.registry);
  // The time comes first: a key that is replaced meanwhile signs nothing newer than its end.
  const iat = Math.floor(portal.now() / 1000);
  const { kid, sign } = await currentSigningKey(portal, "statement");
  const receipt: Receipt = {
    iss: portal.publicOrigin,
    iat,
    asked_by,
    purpose,
    asked_with,
    checkpoint: tree === undefined || tree.signed.note === "" ? null : tree.signed.note,
    answers,
  };
  return { receipt, token: signedToken(sign, unsignedToken(kid, receiptType, receipt)) };
}
