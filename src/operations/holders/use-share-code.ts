import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { parseCode, shareCode } from "#core/holders/codes.ts";
import { parsePageId } from "#core/images/image-id.ts";
import { type ImageSize, linkEnd } from "#core/images/image-links.ts";
import type { DocumentPage, Particulars } from "#core/records/record-details.ts";
import { publicKinds } from "#core/records/document-kinds.ts";
import { type PublicRecord, toPublicRecord } from "#core/records/visibility.ts";
import { system } from "#core/accounts/actor.ts";
import { eachField, fieldNames, fieldRow } from "#core/records/record-fields.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { offeredLocales } from "#i18n/offered-locales.ts";
import { sharedWith } from "#i18n/share-code-audiences.ts";
import { writtenMoment } from "#i18n/written.ts";
import { countTries } from "#limits/limits.ts";
import { numberLogHash } from "#sealing/number-index.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import {
  countShareUse,
  openShareCode,
  type SharedRow,
  usableShareCode,
} from "#storage/database/holders/share-codes.ts";
import { openImage } from "../shown-images/open-image.ts";
import { askWithinBudget, type OutcomeOf } from "../lookups/ask-for-record.ts";
import type { LookupVisitor } from "../lookups/check-proof.ts";
import type { Portal } from "../portal/portal.ts";
import { publicView } from "../records/look-up-record.ts";
import { isShownRow, openRecord, recordKey } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { numbersOnFalsePapers } from "../portal/on-false-papers.ts";
import { hashesOfShareCode, type SealedShare, sealedShare } from "./share-codes.ts";
import { officeZone, officeToday } from "../portal/office-time.ts";

/** What a code shows, and for whom and until when the holder shares it. */
export type OpenedShare = {
  record: PublicRecord;
  share: Pick<SealedShare, "whom" | "words"> & { endsAt: number };
  isOnFalsePapers: boolean;
  /** Staff have marked only the number that is not shown with the record. */
  isOtherNumber: boolean;
};

const imagesOfCode = { name: "images of a share code", atMost: 600, withinSeconds: 60 * 60 };

/**
 * The lookup by share code, with the limits of lookups by number. The answer is `none` in all these cases alike: the
 * code is wrong, has ended or is used up, the name is wrong, or nobody may see the record.
 */
export async function askByShareCode(
  portal: Portal,
  typed: { code: string; name: string },
  visitor: LookupVisitor,
): Promise<OutcomeOf<OpenedShare & { seq: number }>> {
  const code = parseCode(typed.code, shareCode);
  // A number never contains a space, so no number has the same logHash.
  const logHash = numberLogHash(portal.keyring.current, portal.registry, code === null ? "" : `code ${code}`);
  const lookup = { logHash, guessed: code === null ? null : typed.name, policy: "guarded", isByCode: true } as const;
  return askWithinBudget(portal, lookup, visitor, async () =>
    code === null ? null : countShareCodeUse(portal, code, typed.name),
  );
}

/** Counts a use of a code and returns what it shows, if it shows a record that the caller accepts. */
export async function countShareCodeUse(
  portal: Portal,
  code: string,
  name: string,
  accepts: (record: PublicRecord) => boolean = () => true,
) {
  const { read } = portal.database;
  const row = await usableShareCode(read, await hashesOfShareCode(portal, code, name), portal.now());
  const shared = row && (await sharedBy(portal, row, linkEnd(portal.now())));
  if (!shared || !accepts(shared.record)) return null;
  const [now, day] = [portal.now(), officeToday(portal)];
  const isCounted = await portal.database.write((writer) => countShareUse(writer, row.code_id, now, day));
  return isCounted ? { ...shared, seq: row.seq } : null;
}

/**
 * Returns the shared part of a record, as far as the operator shows it. This includes documents, own fields and own papers that the
 * holder holds back from everybody else. Of the person's particulars, it has only the name, the numbers and the nationality.
 */
