import { isStaffRole } from "#core/accounts/roles.ts";
import { randomUUID, timingSafeEqual } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { knowsHolder, holderSessionMs, parseBinding, parsePin } from "#core/holders/binding.ts";
import { linkCode, parseCode } from "#core/holders/codes.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { ownForHolder, ownForVisitors, ownShown } from "#core/own-fields/own-field.ts";
import { isHeldBack, papersShown, papersToShare, toPublicRecord } from "#core/records/visibility.ts";
import type { Settings } from "#core/settings/settings.ts";
import { holder as holderActor } from "#core/accounts/actor.ts";
import type { Person } from "#core/accounts/accounts.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { countTries } from "#limits/limits.ts";
import { networkOf } from "#limits/network-of.ts";
import { linkTokenHash, newLinkToken } from "#sealing/link-token.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { isFormerStaff } from "#storage/database/accounts/roles.ts";
import { staffInNetwork } from "#storage/database/accounts/sessions.ts";
import { boundOrNone } from "#storage/database/bound-rows.ts";
import type { Reader } from "#storage/database/database.ts";
import {
  deleteHolderLink,
  emailOfAccount,
  holderForChange,
  holderLink,
  changeAccess,
  holderLinkByCode,
  type HolderRow,
  putHolder,
} from "#storage/database/holders/holders.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import { changeLocked, type Locked } from "../portal/locked-change.ts";
import { mailState } from "../mails/mail-server.ts";
import type { Portal } from "../portal/portal.ts";
import { numbersOnFalsePapers } from "../portal/on-false-papers.ts";
import { endWalletCopies } from "../proofs/note-publication.ts";
import { recordEntity } from "../records/record-entity.ts";
import { publicView } from "../records/look-up-record.ts";
import { grantForHolder } from "../shown-images/open-image.ts";
import { openRecord, recordKey } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { looksCountedFrom, looksOfHolder } from "../records/holder-looks.ts";
import { isOpen, waitsForWitness } from "./holder-links.ts";
import {
  canConfirm,
  type HolderMail,
  sealedLink,
  openSealedHolder,
  sealHolder,
  type SealedHolder,
} from "../sealed/sealed-holder.ts";
import { officeToday } from "../portal/office-time.ts";

const hour = 60 * 60;
const day = 24 * hour;

const tries = {
  byClient: { name: "holder card by client", atMost: 30, withinSeconds: hour },
  /** Only a person who has a code can use these tries up. */
  byCode: { name: "holder card by code", atMost: 6, withinSeconds: hour },
  byCodeInAll: { name: "holder card by code in all", atMost: 20, withinSeconds: 14 * day },
  /** Counted only on a device or page of the holder: nobody else can guess the PIN or use these tries up. */
  pins: { name: "holder PIN", atMost: 5, withinSeconds: 15 * 60 },
  pinsOfDay: { name: "holder PIN of a day", atMost: 20, withinSeconds: day },
} as const;

/** What a device keeps in cookies: the holder's id, with the secret of the device or of a page that is open on it. */
export type HolderCredential = { id: string; secret: string };

/** The signed-in visitor. */
export type Visitor = Pick<Person, "id" | "role"> | null;

/**
 * Uses a card up. The person who knows a fact that is not on the card becomes the holder, with this device. A wrong
 * card, a wrong fact, and a card that has ended, was used or does not work yet all give the same error.
 */
