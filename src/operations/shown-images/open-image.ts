import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { isFor } from "#core/own-fields/own-field.ts";
import { lookupPolicies, type LookupPolicy } from "#core/records/lookup-policy.ts";
import { contentOf, contentsOf, kindsWithPage } from "#core/records/revision.ts";
import { anyKindsForStrangers, isShown } from "#core/records/visibility.ts";
import { PortalError } from "#core/errors.ts";
import { imageOfPage, type PageId, parsePageId } from "#core/images/image-id.ts";
import { type ImageGrant, type ImageSize, linkEnd } from "#core/images/image-links.ts";
import { isOn } from "#core/settings/features.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { mayReadRecord, mayAttachImage } from "#core/accounts/permissions.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { areImagesSigned, signImages } from "#sealing/keyed-hashes.ts";
import { openedOrNull, unseal } from "#sealing/seal.ts";
import { boundOrNone } from "#storage/database/bound-rows.ts";
import { holderOfRecord } from "#storage/database/holders/holders.ts";
import { imageOfPost, keptImage } from "#storage/database/records/images.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { rowById } from "#storage/database/rows.ts";
import { recordKey, openRecord } from "../sealed/sealed-record.ts";
import type { Portal } from "../portal/portal.ts";
import { postKey, shownPages } from "../posts/read-posts.ts";
import { openSealedHolder } from "../sealed/sealed-holder.ts";
import { openRevised } from "../sealed/revised-record.ts";
import { cachedSettings, currentSettings } from "../portal/current-settings.ts";
import { freeMemoryWhenSent, pageBlob, keyOfUpload, keyUnderOwner } from "../images/stored-image.ts";

/** Visitors send the signature of the answer with the link. Staff are known by their session. */
export type ImageViewer = { grant: ImageGrant } | { actor: Actor };

type ImageRequest = { page: string; size: ImageSize; viewer: ImageViewer };

/** Disposing frees the memory, so the bytes must not be in use any more. */
export type OpenedImage = Disposable & {
  bytes: Buffer<ArrayBuffer>;
  kind: AnyKind | null;
  page: number;
  /** True if everybody may see the image. */
  isNews: boolean;
};

/** Returns the bytes of one page of a document. What this viewer may not see counts as missing. */
export async function openImage(portal: Portal, { page, size, viewer }: ImageRequest): Promise<OpenedImage> {
  const id = parsePageId(page);
  if (!id) throw new PortalError("not-found");
  const { key, kind, isNews } = await keyFor(portal, id, page, viewer);
  const { name, place } = pageBlob(id, size);
  const sealed = await portal.blobs.read(name);
  if (!sealed) throw new PortalError("not-found");
  const bytes = unseal(key, place, sealed);
  freeMemoryWhenSent(sealed);
  return { bytes, kind, isNews, page: id.page, [Symbol.dispose]: () => freeMemoryWhenSent(bytes) };
}

type ImageKey = Pick<OpenedImage, "kind" | "isNews"> & { key: Buffer };

async function keyFor(portal: Portal, id: PageId, page: string, viewer: ImageViewer): Promise<ImageKey> {
  const found = await recordWithPage(portal, page, viewer);
  if (found) return { ...found, isNews: false };
  return (await keyForPost(portal, id, page)) ?? keyOfUnattached(portal, id, viewer);
}

/**
 * Returns the record that shows a page to this viewer. Null if the page belongs to no record. Throws if the viewer may
 * not see it.
 */
export async function recordWithPage(portal: Portal, page: string, viewer: ImageViewer) {
  const image = imageOfPage(page) ?? "";
  const row = await portal.database.find(keptImage, [image]);
  if (!row?.image_key) return null;
  const ownerKey = recordKey(portal, row);
  const record = openRecord(portal, row, ownerKey);
  const settings = cachedSettings(portal, row.settings_version)?.settings ?? (await currentSettings(portal));
  const [kind] =
    "actor" in viewer
      ? await kindsForStaff(portal, row, page, viewer.actor)
      : await kindsForVisitors(portal, page, { record, ownerKey, settings, grant: viewer.grant });
  if (kind === undefined) throw new PortalError("not-found");
  return { record, settings, kind, ownerKey, key: keyUnderOwner(ownerKey, image, row.image_key) };
}

