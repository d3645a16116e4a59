import type { ReceiptPage } from "#core/desk/receipt-page.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { Asked } from "#verify/lookup-receipt.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { makeReceipt, receiptAnswer, siteOf } from "./make-receipt.ts";
import { receiptPdf } from "./receipt-pdf.ts";

/**
 * Returns a receipt for the answer that a lookup has just given a visitor, as a PDF. `record` is null if it found nothing.
 * A name that nobody asked for is left out: it may be any name, and was not compared with the record.
 */
export async function keepAnswer(
  portal: Portal,
  { number, name }: Asked,
  record: PublicRecord | null,
  language: ReceiptPage["language"],
): Promise<Uint8Array> {
  const withName = (await currentSettings(portal)).lookupPolicy === "guarded";
  const { answer, disclosure, stated } = receiptAnswer(siteOf(portal), { number, name: withName ? name : "" }, record);
  const made = await makeReceipt(portal, {
    asked_by: null,
    purpose: "",
    asked_with: withName ? "name" : "number",
    answers: [answer],
  });
  return receiptPdf(portal, { ...made, kept: { asked: stated, disclosure } }, language);
}
