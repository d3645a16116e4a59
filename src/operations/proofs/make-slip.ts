import { isPortalError, PortalError } from "#core/errors.ts";
import type { ImageGrant, SlipOptions } from "#core/images/image-links.ts";
import { bytesToSign, checkLink, compactText, withRoomFor } from "#verify/compact-statement.ts";
import { textIn } from "#core/own-fields/own-field.ts";
import { type AnyKind, isOwnPaper } from "#core/own-fields/own-paper.ts";
import type { Slip } from "#core/proofs/slip.ts";
import { programKindsOf } from "#core/proofs/statement.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { isDocumentKind, kindsIn, kindsOnPage } from "#core/records/document-kinds.ts";
import { endedFirst, endedPapers } from "#core/records/last-days.ts";
import { numberGroups, withoutSigns } from "#core/records/numbers.ts";
import { secondTitleOf } from "#i18n/second-number.ts";
import { kindsForStrangers, papersForStrangers, unscannedForStrangers } from "#core/records/visibility.ts";
import { officeDay } from "#core/office-clock.ts";
import { languagesOn } from "#core/settings/languages.ts";
import { licenceIn, operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { lettersWithoutFont } from "#documents/text/fonts-of-letters.ts";
import { isolated, isolatedInDrawing } from "#core/texts/isolated.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitles } from "#i18n/document-titles.ts";
import { endedLines, endedWords } from "#i18n/ended-words.ts";
import { textDirection } from "#i18n/offered-locales.ts";
import { writtenCount, writtenDay, writtenPages } from "#i18n/written.ts";
import { keyWords } from "#sealing/key-words.ts";
import { rowById } from "#storage/database/rows.ts";
import { isGranted, openImage } from "../shown-images/open-image.ts";
import type { Portal } from "../portal/portal.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { SigningKey } from "../signing/signing-keys.ts";
import { officeToday } from "../portal/office-time.ts";
import { signingKeyOf, statementOf } from "./statements.ts";

/** English instead of a language that the site does not offer. */
type SlipRequest = SlipOptions & { record: string; grant: ImageGrant };

export type MadeSlip = { bytes: Uint8Array; name: string };

/** Makes a slip: one published record on a page in A4, with a signed statement as a QR code. */
export async function makeSlip(portal: Portal, request: SlipRequest): Promise<MadeSlip> {
  const row = await rowById(portal.database.read, "candidate", request.record);
  const record = row && openRecord(portal, row);
  const settings = await currentSettings(portal);
  if (!record || !isGranted(portal, record, request.grant, settings)) throw new PortalError("not-found");
  const number = numberOf(record, request.number);
  if (number === "") throw new PortalError("not-found");
  const signed = await signedLink(portal, record, request.number);
  const portrait = await portraitOf(portal, record, settings, request.grant);
  const language = languagesOn(settings.languages).find((one) => one === request.language) ?? "en";
  const slip = slipOf(portal, { ...request, language, record, settings, portrait, ...signed });
  return {
    bytes: await portal.drawings.draw({ kind: "slip", slip }),
    name: `slip-${withoutSigns(number).slice(-4)}.pdf`,
  };
}

const numberOf = (record: CandidateRecord, number: SlipOptions["number"]) =>
  number === "ircc" ? record.irccNumber : record.passportNumber;

/** `issued` and `ends` are days in UTC (docs/proof.md, "Tolerance"), so that no reader refuses the slip before its time is over. */
type SignedLink = {
  link: string;
  key: SigningKey;
  published: string;
  contentSince?: string;
  issued: string;
  ends: string;
};

/** Returns the record's statement in the few bytes of a QR code. */
async function signedLink(portal: Portal, record: CandidateRecord, number: SlipOptions["number"]): Promise<SignedLink> {
  const statement = await statementOf(portal, record.id);
  if (!statement) throw new PortalError("not-found");
  const { content } = statement;
  const key = await signingKeyOf(portal, statement);
  const [issued, ends] = [officeDay("UTC", content.issued * 1000), officeDay("UTC", content.ends * 1000)];
  const { list, place, published, content_since: contentSince, claims, documents } = content;
  const own = documents.flatMap(({ kind, title = kind }) => (isOwnPaper(kind) ? title : []));
  const said = await withRoomFor(portal.publicOrigin, {
    list,
    place,
    published,
    ...(contentSince !== undefined && { contentSince }),
    issued,
    ends,
    kinds: programKindsOf(documents),
    ...(own.length > 0 && { ownPapers: { count: own.length, titles: own } }),
    number: (number === "ircc" ? claims.ircc_number : claims.passport_number) ?? "",
    name: claims.name,
  });
  const bytes = await bytesToSign(said, key.publicJwk);
  const signature = new Uint8Array(key.sign(bytes));
  const days = { published, ...(contentSince !== undefined && { contentSince }), issued, ends };
  return { link: checkLink(portal.publicOrigin, compactText(bytes, signature)), key, ...days };
}

async function portraitOf(portal: Portal, record: CandidateRecord, { shownKinds }: Settings, grant: ImageGrant) {
  const [photo] = (kindsForStrangers(record, shownKinds).includes("photo") && record.documents.photo) || [];
  if (!photo) return null;
  try {
    using image = await openImage(portal, { page: photo.image, size: "list", viewer: { grant } });
    return Buffer.from(image.bytes);
  } catch (error) {
    // `verify` reports a missing file.
    if (isPortalError(error) && error.id === "not-found") return null;
    throw error;
  }
}

type SlipParts = SlipOptions &
  SignedLink & { record: CandidateRecord; settings: Settings; portrait: Uint8Array | null };

function slipOf(portal: Portal, { language, number, record, settings, ...rest }: SlipParts): Slip {
  const { publicOrigin, now } = portal;
  const { host } = new URL(publicOrigin);
  const site = { host, address: publicOrigin };
  const locale = { locale: language };
  const called = operatorName(settings.operator, publicOrigin);
  const isFromRight = textDirection(language) === "rtl";
  const inSentence = isFromRight ? isolated : isolatedInDrawing;
  const operator = inSentence(called);
  const licence = licenceIn(language, settings.operator);
  const papers = papersOn(record, settings, language);
  const ended = endedPapers(papers, officeToday(portal));
  return {
    language,
    isFromRight,
    title: m.slip_title({ name: record.name, operator: called }, locale),
    operator: {
      name: called,
      licence: licence && m.licence({ licence: inSentence(licence) }, locale),
      logo: settings.logo && Buffer.from(settings.logo.image, "base64"),
    },
    site,
    ended: [endedWords(ended, language) ?? [], ...endedLines(ended, language)].flat(),
    heading: m.slip_heading({}, locale),
    name: record.name,
    boxes: lettersWithoutFont(record.name).length > 0 ? m.slip_boxes({}, locale) : "",
    portrait: rest.portrait,
    published: [
      m.published_by({ operator, date: writtenDay(rest.published, language) }, locale),
      ...(rest.contentSince ? [m.content_changed({ date: writtenDay(rest.contentSince, language) }, locale)] : []),
    ].join(" "),
    number: {
      label: number === "ircc" ? secondTitleOf(settings, language) : m.passport_number({}, locale),
      written: numberGroups(numberOf(record, number), settings.secondNumber.form).join(" "),
    },
    ...documentsOf({ papers, ended, site, language }, operator),
    notSaid: {
      heading: m.not_said({}, locale),
      lines: [
        `${m.not_said_accepted({}, locale)} ${m.not_said_published({ operator }, locale)} ${m.not_government({ operator }, locale)}`,
        m.not_said_ask({}, locale),
      ],
      money: m.not_said_money({}, locale),
    },
    check: {
      heading: m.slip_check({}, locale),
      steps: [
        m.slip_check_code({ host }, locale),
        m.slip_check_address({}, locale),
        askYourself[settings.lookupPolicy]({ host }, locale),
      ].map((words, at) => ({ mark: writtenCount(at + 1, language), words })),
      keyLabel: m.slip_key({ host }, locale),
      keyWords: keyWords(rest.key.kid),
    },
    link: rest.link,
    foot: [m.slip_signed({ date: writtenDay(rest.issued, language), end: writtenDay(rest.ends, language) }, locale)],
    madeAt: now(),
  };
}

const askYourself = { open: m.slip_check_type, guarded: m.slip_check_name, code: m.slip_check_share };

type PaperOnSlip = { kind: AnyKind; title: string; pages: string; lastDay: string | undefined };

/** More would not fit the page, whatever they are called. */
const mostRows = 16;

/** The kinds of the program, then the operator's own papers, as visitors see them: with a scan, or with a last day alone. */
function papersOn(record: CandidateRecord, settings: Settings, language: SlipOptions["language"]): PaperOnSlip[] {
  const { documents, lastDays } = record;
  const present = kindsIn(documents, kindsForStrangers(record, settings.shownKinds));
  const unscanned = unscannedForStrangers(record, settings);
  const pagesOf = (count: number) =>
    count > 0 ? writtenPages(count, language) : m.document_unscanned({}, { locale: language });
  const kinds = kindsOnPage("/", new Set([...present, ...unscanned.map(({ kind }) => kind).filter(isDocumentKind)]));
  const own = [
    ...papersForStrangers(record, settings.ownPapers),
    ...unscanned.flatMap(({ kind, labels, lastDay }) => (labels ? { id: kind, labels, pages: [], lastDay } : [])),
  ];
  return [
    ...kinds.map((kind) => ({
      kind,
      title: documentTitles[kind]({}, { locale: language }),
      pages: pagesOf(documents[kind]?.length ?? 0),
      lastDay: lastDays[kind],
    })),
    ...own.map(({ id, labels, pages, lastDay }) => ({
      kind: id,
      title: textIn(labels, language),
      pages: pagesOf(pages.length),
      lastDay,
    })),
  ];
}

type Papers = { papers: readonly PaperOnSlip[]; ended: readonly { kind: AnyKind }[] } & Pick<Slip, "language" | "site">;

function documentsOf(
  { papers, ended, site: { host }, language }: Papers,
  agency: string,
): Pick<Slip, "documents" | "ownPapers"> {
  const locale = { locale: language };
  const hasEnded = ({ kind }: PaperOnSlip) => ended.some((one) => one.kind === kind);
  const dayOf = (paper: PaperOnSlip) => {
    if (paper.lastDay === undefined) return "";
    const date = { date: writtenDay(paper.lastDay, language) };
    return hasEnded(paper) ? m.document_ended(date, locale) : m.document_last_day(date, locale);
  };
  const row = (paper: PaperOnSlip) => ({ title: paper.title, pages: paper.pages, lastDay: dayOf(paper) });
  const own = endedFirst(
    papers.filter(({ kind }) => isOwnPaper(kind)),
    ended,
  );
  const ofProgram = endedFirst(
    papers.filter(({ kind }) => !isOwnPaper(kind)),
    ended,
  );
  const room = mostRows - ofProgram.length;
  const shown = own.length > room ? own.slice(0, room - 1) : own;
  const written = writtenCount(own.length - shown.length, language);
  const more = { title: m.slip_more_papers({ host, written }, locale), pages: "", lastDay: "" };
  return {
    documents: {
      heading: m.documents_heading({}, locale),
      none: own.length > 0 ? "" : m.no_documents({}, locale),
      rows: ofProgram.map(row),
    },
    ownPapers: {
      heading: m.written_by_agency({ agency }, locale),
      rows: shown.length < own.length ? [...shown.map(row), more] : shown.map(row),
    },
  };
}