/** Staff also see what waits for approval, or can be taken back. */
async function kindsForStaff(portal: Portal, row: RecordRow, page: string, actor: Actor) {
  if (!mayReadRecord(actor, { addedBy: row.added_by })) return [];
  const [found] = await openRevised(portal, portal.database.read, [row]);
  return found ? kindsWithPage(contentsOf(found.record, found.revision?.edits), page) : [];
}

type SignedLink = { record: CandidateRecord; ownerKey: Buffer; settings: Settings; grant: ImageGrant };

/** The same image may be several documents of a record, and strangers may see only some of them. */
async function kindsForVisitors(portal: Portal, page: string, link: SignedLink): Promise<readonly AnyKind[]> {
  const kinds = kindsWithPage([contentOf(link.record)], page);
  return (await kindsFor(portal, link)).filter((kind) => kinds.includes(kind));
}

async function kindsFor(portal: Portal, link: SignedLink): Promise<readonly AnyKind[]> {
  const { record, settings, grant } = link;
  if (isGranted(portal, record, grant, settings)) return anyKindsForStrangers(record, settings);
  const isOfHolder = await isGrantedToHolder(portal, link);
  return isOfHolder ? settings.ownPapers.filter(isFor("holder")).map(({ id }) => id) : [];
}

/**
 * True if a visitor may have what belongs to this record. Throws if the link has ended: its time is over, or the lookup
 * policy has changed.
 */
export function isGranted(
  { registry, keyring, now }: Portal,
  { id: record, ...state }: CandidateRecord,
  { until, signature }: ImageGrant,
  { lookupPolicy }: Settings,
): boolean {
  const isSignedUnder = (policy: LookupPolicy) => areImagesSigned(keyring, { record, until, policy }, signature);
  if (!isShown(state, registry) || !lookupPolicies.some(isSignedUnder)) return false;
  if (hasEnded(until, now()) || !isSignedUnder(lookupPolicy)) throw new PortalError("link-expired");
  return true;
}

const hasEnded = (until: number, now: number) => hasCome(until, now, linkEnd(now) - now);

/** True for a link from the page of the present holder, as long as the page is not frozen. */
async function isGrantedToHolder(portal: Portal, { record, ownerKey, settings, grant }: SignedLink): Promise<boolean> {
  const { keyring, registry, database, now } = portal;
  if (!isOn(settings, "holders") || !isShown(record, registry)) return false;
  const holder = boundOrNone(portal, "holder", await holderOfRecord(database.read, record.id));
  const { until, signature } = grant;
  if (!holder || !areImagesSigned(keyring, { record: record.id, until, holder: holder.id }, signature)) return false;
  if (hasEnded(until, now())) throw new PortalError("link-expired");
  const content = openedOrNull(() => openSealedHolder(ownerKey, holder));
  return content !== null && content.frozenAt === undefined;
}

/** The links of a holder's own page to what only the holder and staff see. */
export function grantForHolder({ keyring, now }: Portal, record: string, holder: string): ImageGrant {
  const until = linkEnd(now());
  return { until, signature: signImages(keyring, { record, until, holder }) };
}

/** Images of news are for everybody. This is true only for the page that a post shows, not for the other pages of its file. */
async function keyForPost(portal: Portal, { image }: PageId, page: string): Promise<ImageKey | null> {
  const row = await portal.database.find(imageOfPost, [image]);
  if (!row?.image_key || row.registry !== portal.registry) return null;
  if (!shownPages(row).some((shown) => shown.image === page)) return null;
  return { key: keyUnderOwner(postKey(portal, row), image, row.image_key), kind: null, isNews: true };
}

/** An upload that belongs to no record or post may be read only by those who may attach it. */
async function keyOfUnattached(portal: Portal, { image }: PageId, viewer: ImageViewer): Promise<ImageKey> {
  const row = "actor" in viewer ? await rowById(portal.database.read, "image", image) : undefined;
  const mayRead = row?.state === "waiting" && "actor" in viewer && mayAttachImage(viewer.actor, row);
  const key = mayRead ? keyOfUpload(portal, row) : null;
  if (!key) throw new PortalError("not-found");
  return { key, kind: null, isNews: false };
}