export async function bindByCard(portal: Portal, form: unknown, clientAddress: string, visitor: Visitor = null) {
  const { card, fact, pin } = parseBinding(form);
  const typed = parseCode(card, linkCode);
  await countTries(portal.limits, [
    { rule: tries.byClient, key: networkOf(clientAddress) },
    ...(typed === null ? [] : [tries.byCode, tries.byCodeInAll].map((rule) => ({ rule, key: typed }))),
  ]);
  const fits = async (reader: Reader, row?: RecordRow) => {
    const link = typed === null ? undefined : await holderLinkByCode(portal, reader, linkTokenHash(typed));
    if (!isOpen(portal, link) || link.works_from > portal.now()) throw new PortalError("wrong-card");
    const record = row ?? (await rowById(reader, "candidate", link.candidate_id));
    if (record?.id !== link.candidate_id || record.registry !== portal.registry) throw new PortalError("wrong-card");
    if (!knowsHolder(fact, openRecord(portal, record))) throw new PortalError("wrong-card");
    return { link, record };
  };
  const {
    record: { id: recordId },
  } = await fits(portal.database.read);
  const hashed = await portal.accounts.hashPassword(pin);
  const [device, opened, id] = [newLinkToken(), newLinkToken(), randomUUID()];
  await changeLocked(portal, holderActor, recordEntity, { id: recordId }, async ({ within, writer, row, key, log }) => {
    // Another device may have used the card in the meantime.
    const { link } = await fits(writer, row);
    const offer = sealedLink.open(key, link);
    const mustWait = await waitsForWitness(portal, writer, row, offer);
    if (mustWait || (await isFormerStaff(writer, offer.madeBy))) throw new PortalError("wrong-card");
    const beside = offer.witnessedBy ? [] : await staffBeside(writer, portal.now(), clientAddress, visitor);
    const near = beside.length === 0 ? null : isStaff(visitor) ? "session" : "network";
    await deleteHolderLink(writer, recordId);
    const before = await holderForChange(portal.database, writer, recordId);
    if (before && mayBeInWallet(key, before)) await endWalletCopies(within, writer, openRecord(portal, row, key), key);
    await putHolder(within, writer, {
      id,
      candidate_id: recordId,
      device_hash: device.hash,
      bound_at: portal.now(),
      opened_hash: opened.hash,
      opened_until: portal.now() + holderSessionMs,
      tell_at: null,
      tell: "",
      sealed: sealHolder(key, id, { pin: hashed, ...(near && { flag: { near, people: [offer.madeBy, ...beside] } }) }),
    });
    await log("holder-bound", near ? { near: { from: null, to: near } } : {});
  });
  return { device: { id, secret: device.token }, opened: { id, secret: opened.token } };
}

/** True also for a holder who cannot be opened: that must not keep out the next one. */
const mayBeInWallet = (key: Uint8Array, holder: HolderRow): boolean =>
  openedOrNull(() => openSealedHolder(key, holder).walletAt === undefined) !== true;

const isStaff = (visitor: Visitor): visitor is NonNullable<Visitor> => visitor !== null && isStaffRole(visitor.role);

/** The members of staff who are signed in where the page is opened for the first time. */
const staffBeside = (
  reader: Reader,
  now: number,
  clientAddress: string,
  visitor: Visitor,
): Promise<string[]> | string[] =>
  isStaff(visitor) ? [visitor.id] : staffInNetwork(reader, networkOf(clientAddress), now);

export const firstNameIn = ({ name }: Pick<RecordRow, "name">): string => name.split(" ")[0] ?? "";

/** Returns the first names of the holders whose pages this device opens, so that each person finds theirs. */
export async function holdersOnDevice(portal: Portal, kept: readonly HolderCredential[]) {
  const known = await Promise.all(kept.map((one) => knownHolder(portal, one, "device_hash")));
  return known.flatMap((found) => (found ? [{ id: found.holder.id, firstName: firstNameIn(found.record) }] : []));
}

/** Opens the page with the PIN, on the device of its holder. */
export async function openHolderPage(
  portal: Portal,
  device: HolderCredential,
  form: unknown,
): Promise<HolderCredential> {
  const pin = parsePin(form);
  const found = await knownHolder(portal, device, "device_hash");
  if (!found) throw new PortalError("wrong-pin");
  await checkPin(portal, found, pin);
  return beginOpen(portal, found.holder.id);
}

export type FoundHolder = { holder: HolderRow; record: RecordRow };