async function sharedBy(portal: Portal, row: SharedRow, linksEnd: number): Promise<OpenedShare | null> {
  if (!isShownRow(portal, row)) return null;
  const key = recordKey(portal, row);
  const { kinds, own, whom, words } = sealedShare.open(key, { id: row.code_id, sealed: row.sealed_share });
  const view = publicView(portal, await currentSettings(portal));
  const until = Math.min(linksEnd, row.ends_at);
  const signature = sealToken(portal.keyring, purpose, { code: row.code_id, until });
  const opened = openRecord(portal, row, key);
  const record = toPublicRecord(
    { ...opened, ...sharedParticulars(opened), keptBack: [], ownKeptBack: [] },
    {
      ...view,
      shownKinds: view.shownKinds.filter((kind) => kinds.includes(kind)),
      ownFields: view.ownFields.filter(({ id }) => own.includes(id)),
      ownPapers: view.ownPapers.filter(({ id }) => own.includes(id)),
      grantImages: () => ({ until, signature, ofCode: true }),
    },
  );
  const marked = numbersOnFalsePapers(portal, opened);
  const isOnFalsePapers = marked.length > 0;
  const isOtherNumber = isOnFalsePapers && !marked.includes(opened.passportNumber);
  return record && { record, share: { whom, words, endsAt: row.ends_at }, isOnFalsePapers, isOtherNumber };
}

const sharedParticulars = (record: Particulars): Particulars =>
  eachField(fieldNames, (name) => (fieldRow(name).isShared ? record[name] : ""));

const purpose = "share";
const grantSchema = z.object({ code: z.string(), until: z.number() });

/**
 * Returns the same answer again, such as in another language, without counting another use. Null once its images or the
 * code have ended.
 */
export async function readShared(portal: Portal, token: string): Promise<(OpenedShare & { id: string }) | null> {
  const grant = grantSchema.safeParse(unsealToken(portal.keyring, purpose, token)).data;
  const now = portal.now();
  if (!grant || hasCome(grant.until, now, linkEnd(now) - now)) return null;
  const row = await openShareCode(portal.database.read, grant.code, now);
  const shared = row && (await sharedBy(portal, row, grant.until));
  return shared ? { ...shared, id: grant.code } : null;
}

type ImageRequest = { page: string; size: ImageSize; token: string };

/**
 * Returns one shared page with its marks. The page can no longer be opened once the code has ended, even by a visitor
 * who opened it before.
 */
export async function openSharedImage(portal: Portal, { page, size, token }: ImageRequest) {
  const { share, id, kind } = await sharedPage(portal, page, token);
  await countTries(portal.limits, [{ rule: imagesOfCode, key: id }]);
  using image = await openImage(portal, { page, size, viewer: { actor: system("share") } });
  const lines = marksOf(portal, share);
  const bytes = Buffer.from(await portal.drawings.draw({ kind: "shared", page: image.bytes, lines }));
  // The code may have ended while the marks were drawn.
  await sharedPage(portal, page, token);
  return { bytes, name: `${kind}-${parsePageId(page)?.page ?? 1}` };
}

/** In both languages, because nobody knows who will look at the page. The marks do not contain what the holder wrote. */
function marksOf(portal: Portal, { whom, endsAt }: OpenedShare["share"]): string[] {
  const site = new URL(portal.publicOrigin).host;
  const zone = officeZone(portal);
  return offeredLocales.map((locale) => {
    const date = writtenMoment(endsAt, { locale, zone });
    return m.share_mark({ whom: sharedWith(whom, { locale }), date, site }, { locale });
  });
}

async function sharedPage(portal: Portal, page: string, token: string) {
  const shared = await readShared(portal, token);
  if (!shared) throw new PortalError("link-expired");
  const { documents, papers } = shared.record;
  const hasPage = (pages: readonly DocumentPage[] = []) => pages.some(({ image }) => image === page);
  const kind = publicKinds.find((one) => hasPage(documents[one])) ?? papers.find(({ pages }) => hasPage(pages))?.id;
  if (!kind) throw new PortalError("not-found");
  return { ...shared, kind };
}
