import { hash } from "node:crypto";
import type { ReceiptPage } from "#core/desk/receipt-page.ts";
import type { Zone } from "#core/office-clock.ts";
import { licenceIn, operatorName } from "#core/settings/operator-name.ts";
import { isolatedInDrawing } from "#core/texts/isolated.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenDay, writtenTime } from "#i18n/written.ts";
import { documentTitles } from "#i18n/document-titles.ts";
import { endedLines, endedWords } from "#i18n/ended-words.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { type Asked, endedInAnswer, type Receipt, type ReceiptAnswer, receiptLink } from "#verify/lookup-receipt.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { officeZone } from "../portal/office-time.ts";

type Made = {
  receipt: Receipt;
  token: string;
  /** Set if the page is about one answer, and may name the number. */
  kept?: { asked: Asked; disclosure: string };
};

const answersOnPage = 22;

/** Draws the receipt for people. What counts is the signed token, beside it or in its link. */
export async function receiptPdf(portal: Portal, made: Made, language: ReceiptPage["language"]): Promise<Uint8Array> {
  const page = await pageOf(portal, made, language);
  return portal.drawings.draw({ kind: "receipt", page });
}

async function pageOf(portal: Portal, made: Made, language: ReceiptPage["language"]) {
  const { receipt, token, kept } = made;
  const { publicOrigin, now } = portal;
  const { operator } = await currentSettings(portal);
  const locale = { locale: language };
  const { host } = new URL(publicOrigin);
  const name = operatorName(operator, publicOrigin);
  const licence = licenceIn(language, operator);
  const more = receipt.answers.length - answersOnPage;
  return {
    language,
    title: m.receipt_title({}, locale),
    operator: { name, licence: licence && m.licence({ licence: isolatedInDrawing(licence) }, locale) },
    site: { host, address: publicOrigin },
    facts: factsOf(officeZone(portal), made, language).filter(({ words }) => words !== ""),
    notes: [
      m.receipt_says({ operator: isolatedInDrawing(name) }, locale),
      (kept ? m.receipt_kept : m.receipt_hashes)({}, locale),
    ],
    link: kept
      ? { words: m.receipt_open({ host }, locale), to: receiptLink(publicOrigin, token, kept.disclosure) }
      : null,
    answers: receipt.answers.slice(0, answersOnPage).map((answer) => ({
      digest: answer.digest,
      words: answerWords(answer, language),
    })),
    foot: [
      ...(more > 0 ? [m.receipt_more({ count: writtenCount(more, language) }, locale)] : []),
      (kept ? m.receipt_check_link : m.receipt_check)({ keys: `${publicOrigin}/.well-known/jwks.json` }, locale),
      ...(kept ? [] : [hash("sha256", token, "hex")]),
    ],
    madeAt: now(),
  } satisfies ReceiptPage;
}

/** A term without words is left out. */
function factsOf(zone: Zone, { receipt, kept }: Made, language: ReceiptPage["language"]) {
  const locale = { locale: language };
  const { answers, asked_by: asker } = receipt;
  const shown = answers.filter(({ outcome }) => outcome === "shown").length;
  const counts = { shown: writtenCount(shown, language), nothing: writtenCount(answers.length - shown, language) };
  const [origin, size] = receipt.checkpoint?.split("\n") ?? [];
  return [
    {
      term: m.receipt_asked_by({}, locale),
      words: asker ? `${isolatedInDrawing(asker.name)}, ${asker.country}` : m.receipt_visitor({}, locale),
    },
    { term: m.receipt_when({}, locale), words: writtenTime(receipt.iat * 1000, { ...locale, zone }) },
    { term: m.receipt_purpose({}, locale), words: receipt.purpose },
    { term: m.check_number({}, locale), words: kept?.asked.number ?? "" },
    { term: m.name({}, locale), words: kept?.asked.name ?? "" },
    kept
      ? { term: m.desk_answer({}, locale), words: answers.map((answer) => answerWords(answer, language)).join() }
      : { term: m.receipt_counts({}, locale), words: m.receipt_counts_words(counts, locale) },
    {
      term: m.receipt_checkpoint({}, locale),
      words: origin ? `${origin}, ${size}` : m.receipt_no_checkpoint({}, locale),
    },
  ];
}

/** What had ended comes first. */
function answerWords(answer: ReceiptAnswer, language: ReceiptPage["language"]): string {
  if (answer.outcome === "nothing") return m.desk_nothing({}, { locale: language });
  const title = (kind: DocumentKind) => documentTitles[kind]({}, { locale: language });
  const ended = endedInAnswer(answer).map((paper) => ({ ...paper, title: title(paper.kind) }));
  const published = `${m.desk_shown({}, { locale: language })}, ${writtenDay(answer.published, language)}`;
  const { content_since } = answer;
  const changed = content_since
    ? m.content_changed({ date: writtenDay(content_since, language) }, { locale: language })
    : [];
  return [endedWords(ended, language) ?? [], ...endedLines(ended, language), published, changed].flat().join(" · ");
}