/** Checks the PIN of a person who has the device or the open page. */
export async function checkPin(portal: Portal, { holder, record }: FoundHolder, pin: string): Promise<void> {
  const attempts = [tries.pins, tries.pinsOfDay].map((rule) => ({ rule, key: holder.id }));
  await countTries(portal.limits, attempts);
  const { pin: hash } = openSealedHolder(recordKey(portal, record), holder);
  if (!(await portal.accounts.isPassword(hash, pin))) throw new PortalError("wrong-pin");
  for (const attempt of attempts) await portal.limits.forget(attempt);
}

/** The page is open in only one place at a time: opening it here closes it elsewhere. */
export async function beginOpen(portal: Portal, id: string): Promise<HolderCredential> {
  const { token, hash: opened_hash } = newLinkToken();
  await portal.database.write((writer) =>
    changeAccess(portal, writer, id, { opened_hash, opened_until: portal.now() + holderSessionMs }),
  );
  return { id, secret: token };
}

export async function closeHolderPage(portal: Portal, opened: HolderCredential): Promise<void> {
  if (!(await knownHolder(portal, opened, "opened_hash"))) return;
  await portal.database.write((writer) =>
    changeAccess(portal, writer, opened.id, { opened_hash: null, opened_until: null }),
  );
}

/**
 * Returns what an open page shows: the record as strangers see it, and any link that would hand the page on. Null once
 * the page is closed.
 */
export async function readHolderPage(portal: Portal, opened: HolderCredential) {
  const found = await findOpenHolder(portal, opened);
  if (!found) return null;
  const { holder, record } = found;
  const key = recordKey(portal, record);
  const settings = await currentSettings(portal);
  const link = await holderLink(portal, portal.database.read, record.id);
  const whole = openRecord(portal, record, key);
  const shown = toPublicRecord(whole, publicView(portal, settings));
  const content = openSealedHolder(key, holder);
  const isFrozen = content.frozenAt !== undefined;
  return {
    id: holder.id,
    name: record.name,
    boundAt: holder.bound_at,
    passkeyAt: content.passkey?.addedAt ?? null,
    walletAt: content.walletAt ?? null,
    account: await emailOfAccount(portal.database.read, holder),
    shown,
    documents: shown ? ownDocuments(whole, settings) : [],
    fields: shown ? fieldsToHoldBack(whole, settings) : [],
    papers: shown ? papersToHoldBack(whole, settings) : [],
    /** What only the holder and staff see. */
    forHolder: shown ? ownShown(ownForHolder(settings.ownFields), whole.own) : [],
    papersForHolder: shown && !isFrozen ? papersShown(ownForHolder(settings.ownPapers), whole) : [],
    grantForHolder: isFrozen ? null : grantForHolder(portal, whole.id, holder.id),
    mail: await ownMail(portal, content.mail),
    looks: await looksOfHolder(portal, holder, record),
    countedFrom: await looksCountedFrom(portal, holder),
    refusesNotices: content.refusesNotices === true,
    today: officeToday(portal),
    /** A link that staff made after this device was bound. */
    newLink: isOpen(portal, link)
      ? { madeAt: link.made_at, worksFrom: link.works_from, reason: sealedLink.open(key, link).reason }
      : null,
    isFrozen,
    falseNumbers: numbersOnFalsePapers(portal, whole),
  };
}

/** Null if mails do not leave the operator's machine. */
async function ownMail(portal: Portal, mail?: HolderMail) {
  const sending = await mailState(portal);
  if (sending === "kept") return null;
  const isLate = sending === "late";
  if (!mail || !(mail.isConfirmed || canConfirm(portal, mail)))
    return { state: "off", address: "", tellsLooks: false, isLate } as const;
  const { address, tellsLooks = false } = mail;
  return { state: mail.isConfirmed ? "on" : "asked", address, tellsLooks, isLate } as const;
}

/** The parts that the holder holds back or may hold back. */
const partsToHoldBack = <Part extends object>(
  parts: readonly Part[],
  { holdersMayHoldBack }: Settings,
  isWithheld: (part: Part) => boolean,
) =>
  parts
    .map((part) => ({ ...part, isWithheld: isWithheld(part) }))
    .filter((part) => part.isWithheld || holdersMayHoldBack);

function ownDocuments(record: CandidateRecord, settings: Settings) {
  const kinds = papersToShare(record, settings).kinds.map((kind) => ({ kind }));
  return partsToHoldBack(kinds, settings, ({ kind }) => isHeldBack(record, kind));
}

function fieldsToHoldBack({ own, ownKeptBack }: CandidateRecord, settings: Settings) {
  const fields = ownShown(ownForVisitors(settings.ownFields), own);
  return partsToHoldBack(fields, settings, ({ id }) => ownKeptBack.includes(id));
}

function papersToHoldBack(record: CandidateRecord, settings: Settings) {
  const papers = papersToShare(record, settings).papers.map(({ id, labels }) => ({ id, labels }));
  return partsToHoldBack(papers, settings, ({ id }) => isHeldBack(record, id));
}

/** Ends the link that would hand the page on to somebody else. Works once: after that, the office must see the person. */
export const refuseNewLink = (portal: Portal, opened: HolderCredential): Promise<void> =>
  changeAsHolder(portal, opened, async ({ writer, row, key, log }, content) => {
    if (!(await deleteHolderLink(writer, row.id))) return;
    const sealed = sealHolder(key, opened.id, { ...content, refusedAt: portal.now() });
    await updateRow(writer, "holder", opened.id, { sealed });
    await log("holder-link-refused", {});
  });

type HolderChange<Done> = (locked: Locked<RecordRow>, content: SealedHolder) => Promise<Done>;

/** The frame of every change that a holder makes on the open page. `found`: if the page was read before. */
export async function changeAsHolder<Done>(
  portal: Portal,
  opened: HolderCredential,
  work: HolderChange<Done>,
  found?: FoundHolder,
): Promise<Done> {
  const { record } = found ?? (await openHolder(portal, opened, "wrong-pin"));
  return changeLocked(portal, holderActor, recordEntity, { id: record.id }, async (locked) =>
    work(locked, await contentForChange(portal, locked, opened)),
  );
}

/**
 * Throws if the holder was replaced a moment ago, or the page is frozen. For a transaction that has locked the record.
 */
export async function contentForChange(
  portal: Portal,
  { writer, key }: Locked<RecordRow>,
  opened: Pick<HolderCredential, "id">,
): Promise<SealedHolder> {
  const holder = await rowForChange(portal.database, writer, "holder", opened.id);
  if (!holder) throw new PortalError("wrong-pin");
  const content = openSealedHolder(key, holder);
  if (content.frozenAt !== undefined) throw new PortalError("page-frozen");
  return content;
}

/** Returns the holder whose page is open, and the record. Throws `refusal` once the page is closed. */
export async function openHolder(portal: Portal, opened: HolderCredential, refusal: "wrong-pin" | "not-found") {
  const found = await findOpenHolder(portal, opened);
  if (!found) throw new PortalError(refusal);
  return found;
}

async function findOpenHolder(portal: Portal, opened: HolderCredential) {
  const found = await knownHolder(portal, opened, "opened_hash");
  return found && !hasCome(found.holder.opened_until ?? 0, portal.now(), holderSessionMs) ? found : null;
}

/** Returns the holder and the record that a cookie's secret opens. Null if it opens nothing any more. */
async function knownHolder(portal: Portal, { id, secret }: HolderCredential, secretOf: "device_hash" | "opened_hash") {
  const found = await holderById(portal, id);
  const expected = found?.holder[secretOf];
  return expected && timingSafeEqual(linkTokenHash(secret), expected) ? found : null;
}

/** Null also if the holder was changed past the program. */
export async function holderById(portal: Portal, id: string): Promise<FoundHolder | null> {
  const { read } = portal.database;
  const { registry } = portal;
  const holder = boundOrNone(portal, "holder", await rowById(read, "holder", id));
  const record = holder && (await rowById(read, "candidate", holder.candidate_id));
  return holder && record?.registry === registry ? { holder, record } : null;
}
